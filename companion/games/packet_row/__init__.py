"""Packet Row: rules, rulings, contracts and scores."""

# Which function answers which command; loaded one by one, so that each starts quickly.
COMMANDS = {
    "score": "score_command:score_command",
    "fulfil": "fulfil_command:fulfil_command",
    "replay": "replay_commands:replay_command",
    "legal": "replay_commands:legal_command",
    "outlook": "replay_commands:outlook_command",
}
