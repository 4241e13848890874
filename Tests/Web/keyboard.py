"""Walks through a page with the keyboard alone."""

# Describes the element that has the focus, and what is wrong with how it is shown.
FOCUS = """() => {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  if (!element || element === document.body || element === document.documentElement) return null
  const box = element.getBoundingClientRect()
  // A card shows its focus around its picture, a box around its label.
  const marks = [element, element.closest("label"), element.closest("li"), ...element.children].filter(Boolean).map(one => {
    const style = getComputedStyle(one)
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none"
  })
  const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1)
  const y = Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1)
  const top = document.elementFromPoint(x, y)
  window.textifyWalk ??= new Map()
  if (!textifyWalk.has(element)) textifyWalk.set(element, textifyWalk.size)
  return {
    number: textifyWalk.get(element),
    html: element.cloneNode(false).outerHTML.slice(0, 160),
    isMarked: marks.some(Boolean),
    isCovered: box.width > 1 && !!top && !element.contains(top) && !top.contains(element)
      && !element.labels?.[0]?.contains(top),
    width: box.width, height: box.height,
  }
}"""

# Lists what a mouse could use and the walk has not reached. Of a group of radio buttons one is reached by Tab.
MISSED = """() => [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex]")]
  .filter(element => element.tabIndex >= 0 && !element.disabled && !element.closest("[inert]")
    && element.checkVisibility({ checkVisibilityCSS: true }) && !window.textifyWalk?.has(element)
    && !(element.type === "radio" && [...document.getElementsByName(element.name)].some(other => textifyWalk?.has(other))))
  .map(element => element.cloneNode(false).outerHTML.slice(0, 160))"""


def walk(page, limit=400):
    """Presses Tab until the focus comes round again, and returns the stops and what was not reached."""
    page.evaluate("() => { document.activeElement?.blur(); window.textifyWalk = new Map() }")
    stops = []
    for _ in range(limit):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None or stops and stop["number"] == 0:
            if stops:
                break
            continue
        stops.append(stop)
    return stops, page.evaluate(MISSED)


def tab_to(page, locator, limit=200):
    """Presses Tab until the element has the focus; whether it ever did."""
    for _ in range(limit):
        if locator.evaluate("element => element === document.activeElement"):
            return True
        page.keyboard.press("Tab")
    return False
