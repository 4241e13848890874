"use strict";
{
  // The frames: PlayerFrames.swift says how they are written.
  const [[columns, rows, plays], ...frames] = JSON.parse(document.querySelector("script[type]").textContent)
  const [end] = frames.pop()
  const art = document.querySelector("pre")
  const button = document.querySelector("button")

  // The cells of the current frame; a colour is a number, or -1 for the page's own.
  const texts = [], inks = [], papers = []
  let recent = [], index = -1
  const changed = new Set()
  const values = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map((d, v) => [d, v]))

  const reader = text => {
    let place = 0
    const digit = () => values.get(text[place++])
    const number = () => {
      for (let sum = 0, shift = 0; ; shift += 5) {
        const value = digit()
        sum |= (value & 31) << shift
        if (value < 32) return sum
      }
    }
    return { digit, number, more: () => place < text.length }
  }

  const readCells = text => {
    const cells = [], spans = reader(text)
    for (let cell = 0; spans.more();) {
      cell += spans.number()
      for (let count = spans.number(); count > 0; count--) cells.push(cell++)
    }
    return cells
  }

  const paint = (plane, cells, text) => {
    const tokens = reader(text)
    let color, keeps, repeats = 0
    for (const cell of cells) {
      const token = repeats > 0 ? 34 : tokens.digit()
      if (repeats > 0) repeats--
      else if (token === 34) repeats = tokens.number() - 1
      else {
        keeps = token === 35
        if (token < 32) color = recent[token << 6 | tokens.digit()]
        else if (token === 33) color = -1
        else if (token === 32) {
          color = 0
          for (let count = 0; count < 4; count++) color = color << 6 | tokens.digit()
          recent[Math.imul(color, 0x9E3779B1) >>> 21] = color
        }
      }
      if (!keeps) plane[cell] = color
    }
  }

  const write = (cells, text) => {
    const scalars = [...text]
    let place = 0
    for (const cell of cells) {
      texts[cell] = scalars[scalars.length > 1 ? place++ : 0]
      for (; scalars[place] === "\x01"; place += 2) texts[cell] += scalars[place + 1]
    }
  }

  const apply = ([, spans, ink, paper, text]) => {
    if (index === 0) recent = []
    const cells = readCells(spans)
    paint(inks, cells, ink)
    paint(papers, cells, paper)
    write(cells, text)
    for (const cell of cells) changed.add(Math.floor(cell / columns))
  }

  const lines = []
  for (let row = 0; row < rows; row++) lines.push(document.createElement("span"))

  const code = color => "#" + color.toString(16).padStart(6, "0")
  const css = ({ ink, paper, drawn }) => {
    const upper = ink < 0 ? "inherit" : code(ink)
    if (paper < 0) return ink < 0 ? "" : "color:" + upper
    if (!drawn) return `color:${upper};background:${code(paper)}`
    return "color:transparent;background:" +
      (ink === paper ? upper : `linear-gradient(${upper} 50%,${code(paper)} 0)`)
  }

  // Shows a run in an element that is there already if it can.
  const put = (line, there, run) => {
    const tag = run.wide ? "I" : run.paper < 0 ? "SPAN" : "B"
    let element = there
    if (there?.tagName !== tag) {
      element = document.createElement(tag)
      there ? there.replaceWith(element) : line.append(element)
    }
    if (element.shown !== run.text) element.textContent = element.shown = run.text
    const style = css(run)
    if (element.look !== style) element.style.cssText = element.look = style
    return element.nextSibling
  }

  const isBlank = cell => [" ", "\u3000", "\0"].includes(texts[cell])
  const draw = row => {
    const line = lines[row], first = row * columns
    let last = first + columns - 1, there = line.firstChild, run
    while (last >= first && isBlank(last) && papers[last] < 0) last--
    for (let cell = first; cell <= last; cell++) {
      const text = texts[cell], ink = inks[cell], paper = papers[cell]
      if (text === "\0") continue
      const wide = cell % columns < columns - 1 && texts[cell + 1] === "\0"
      const drawn = ink >= 0 && paper >= 0 && (text === "▀" || ink === paper)
      if (run && !wide && !run.wide && paper === run.paper && drawn === run.drawn &&
        (ink === run.ink || isBlank(cell) && !drawn)) {
        run.text += text
        continue
      }
      if (run) there = put(line, there, run)
      run = { text, ink, paper, drawn, wide }
    }
    if (run) there = put(line, there, run)
    while (there) {
      const next = there.nextSibling
      there.remove()
      there = next
    }
  }

  const show = target => {
    if (target < index) index = -1
    while (index < target) apply(frames[++index])
    changed.forEach(draw)
    changed.clear()
    if (!lines[0].isConnected) art.replaceChildren(...lines.flatMap(line => [line, "\n"]))
  }

  // Times are absolute, so that errors don't add up: `origin` is when the first frame was due.
  let request = 0, origin = 0, before = 0, position = 0
  const indexAt = time => {
    let found = index >= 0 && frames[index][0] <= time ? index : 0
    while (found + 1 < frames.length && frames[found + 1][0] <= time) found++
    return found
  }
  const tick = now => {
    // Browsers don't draw a page in the background. Playback resumes where it stopped.
    if (now - before > 1000) origin += now - before
    before = now
    position = Math.max(0, now - origin)
    if (plays && position >= plays * end) {
      show(frames.length - 1)
      return pause()
    }
    show(indexAt(position % end))
    request = requestAnimationFrame(tick)
  }
  const label = () => { button.textContent = request ? button.dataset.pause : button.dataset.play }
  const pause = () => {
    cancelAnimationFrame(request)
    request = 0
    label()
  }
  const play = () => {
    if (plays && position >= plays * end) position = 0
    before = performance.now()
    origin = before - position
    request = requestAnimationFrame(tick)
    label()
  }
  const toggle = () => request ? pause() : play()
  const step = target => {
    pause()
    show((target + frames.length) % frames.length)
    position = frames[index][0]
  }

  if (frames.length > 1) {
    button.hidden = false
    button.addEventListener("click", toggle)
    addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const current = Math.max(index, 0)
      if (event.key === " " && event.target !== button) toggle()
      else if (event.key === "ArrowRight") step(current + 1)
      else if (event.key === "ArrowLeft") step(current - 1)
      else if (event.key === "Home") step(0)
      else return
      event.preventDefault()
    })
    const calm = matchMedia("(prefers-reduced-motion: reduce)")
    calm.addEventListener("change", () => { if (calm.matches) pause() })
    calm.matches ? label() : play()
  }
}
