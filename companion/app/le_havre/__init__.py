"""The screens of Le Havre."""

# Screens of its own: name -> module and class in this package.
SCREENS = {
    "new_game": "new_game:NewGameScreen",
    "set_up": "set_up:SetUpScreen",
    "table": "table:TableScreen",
    "visit": "visit:VisitScreen",
    "player": "player:PlayerScreen",
    "correct": "correct:CorrectScreen",
    "arbiter": "arbiter:ArbiterScreen",
    "replay": "replay:ReplayScreen",
    "card_list": "card_list:CardListScreen",
    "card_facts": "card_facts:CardFactsScreen",
}
