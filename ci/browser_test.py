"""browser_test: a report in a real browser, opened from a file, without a server or a network.

usage: browser_test.py --environment BUILD/browser --assay ASSAY --results-writer PAGE_TEST [--screenshots FOLDER] [unittest arguments]

page_test ("[.results]") makes the results, `assay report` the pages. Exit 77, skipped, without the environment of ci/browser.sh. Screenshots
are kept. The loading time of the full tier's page is printed and not judged.
"""

import argparse
import http.server
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest

CHROMIUM = "/usr/bin/chromium"
VIEWS = ["overview", "pairs", "methods", "case/basic/mlp", "method/make_fx", "capabilities", "feature/numpy", "coverage",
         "overhead", "differences", "drift", "about"]
SERIOUS = {"serious", "critical"}


class Reader:
    """A browser tab, with its console errors and requests."""

    def __init__(self, browser, dark=False):
        self.page = browser.new_page(viewport={"width": 1400, "height": 1000}, color_scheme="dark" if dark else "light")
        self.errors, self.requests = [], []
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, file, view=""):
        self.page.goto(f"file://{file}{'#' + view if view else ''}")
        return self

    def show(self, view):
        self.page.evaluate("view => { location.hash = view; }", view)
        self.page.wait_for_timeout(150)
        return self

    def visible(self, selector):
        return [element for element in self.page.locator(selector).all() if element.is_visible()]

    def asked_beside(self, file):
        """Requests other than the page and the files beside it."""
        beside = f"file://{file}".removesuffix(".html")
        return [url for url in self.requests if not url.split("#")[0].startswith(beside) and not url.startswith(("blob:", "data:"))]

    def serious(self):
        """Rules of axe-core with a serious violation, with the first element of each."""
        from axe_playwright_python.sync_playwright import Axe
        found = Axe().run(self.page).response["violations"]
        return [f"{rule['id']}: {rule['nodes'][0]['html'][:120]}" for rule in found if rule["impact"] in SERIOUS]


class InABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from playwright.sync_api import sync_playwright
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        subprocess.run([options.results_writer, "[.results]"], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "ASSAY_FOLDER": cls.folder.name})
        cls.small = cls.report("small", "--results", "matrix", "--bench", "bench,scaling")
        cls.full = cls.report("full", "--results", "full")

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()
        cls.folder.cleanup()

    @classmethod
    def report(cls, name, *arguments):
        page = cls.root / f"{name}.html"
        subprocess.run([options.assay, "report", *arguments, "--html", page], check=True, stdout=subprocess.DEVNULL,
                       cwd=cls.root)
        return page

    def reader(self, file=None, view="", **how):
        reader = Reader(self.browser, **how)
        self.addCleanup(reader.page.close)
        return reader.open(file or self.small, view)

    def altered(self, name, old, new):
        """The page with a seeded defect."""
        text = self.small.read_text(encoding="utf-8")
        self.assertIn(old, text)
        page = self.root / f"{name}.html"
        page.write_text(text.replace(old, new, 1), encoding="utf-8")
        return page

    def open_cause(self, reader, operator):
        row = reader.page.locator("#differences tr").filter(has_text=operator)
        row.locator("a[href^='#cause/']").click()

    def screenshot(self, reader, name, height=1000):
        options.screenshots.mkdir(parents=True, exist_ok=True)
        reader.page.screenshot(path=options.screenshots / f"{name}.png", clip={"x": 0, "y": 0, "width": 1400, "height": height})

    def test_every_view_opens_without_an_error_and_asks_for_nothing(self):
        for page in (self.small, self.full):
            reader = self.reader(page)
            for view in VIEWS:
                reader.show(view)
            self.assertEqual(reader.errors, [])
            self.assertEqual(reader.asked_beside(page), [])

    def test_the_twin_a_page_that_errs_or_asks_for_something_is_found(self):
        errs = self.reader(self.altered("errs", "'use strict';", "'use strict'; console.error('seeded');"))
        self.assertEqual(errs.errors, ["seeded"])
        with Counting() as server:
            asking = self.altered("asks", "<main", f"<img src='http://127.0.0.1:{server.port}/x' alt=''><main")
            self.assertEqual(self.reader(asking).asked_beside(asking), [f"http://127.0.0.1:{server.port}/x"])

    def test_an_address_leads_to_a_case_a_method_a_feature_and_a_cause(self):
        reader = self.reader(view="case/basic/mlp")
        self.assertEqual(reader.page.locator("#case h2").inner_text(), "basic/mlp")
        self.assertIn("Recommended for no stated need", reader.page.locator("#case").inner_text())
        for view, heading in {"method/make_fx": "make_fx", "feature/numpy": "numpy"}.items():
            self.assertEqual([each.inner_text() for each in reader.show(view).visible(".item.shown h3")][:1], [heading])
        self.open_cause(reader.show("differences"), "aten.tanh")
        self.assertIn("aten.relu", reader.page.locator(".item.shown").inner_text())
        self.assertEqual(self.reader(view="nowhere").visible("#overview h2")[0].inner_text(), "Overview")

    def test_pairs_are_filtered_and_sorted(self):
        reader = self.reader(view="pairs")
        rows = reader.page.locator("#pairs-table tbody tr")
        before = reader.page.locator("#pairs .dt-info").inner_text()
        reader.page.locator("#pairs select[data-column='4']").select_option("differs")
        self.assertEqual({row.locator("td").first.inner_text() for row in rows.all()}, {"seed/net", "seed/marked_up"})
        reader.page.locator("#pairs select[data-column='4']").select_option("")
        self.assertEqual(reader.page.locator("#pairs .dt-info").inner_text(), before)
        reader.page.locator("#pairs input[type=search]").fill("branches on a value")
        self.assertEqual(rows.count(), 1)
        reader.page.locator("#pairs input[type=search]").fill("")
        for order, first in (("ascending", "aot"), ("descending", "symbolic_trace")):
            reader.page.locator("#pairs-table thead th").filter(has_text="method").click()
            reader.page.wait_for_selector(f"#pairs-table th[aria-sort={order}]")
            self.assertEqual(rows.first.locator("td").nth(2).inner_text(), first)

    def test_a_difference_shows_both_sides_and_a_drawing_with_symbols_besides_colours(self):
        reader = self.reader(view="differences")
        self.open_cause(reader, "aten.tanh")
        item = reader.page.locator(".item.shown")
        self.assertIn("aten.tanh.default(self=%3)", item.inner_text())
        self.assertIn("aten.relu.default(self=%3)", item.inner_text())
        self.assertIn("≠", item.locator(".drawing svg").text_content())
        self.assertIn("assay accept --cause", item.inner_text())
        drawn = item.locator("figure").bounding_box()
        self.screenshot(reader, "difference", height=drawn["y"] + drawn["height"])

    def test_dark_is_as_the_system_is_until_the_button_says_otherwise(self):
        ground = "getComputedStyle(document.body).backgroundColor"
        light, dark = self.reader(view="overhead"), self.reader(view="overhead", dark=True)
        colours = light.page.evaluate(ground), dark.page.evaluate(ground)
        self.assertNotEqual(*colours)
        light.page.get_by_role("button", name="Dark").click()
        self.assertEqual(light.page.evaluate(ground), colours[1])
        light.page.get_by_role("button", name="Light").click()
        self.assertEqual(light.page.evaluate(ground), colours[0])

    def test_the_keyboard_alone_reaches_a_view_a_sorted_column_and_a_case(self):
        reader = self.reader()
        press, focused = reader.page.keyboard.press, lambda: reader.page.evaluate("document.activeElement.innerText")
        press("Tab")
        self.assertEqual(focused(), "Skip to the report")
        for _ in range(12):
            press("Tab")
            if focused() == "Pairs":
                break
        press("Enter")
        reader.page.wait_for_selector("#pairs.shown tbody td")
        for _ in range(40):
            press("Tab")
            if "nodes" in focused():
                break
        press("Enter")
        self.assertEqual(reader.page.locator("#pairs-table th[aria-sort]").inner_text(), "nodes")
        for _ in range(40):
            press("Tab")
            if reader.page.evaluate("document.activeElement.closest('td') !== null"):
                break
        press("Enter")
        reader.page.wait_for_selector("#case.shown h2")

    def test_axe_finds_no_serious_problem_in_any_view_light_or_dark(self):
        for dark in (False, True):
            reader = self.reader(dark=dark)
            cause = reader.page.locator("#differences a[href^='#cause/']").first.get_attribute("href")[1:]
            for view in [*VIEWS, cause]:
                self.assertEqual(reader.show(view).serious(), [], f"{view}, {'dark' if dark else 'light'}")

    def test_the_twin_axe_finds_a_button_without_a_name(self):
        found = self.reader(self.altered("unnamed", "<main", "<button></button><main")).serious()
        self.assertEqual([rule.split(":")[0] for rule in found], ["button-name"])

    def test_plots_have_a_mark_for_every_value(self):
        reader = self.reader(view="overhead")
        reader.page.wait_for_selector(".plot svg")
        points = reader.page.locator("[data-plot=overhead-plot] svg [aria-roledescription='point']")
        self.assertEqual(points.count(), 6)  # two families by three methods
        self.screenshot(reader, "overhead")

    def test_hostile_names_stay_text(self):
        reader = self.reader(view="differences")
        self.open_cause(reader, "aten.exp")
        self.assertIn("<img src=x", reader.page.locator(".item.shown").inner_text())
        for view in ["pairs", "methods", "overview", "case/seed/hostile"]:
            reader.show(view)
        self.assertIn("<img src=x", reader.page.locator("#case").inner_text())
        self.assertEqual(reader.page.locator("img").count(), 0)
        self.assertTrue(reader.page.title().startswith("Assay: "))

    def test_the_page_of_the_full_tier_is_small_and_its_cases_lie_beside_it(self):
        self.assertLess(self.full.stat().st_size, 15_000_000)
        begin = time.monotonic()
        reader = self.reader(self.full, "pairs")
        reader.page.wait_for_selector("#pairs-table tbody tr td")
        opened = time.monotonic() - begin
        reader.page.locator("#pairs input[type=search]").fill("family7/model_with_a_name_7")
        self.assertIn("family7", reader.page.locator("#pairs-table tbody tr").first.inner_text())
        print(f"full tier: {self.full.stat().st_size / 1e6:.1f} MB, {opened:.2f} s to its table of pairs, "
              f"{time.monotonic() - begin - opened:.2f} s to search it", file=sys.stderr)
        reader.show("case/family7/model_with_a_name_7").page.wait_for_selector("#case h2")
        self.assertEqual(reader.page.locator("#case h2").inner_text(), "family7/model_with_a_name_7")
        self.screenshot(reader, "case")

    def test_what_the_readme_shows(self):
        reader = self.reader()
        self.assertIn("What needs attention first", reader.page.locator("#overview").inner_text())
        self.screenshot(reader, "overview")
        reader.show("capabilities").page.wait_for_selector("#capabilities td.sign")
        self.screenshot(reader, "capabilities")


class Counting:
    """A server on this machine that detects requests of a page."""

    def __enter__(self):
        class Silent(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_error(404)

            def log_message(self, *_):
                pass

        self.server = http.server.HTTPServer(("127.0.0.1", 0), Silent)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--environment", required=True)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--results-writer", required=True)
    parser.add_argument("--screenshots", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "assay-screenshots")
    return parser.parse_known_args()


if __name__ == "__main__":
    options, rest = arguments()
    python = pathlib.Path(options.environment, "bin", "python")
    if not python.exists() or not os.path.exists(CHROMIUM):
        print(f"{python if not python.exists() else CHROMIUM} is not there; next: ci/browser.sh")
        sys.exit(77)
    if pathlib.Path(sys.prefix).resolve() != pathlib.Path(options.environment).resolve():
        os.execv(python, [str(python), "-B", *sys.argv])
    unittest.main(argv=[sys.argv[0], *rest])
