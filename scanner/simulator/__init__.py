"""A camera simulator: foreign decks, printed anew, laid on tables and filmed, with exact truth."""
