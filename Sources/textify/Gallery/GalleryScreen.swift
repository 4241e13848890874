import ControlAPI
import Domain
import PlatformSystem
import Words

/// The screen of `textify gallery`: a grid of artworks, or one of them, and a last line.
struct GalleryScreen {
    let state: GalleryState
    let thumbnails: ThumbnailStore
    let formatter: LineFormatter
    private var words: Wording { formatter.words }

    /// As many lines as the screen has, clipped to it. The last column stays free, so that no line wraps.
    func lines(_ size: TerminalSize, isColored: Bool) -> [TerminalText] {
        let (columns, rows) = (max(0, size.columns - 1), max(0, size.rows - 1))
        let body = columns < GridLayout.narrowest ? [] : body(size, isColored).prefix(rows)
        let blank = Array(repeating: TerminalText(""), count: rows - body.count)
        return body + blank + [foot(columns).drawn(columns, isColored: isColored)]
    }

    private func body(_ size: TerminalSize, _ isColored: Bool) -> [TerminalText] {
        let columns = size.columns - 1
        if state.mode == .help {
            return help.map { $0.drawn(columns, isColored: isColored) }
        }
        guard let artwork = state.selection else {
            // A page may be empty although others follow.
            let text = state.results.next == nil ? words.noArtworks : "…"
            return [StyledLine(text).drawn(columns, isColored: isColored)]
        }
        return state.isOpen ? open(artwork, size, isColored) : grid(GridLayout(screen: size), isColored)
    }

    private var help: [StyledLine] {
        words.galleryHelp.map { key, act in
            var line = StyledLine()
            line.add(key, .strong, column: 16)
            line.add(act)
            return line
        }
    }
}

/// The grid.
extension GalleryScreen {
    private func grid(_ layout: GridLayout, _ isColored: Bool) -> [TerminalText] {
        let grid = ArtGrid(layout: layout, isColored: isColored)
        let visible = Array(state.visible(layout))
        let rows = stride(from: 0, to: visible.count, by: layout.across).map { start in
            grid.lines(visible[start..<min(visible.count, start + layout.across)].map { cell($0, layout) })
        }
        return Array(rows.joined(separator: [TerminalText("")]))
    }

    private func cell(_ place: Int, _ layout: GridLayout) -> ArtGrid.Cell {
        let artwork = state.results.artworks[place]
        let isSelected = place == state.selected
        var label = StyledLine(isSelected ? "> " : "  ", .strong)
        label.add(name(artwork), isSelected ? .selected : artwork.trashed == nil ? .plain : .faint)
        return ArtGrid.Cell(
            thumbnail: thumbnails[ThumbnailStore.Key(artwork.id, layout.art)], labels: [label])
    }

    private func name(_ artwork: ArtworkEntry) -> String {
        let mark = artwork.isFavourite ? "★ " : ""
        return artwork.trashed == nil ? mark + artwork.name : "\(mark)(\(words.inTrash)) \(artwork.name)"
    }
}

/// One artwork.
extension GalleryScreen {
    /// The width from which the facts are beside the art.
    private static let wide = 100
    /// The lines that the facts have below the art.
    private static let factRows = 4

    private static func isWide(_ size: TerminalSize) -> Bool { size.columns >= wide }
    private static func panelColumns(_ size: TerminalSize) -> Int { min(56, size.columns / 3) }

    /// The part of the screen for an open artwork's art.
    static func artRoom(_ size: TerminalSize) -> TerminalSize {
        isWide(size)
            ? TerminalSize(columns: size.columns - 1 - panelColumns(size) - GridLayout.gap, rows: max(1, size.rows - 1))
            : TerminalSize(
                columns: max(GridLayout.narrowest, size.columns - 1), rows: max(1, size.rows - 1 - factRows))
    }

    private func open(_ artwork: ArtworkEntry, _ size: TerminalSize, _ isColored: Bool) -> [TerminalText] {
        let room = Self.artRoom(size)
        let thumbnail = thumbnails[ThumbnailStore.Key(artwork.id, room)]
        let art = Thumbnail.rows(of: thumbnail, in: room, isColored: isColored)
        guard Self.isWide(size) else {
            return art.map(\.text) + brief(artwork).map { $0.drawn(size.columns - 1, isColored: isColored) }
        }
        let width = Self.panelColumns(size)
        let facts = facts(artwork, width).map { CellRow($0, width, isColored: isColored) }
        return art.enumerated().map { number, row in
            guard number < facts.count, facts[number].width > 0 else { return row.text }
            var line = row
            line.pad(to: room.columns + GridLayout.gap)
            line.add(facts[number])
            return line.text
        }
    }

