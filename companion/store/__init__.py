"""Games on disk: durable at every step, recovered when damaged."""

from companion.store.database import MIGRATIONS, GameInfo, Store, StoredGame
from companion.store.errors import StoreError
from companion.store.recovery import Damage

__all__ = ["MIGRATIONS", "Damage", "GameInfo", "Store", "StoreError", "StoredGame"]
