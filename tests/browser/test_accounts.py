"""The first admin changes the one-time password before anything else, and lets somebody in."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visiting
from tests.browser.pit import Pit
from tests.server.live import PASSWORD

OWN = "a password of my own"


def test_an_admin_changes_the_one_time_password_and_lets_a_player_in(pit: Pit, visiting: Visiting) -> None:
    one_time = pit.live.users.first_admin(pit.live.clock())
    assert one_time
    admin, player = visiting(), visiting()
    admin.sign_in("admin", one_time)
    expect(admin.page.get_by_role("heading", name="Choose your own password")).to_be_visible()
    admin.page.get_by_label("One-time password").fill(one_time)
    admin.page.get_by_label(re.compile("^New password")).fill(OWN)
    admin.page.get_by_role("button", name="Change the password").click()
    expect(admin.page.get_by_role("heading", name="Tables")).to_be_visible()

    admin.page.get_by_role("banner").get_by_role("link", name="Users").click()
    admin.page.get_by_label("Name").fill("carol")
    admin.page.get_by_role("combobox", name="Role", exact=True).select_option("player")
    admin.page.get_by_role("button", name="Add").click()
    told = admin.page.get_by_role("status").filter(has_text="One-time password for carol")
    expect(told).to_be_visible()
    handed = told.get_by_role("code").inner_text()

    player.sign_in("carol", handed)
    expect(player.page.get_by_role("heading", name="Choose your own password")).to_be_visible()
    player.come_in("/history")
    expect(player.page.get_by_role("heading", name="Choose your own password")).to_be_visible()


def test_a_wrong_password_is_told_in_a_sentence(pit: Pit, visiting: Visiting) -> None:
    pit.add("dora")
    visitor = visiting()
    visitor.expect_complaint("status of 401")
    visitor.come_in("/sign-in")
    visitor.page.get_by_label("Name").fill("dora")
    visitor.page.get_by_label("Password").fill("not " + PASSWORD)
    visitor.page.get_by_role("button", name="Sign in").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text(re.compile(r"\w+ \w+ \w+.*\."))
