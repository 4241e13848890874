"""Runs the browser tests: `suite.py [--all] [-k WORD]`. Run by `Tests/Web/run`."""

import argparse
import os
import signal
import sys
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from browser import Chromium


class Result(unittest.TextTestResult):
    """Prints a line for each test that failed when it fails, and keeps the times."""

    def startTest(self, test):
        super().startTest(test)
        self._begun = time.monotonic()

    def addSuccess(self, test):
        super().addSuccess(test)
        if os.environ.get("TEXTIFY_WEB_TIMES"):
            print(f"    {time.monotonic() - self._begun:5.1f} s  {name(test)}", flush=True)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self._tell(test, error)

    def addError(self, test, error):
        super().addError(test, error)
        self._tell(test, error)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error:
            self._tell(subtest, error)

    def printErrors(self):
        pass

    def _tell(self, test, error):
        reason = str(error[1]).strip() or error[0].__name__
        lines = reason.partition("Aria snapshot:")[0].rstrip().splitlines()
        print(f"failed: {name(test)}\n        " + "\n        ".join(lines[:12]), flush=True)
        if os.environ.get("TEXTIFY_WEB_TRACE"):
            print(self._exc_info_to_string(error, test))


def name(test):
    return test.id()


def tests(suite):
    for entry in suite:
        if isinstance(entry, unittest.TestSuite):
            yield from tests(entry)
        else:
            yield entry


def chosen(everything, word):
    """Returns the tests whose name contains the word, without those that are only in the long run."""
    for test in tests(unittest.defaultTestLoader.discover(str(Path(__file__).parent))):
        method = getattr(test, test._testMethodName, None)
        # What could not be loaded is a test that fails.
        is_loaded = not type(test).__module__.startswith("unittest.")
        if is_loaded and not everything and not word and not getattr(method, "is_short", False):
            continue
        if not is_loaded or word.lower() in test.id().lower():
            yield test


def interrupt(*_):
    # The only exception that ends a run of tests; the services are removed at the exit.
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(prog="Tests/Web/run")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("-k", metavar="WORD", default="")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, interrupt)
    started = time.monotonic()
    suite = unittest.TestSuite(chosen(options.all, options.k))
    count = suite.countTestCases()
    try:
        result = unittest.TextTestRunner(
            stream=open(os.devnull, "w"), resultclass=Result, verbosity=0).run(suite)
    except KeyboardInterrupt:
        sys.exit("Tests/Web/run: interrupted")
    finally:
        Chromium.stop()
    bad = len(result.failures) + len(result.errors)
    if bad:
        sys.exit(f"Tests/Web/run: {bad} failures; {result.testsRun} of {count} browser tests ran in "
                 f"{time.monotonic() - started:.0f} s")
    if result.testsRun == 0:
        sys.exit("Tests/Web/run: no test ran")
    skipped = len(result.skipped)
    print(f"{result.testsRun - skipped} browser tests passed" + (f", {skipped} skipped" if skipped else ""))


main()
