"""The way into the demo of hands-free: a new game of robots, and the camera over it."""

from __future__ import annotations

from kivy.clock import Clock

from companion.app.packet_row.robot_source import demo_setup
from companion.app.shell import Screen
from companion.store import StoreError
from companion.words import msg


class DemoGameScreen(Screen):
    """Opens a game and is gone."""

    title = msg("Demo game")

    def build(self) -> None:
        """Nothing to see: the camera view comes at once."""
        Clock.schedule_once(lambda _: self._start() if self.shell.screen is self else None)

    def _start(self) -> None:
        try:
            session = self.desk.start(self.say(self.title), demo_setup())
        except StoreError as error:
            self.shell.back()
            self.shell.tell(self.say(msg("Not saved")), self.say(error.message))
            return
        self.shell.replace("follow", game=session.id)
