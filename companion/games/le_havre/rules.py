"""The rules in our own words: what every score line and every refusal can point to.

Ids are section and number of the digest; where it has points without numbers, they are counted in their order.
"""

from __future__ import annotations

from companion.words import msg

RULES = {
    # --- what there is
    "1.1": msg("One to five people play; the starting player is seat 1, and seats follow clockwise all game long."),
    "1.2": msg(
        "There are 33 standard and 36 special buildings, 20 round cards with ships on their backs, 11 loan cards and "
        "7 supply tiles."
    ),
    "1.3": msg(
        "Buildings are craftsmen's, economic, industrial or public ones, non-buildings or, the Luxury Yacht alone, a "
        "ship; some show fishermen or hammers."
    ),
    "1.4": msg("There are 7 wooden, 6 iron and 4 steel ships and 3 luxury liners."),
    "1.5": msg(
        "A token shows a good on one side and its upgraded form on the other. Supply has no limit, and what players "
        "have lies open."
    ),
    "1.6": msg(
        "Brick may stand for clay and steel for iron. A franc pays for one food, but food never for francs; francs are "
        "no goods. Coal and hides have no offer."
    ),
    # --- set-up
    "2.1": msg(
        "The town starts with both Building Firms and the Construction Firm. The other standard buildings in use are "
        "shuffled into three equal piles, each sorted with its lowest number on top."
    ),
    "2.2": msg(
        "Full version: 2 francs, 2 fish, 2 wood and 1 clay on the offers; everybody has 5 francs and 1 coal; six "
        "special buildings lie face down."
    ),
    "2.3": msg(
        "Short version: 3 francs, 3 fish, 3 wood, 2 clay, 1 iron, 1 grain and 1 cattle on the offers; everybody has "
        "5 francs, 2 fish, 2 wood, 2 clay, 2 iron, 1 cattle, 2 coal and 2 hides; there are no special buildings."
    ),
    "2.4": msg(
        "Short version: with one or two players everybody owns a wooden ship of value 2; alone, another one lies on "
        "the pile of wooden ships."
    ),
    "2.5": msg("Which standard buildings the full version uses depends on the number of players."),
    "2.6": msg(
        "The short version uses other buildings for each number of players, and some of them start in the town."
    ),
    "2.7": msg("When the Black Market tops a pile after the set-up, shuffle again."),
    "2.8": msg("Each supply tile brings one token each of two kinds; on one of them interest is due."),
    "2.9": msg("Supply tiles are shuffled, turned up one by one in the first round and then stay where they are."),
    # --- turn and round
    "3.1": msg(
        "A turn begins with supply: the ship moves to the next tile, and its two tokens go to the offers. On the tile "
        "with interest everybody with loans pays 1 franc, however many loans they are."
    ),
    "3.2": msg(
        "Then comes one main action, which cannot be left out: take all of one offer, or enter and use one building "
        "that is not occupied."
    ),
    "3.2a": msg(
        "Entering a building of somebody else costs its entry fee, to its owner or, if it is the town's, to the bank; "
        "one's own are free. Food fees may be paid in food and francs, franc fees only in francs."
    ),
    "3.2b": msg(
        "The building where one's own disc lies cannot be used again; proposals and padlocked cards cannot be entered."
    ),
    "3.3": msg(
        "In one's own turn any number of the town's buildings, top proposals and top ships may be bought, for their "
        "value unless a price is printed. A disc on a bought or sold building goes home."
    ),
    "3.4": msg(
        "Buildings and ships may be sold at any time, but not during somebody's action: to the town, for half of their "
        "value. Buying back in the same turn is not possible."
    ),
    "3.5": msg(
        "After seven turns the round ends: harvest, feeding, the town's building, then the round card becomes a ship. "
        "The next player begins the next round."
    ),
    "3.6": msg("Turns go round the seats without a break, over all rounds."),
    "3.7": msg("Harvest: who has grain gets 1 grain, who has at least two cattle gets 1 cattle."),
    "3.8": msg(
        "Feeding: everybody owes the food on the round card, less what the own ships feed. It is paid in food and "
        "francs; there is no change for food, and what ships feed too much is lost."
    ),
    "3.9": msg(
        "Who cannot feed gives all food and all francs first, then sells something or takes loans of 4 francs each; "
        "what is left of the loans stays."
    ),
    "3.10": msg(
        "Loans are taken only for food or interest that cannot be paid. Each may be repaid for 5 francs at any time."
    ),
    "3.11": msg(
        "The town's building: a standard one is the proposal with the lowest number, a special one the top card of the "
        "special buildings."
    ),
    "3.12": msg(
        "A wharf builds one ship each visit, for its materials and 3 energy. The first ship there that is not wooden "
        "needs 1 brick more; then the wharf is modernised for all."
    ),
    "3.13": msg(
        "At the Shipping Line each ship used costs 3 energy and carries 2, 3 or 4 goods: wooden, iron, steel. Luxury "
        "liners carry nothing."
    ),
    # --- buildings
    "4.1": msg(
        "What a building does may be done as often as one can, unless it says how often; halves are rounded to the "
        "player's disadvantage."
    ),
    "4.2": msg(
        "Feedlot, Masons' Guild and Wind Farm help by being owned; nobody enters them. The Masons' Guild saves its "
        "owner 1 clay or 1 brick of each building, the Wind Farm 3 energy of each main action."
    ),
    "4.3": msg(
        "Building Firms build one top proposal, the Construction Firm up to two, one after the other. The Sawmill "
        "builds one that needs wood, for 1 wood less."
    ),
    "4.4": msg(
        "Buildings that give goods give exactly what they show, more for fishermen or hammers of the visitor where "
        "they say so. The Black Market gives 2 of everything whose offer is empty."
    ),
    "4.5": msg(
        "The Marketplace gives 2 different standard goods and 1 more for each own craftsmen's building; the Town "
        "Square 1 upgraded good for each, all different and no steel."
    ),
    "4.6": msg("The Church gives 5 bread and 3 fish to those only who hold 5 bread and 2 fish."),
    "4.7": msg(
        "Goods are upgraded by turning them over, one by one and up to the number shown, for the energy and with the "
        "francs or hides shown."
    ),
    "4.8": msg(
        "Sets of goods are sold for the francs shown, up to the number shown. Who must show cash first keeps it."
    ),
    "4.9": msg(
        "Exchanges are done as shown: each of those on the card may be used, up to the number shown. Food may be paid "
        "in francs."
    ),
    "4.10": msg(
        "Joinery, Bridge over the Seine, Zoo and Arts Center pay francs: for wood, for any goods, for animals that "
        "are kept, for the discs of others in own buildings."
    ),
    "4.11": msg(
        "The Haulage Firm takes 3 francs and gives all goods of two neighbouring offers in the row cattle, grain, "
        "iron, clay, wood, fish."
    ),
    "4.12": msg(
        "At the Harbor Watch somebody else gets 1 franc and takes the disc home; the visitor moves there, pays that "
        "entry fee and uses that building."
    ),
    "4.13": msg("Energy: wood gives 1, charcoal and coal 3, coke 10. What is burned too much is lost."),
    # --- the end
    "5.1": msg(
        "After the last round everybody has one last main action, without supply, buying or interest. Occupied "
        "buildings may be entered, but not the one where one's own disc lies."
    ),
    "5.2": msg(
        "Points: values of buildings and ships, bonuses and cash, less 7 for each open loan. Goods count nothing "
        "without the Storehouse."
    ),
    "5.3": msg(
        "Bank: 3 for each industrial and 2 for each economic building, itself included. Town Hall: 4 for each public "
        "building, itself included, and 2 for each craftsmen's building. Dock: 4 for each ship."
    ),
    "5.4": msg(
        "Storehouse: 1 for every two goods, rounded down once. Guildhouse: 2 for each economic building, itself "
        "included. Business Park: 2 for each industrial building."
    ),
    "5.5": msg("Most points win; who is tied shares the win."),
    # --- rulings
    "7.1": msg("The Hardware Store is an economic building."),
    "7.2": msg("Ironworks: sources give 1 wood or 3 wood beside 2 brick; the card at the table decides."),
    "7.3": msg("Arts Center: sources give 1 clay or 2 clay beside 1 wood; the card at the table decides."),
    "7.4": msg("Coal Trader: at most 1 charcoal and 5 coal if the card shows these limits, otherwise no limit."),
    "7.5": msg(
        "The Luxury Yacht is bought from the town for 20 francs, or swapped for an own iron ship at a wharf, without "
        "energy or brick."
    ),
    "7.6": msg(
        "The Luxury Yacht counts as a ship for the Dock, but feeds and carries nothing and is no kind of building. Its "
        "fisherman counts. Sold, it lies with the town's buildings."
    ),
    "7.7": msg(
        "The Football Stadium cannot be bought. It waits for the first empty space of the proposals and has number 31 "
        "there; if the town gets it, nobody can."
    ),
    "7.8": msg(
        "Without proposals the town gets no standard building. Clay Mound and Black Market go to the town like others."
    ),
    "7.9": msg("The short version has no special buildings, so the Marketplace looks at none."),
    "7.10": msg(
        "Loans that are open at the end cost 7 points each. Repaying one first is worth 2 points, but the player must "
        "do it."
    ),
    "7.11": msg("A loan card turned over is three loans; loans are counted, not cards."),
    "7.12": msg("Nobody must sell before taking a loan, but all food and all francs must be given first."),
    "7.13": msg(
        "Food that is worth more than needed pays without change and without a loan; the player chooses what to give."
    ),
    "7.14": msg(
        "Ships feed when the food is paid, by the column of the real number of players; a ship sold before feeds "
        "nobody."
    ),
    "7.15": msg("Harvest comes before feeding; the new grain and cattle are no food."),
    "7.16": msg(
        "Who repays all loans just before the tile pays no interest. Who cannot pay it sells something or takes one "
        "more loan and keeps 3 francs of it."
    ),
    "7.17": msg("A new ship goes on top of its pile, and so does a sold one; only the top ship can be had."),
    "7.18": msg(
        "The Storehouse counts single goods; a marker for five counts five. Francs and the bricks on wharves count "
        "nothing."
    ),
    "7.19": msg("Dock and wharves are industrial buildings. The Business Park itself is none and counts for no bonus."),
    "7.20": msg("A bonus card sold pays half of its printed value, never of its bonus."),
    "7.21": msg("Church and Football Stadium cannot be bought back once they are sold."),
    "7.22": msg(
        "In the last action entry fees are due as ever; building is possible, buying is not. Seats go in order."
    ),
    "7.23": msg(
        "Local Court: one loan is given back; of two, one is given back with 2 francs from the bank; of three and "
        "more, two, or one with 2 francs. Without loans it cannot be used."
    ),
    "7.24": msg(
        "Playing alone has no exceptions; limiting the Marketplace to 4 goods and leaving out the Harbor Watch are "
        "house rules."
    ),
    "7.25": msg(
        "Of two entry fees one is paid. A food fee may be paid in food and francs together, a franc fee only in francs."
    ),
}

HOUSE_RULE_NOTES = {
    "small-marketplace": msg("small-marketplace limits the Marketplace to 4 goods (7.24)."),
    "no-harbor-watch": msg("no-harbor-watch leaves the Harbor Watch in the box (7.24)."),
}