    /// All facts, one below the other.
    private func facts(_ artwork: ArtworkEntry, _ width: Int) -> [StyledLine] {
        let rows: [(fact: ArtworkFact, text: String?)] = [
            (.prompt, artwork.prompt),
            (.tags, tags(artwork)),
            (.backend, artwork.backend),
            (.model, artwork.model),
            (.seed, artwork.seed.map(String.init)),
            (.cost, artwork.cost),
            (.folder, artwork.folder),
            (.made, formatter.time(artwork.made.utc)),
            (.trashed, artwork.trashed.map { formatter.time($0.utc) }),
            (.job, artwork.id),
        ]
        let table = LineFormatter(words: words, width: width).table(
            rows.compactMap { fact, text in text.map { [words.label(fact), $0] } }, wraps: true)
        return [StyledLine(name(artwork), .strong), StyledLine()] + table.map { StyledLine($0) }
    }

    /// The most important facts, in `factRows` lines.
    private func brief(_ artwork: ArtworkEntry) -> [StyledLine] {
        let seed = artwork.seed.map { "\(words.label(.seed)) \($0)" }
        let making = [artwork.backend, artwork.model, seed, artwork.cost, formatter.time(artwork.made.utc)]
        return [
            StyledLine(name(artwork), .strong), StyledLine(artwork.prompt ?? ""), StyledLine(tags(artwork) ?? ""),
            StyledLine(making.compactMap(\.self).joined(separator: "  "), .faint),
        ]
    }

    private func tags(_ artwork: ArtworkEntry) -> String? {
        artwork.tags.isEmpty ? nil : artwork.markedTags.joined(separator: ", ")
    }
}

/// The last line.
extension GalleryScreen {
    /// A message, a question, what is typed, or the search and the keys; at its end the position.
    private func foot(_ columns: Int) -> StyledLine {
        let position = position
        var line = text(columns)
        guard !position.isEmpty, columns > CellText.width(of: position) + 20 else { return line }
        let left = columns - CellText.width(of: position) - 2
        line = line.cut(to: left)
        line.pad(to: left + 2)
        line.add(position, .faint)
        return line
    }

    private var position: String {
        guard [.browsing, .question].contains(state.mode), state.selection != nil else { return "" }
        let known = state.results.known
        return words.position(state.selected + 1, of: known.artworks, isComplete: known.isComplete)
    }

    private func text(_ columns: Int) -> StyledLine {
        switch state.notice {
        case .text(let text): return StyledLine(text, .strong)
        case .mistake(let problem): return StyledLine(words.sentence(problem), .careful)
        case .notATag(let word): return StyledLine(words.notATag(word), .careful)
        case nil: break
        }
        switch state.mode {
        case .help: return StyledLine(words.anyKeyReturns, .faint)
        case .search: return typed(words.searchLabel, words.searchHint, columns)
        case .tags: return typed(words.tagsLabel, words.tagsHint, columns)
        case .question: return StyledLine(words.trashQuestion(state.selection?.name ?? ""), .strong)
        case .browsing where state.isGoingToEnd: return StyledLine(words.loading(state.results.artworks.count), .strong)
        case .browsing: return keys
        }
    }

    private var keys: StyledLine {
        var line = StyledLine()
        if !state.results.search.isEmpty {
            line.add(words.searchLabel, .faint)
            line.add(state.results.search + "  ", .strong)
        }
        line.add(state.isOpen ? words.artworkKeys : words.galleryKeys, .faint)
        return line
    }

    /// The end of what was typed is always visible.
    private func typed(_ label: String, _ hint: String, _ columns: Int) -> StyledLine {
        var line = StyledLine(label, .strong)
        let input = TerminalText.line(state.input)
        var shown = Substring(input)
        while CellText.width(of: shown) > max(8, columns - line.width - 4), !shown.isEmpty { shown.removeFirst() }
        line.add((shown.count < input.count ? "…" : "") + shown + "_  ", .strong)
        line.add(hint, .faint)
        return line
    }
}
