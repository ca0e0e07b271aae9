"""Le Havre: rules, rulings, feeding and scores."""

# Which function answers which command; loaded one by one, so that each starts quickly.
OWN_CARDS = ("score", "feeding")  # commands that take what the owner's cards say unless the request tells it
COMMANDS = {
    "score": "score_command:score_command",
    "feeding": "feeding_command:feeding_command",
    "replay": "replay_commands:replay_command",
    "legal": "replay_commands:legal_command",
}
