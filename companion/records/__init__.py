"""What became of all games: results, statistics, exports and backups. No screen."""
