"""The words by which the tests find things on the pages. Roles are beside their names where they are used."""

import re


def words(*alternatives):
    """Matches a whole label that is one of these, in upper or lower case."""
    return re.compile("^(" + "|".join(alternatives) + ")$", re.I)


# Path and heading of each page that everybody who is logged in can open without an ID.
PAGES = {
    "/": "Home", "/new": "New", "/jobs": "Jobs", "/library": "Library", "/spend": "Spend", "/settings": "Settings"}

NAVIGATION = "Pages"
MORE = words("More")
TOKEN = re.compile("token", re.I)
SIGN_OUT = words("Sign out", "Log out")
SKIP = words("Skip to content")
SHOW = words("Show")

# New
# The text of a label goes on with what is in its field.
PROMPT = re.compile(r"^\s*Prompt")
BACKEND = re.compile(r"^\s*Backend\b")
PICTURE = re.compile("picture: choose", re.I)
COLUMNS = re.compile("^(Columns|Width)", re.I)
GENERATE = words("Generate", "Create", "Submit", "Make it", "Start")
SEED = re.compile("^Seed", re.I)

# Jobs
NEEDS_YOU = "Needs you"
CANCEL = words("Cancel")
APPROVE = words("Approve")
RETRY = re.compile("^(Retry|Try again)", re.I)
PAY_TWICE = re.compile("cost the same once more|paid twice", re.I)
ACKNOWLEDGE = words("Mark as read", "Acknowledge")
CONFIRM_RETRY = re.compile("paid twice", re.I)

# Library
SEARCH = re.compile("^Search", re.I)
LOAD_MORE = words("Load more")
MONTHS = "Months"
FAVOURITE = words("Favourite", "Favorite")
UNFAVOURITE = words("Not a favourite", "Unfavourite")
TRASH = words("Move to trash", "Trash", "Delete")
UNDO = words("Undo")
ADD_TAG = words("Add tag", "Add")
TAG = re.compile(r"^\s*Tag\s*$", re.I)

# Artwork
AS_TEXT = words("As text")
COPY_TEXT = re.compile("^Copy (as )?(plain )?text", re.I)
COPIED = re.compile("copied", re.I)
AGAIN = re.compile("^Again with", re.I)

# Spend, settings and show
MONTH = re.compile("^Month", re.I)
LANGUAGE = re.compile(r"^\s*Language\b")
APPLY = words("Apply")
LINES = re.compile("^Lines to check", re.I)
CHECK = words("Check")
PAUSE = re.compile("^Pause", re.I)
DARK = "dark"
SCHEME = re.compile("scheme|appearance|theme|colou?rs", re.I)

# Sentences
LIVE = re.compile(r"^(live|\d+ s ago)", re.I)
CONNECTION_LOST = re.compile("connection lost|trying", re.I)
LOGIN_REFUSED = re.compile("used|expired|no longer|not valid|invalid", re.I)
SIGN_IN = re.compile("sign in|log in|textify web", re.I)
