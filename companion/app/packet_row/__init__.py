"""The screens of Packet Row."""

# Screens of its own: name -> module and class in this package.
SCREENS = {
    "new_game": "new_game:NewGameScreen",
    "set_up": "set_up:SetUpScreen",
    "table": "table:TableScreen",
    "follow": "follow:FollowScreen",
    "demo_game": "demo_game:DemoGameScreen",
    "final_hands": "final_hands:FinalHandsScreen",
    "refill": "refill:RefillScreen",
    "my_cards": "my_cards:MyCardsScreen",
    "replay": "replay:ReplayScreen",
    "arbiter": "arbiter:ArbiterScreen",
}
