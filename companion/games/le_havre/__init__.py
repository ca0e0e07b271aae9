"""Le Havre: scores and feeding; the tracker is still to come."""

# Which function answers which command; loaded one by one, so that each starts quickly.
COMMANDS = {
    "score": "score_command:score_command",
    "feeding": "feeding_command:feeding_command",
}
