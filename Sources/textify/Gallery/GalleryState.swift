import ControlAPI
import Domain
import PlatformSystem

/// What the gallery shows, as keys and answers of the service change it.
struct GalleryState: Equatable {
    enum Mode: Equatable {
        case browsing
        case help
        /// The search is being typed.
        case search
        /// Tags are being typed.
        case tags
        /// Whether the artwork is to be moved to the trash.
        case question
    }

    /// A change of the selected artwork.
    enum Change: Equatable {
        case favourite(Bool)
        case trash(Bool)
        case tags(TagEdit)
    }

    enum Effect: Equatable {
        case none
        case quit
        /// Loads the results of a search from the first one on.
        case search(String)
        case change(Change, artwork: String)
        /// Opens the picture with another program.
        case open(artwork: String)
    }

    /// What the last line says until the next key.
    enum Notice: Equatable {
        case text(String)
        case mistake(LibraryQueryProblem)
        case notATag(String)
    }

    private(set) var results = GalleryResults()
    private(set) var mode = Mode.browsing
    /// Whether the selected artwork has the screen for itself.
    private(set) var isOpen = false
    /// The selected artwork's index.
    private(set) var selected = 0
    /// The first row of cells on the screen.
    private(set) var firstRow = 0
    /// What was typed so far.
    private(set) var input = ""
    /// Whether all pages are being loaded, to select the last artwork.
    private(set) var isGoingToEnd = false
    /// Whether the next page could not be loaded. It is tried again after the next key.
    private var isStalled = false
    var notice: Notice?

    var selection: ArtworkEntry? { results.artworks.indices.contains(selected) ? results.artworks[selected] : nil }
    private var last: Int { max(0, results.artworks.count - 1) }
}

/// Answers of the service.
extension GalleryState {
    /// Shows the first page of a search. If it is the same search as before, the artwork stays selected if it is on that
    /// page.
    mutating func show(_ page: ArtworkList, of search: String) {
        let before = results.search == search ? selection?.id : nil
        let place = page.artworks.firstIndex { $0.id == before }
        results = GalleryResults(page, of: search)
        (selected, firstRow, isOpen) = (place ?? 0, 0, isOpen && place != nil)
        (isGoingToEnd, isStalled) = (false, false)
    }

    mutating func append(_ page: ArtworkList) {
        results.append(page)
        if isGoingToEnd, results.next == nil { (selected, isGoingToEnd) = (last, false) }
    }

    /// Stops loading until the next key.
    mutating func stall(_ reason: String) {
        (isGoingToEnd, isStalled, notice) = (false, true, .text(reason))
    }

    mutating func count(_ total: ArtworkTotal) { results.count(total) }

    mutating func replace(_ artwork: ArtworkEntry) { results.replace(artwork) }
}

/// The part of the results that is on the screen.
extension GalleryState {
    /// Scrolls as far as the selected artwork needs.
    mutating func fit(_ grid: GridLayout) {
        let row = selected / grid.across
        firstRow = min(max(firstRow, row - grid.down + 1), row)
    }

    /// The artworks on the screen.
    func visible(_ grid: GridLayout) -> Range<Int> { screen(0, grid) }

    /// The artworks whose art is needed, the most urgent first: those on the screen, then those that a key leads to.
    func wanted(_ grid: GridLayout) -> [Int] {
        if isOpen { return [selected, selected + 1, selected - 1].filter(results.artworks.indices.contains) }
        return Array((Array(screen(0, grid)) + Array(screen(1, grid))).prefix(ThumbnailStore.most))
    }

    private func screen(_ number: Int, _ grid: GridLayout) -> Range<Int> {
        let count = results.artworks.count
        let start = min(count, firstRow * grid.across + number * grid.count)
        return start..<min(count, start + grid.count)
    }

    /// Whether the next page is needed now: within two screens of the end of what is loaded.
    func needsPage(_ grid: GridLayout) -> Bool {
        guard results.next != nil, !isStalled else { return false }
        return isGoingToEnd || selected + 2 * grid.count >= results.artworks.count
    }
}

/// Keys.
extension GalleryState {
    mutating func press(_ key: TerminalKey, _ grid: GridLayout) -> Effect {
        (notice, isGoingToEnd, isStalled) = (nil, false, false)
        defer { fit(grid) }
        if key == .interrupt { return .quit }
        switch mode {
        case .browsing: return browse(key, grid)
        case .help: mode = .browsing
        case .search: return typeSearch(key)
        case .tags: return typeTags(key)
        case .question: return answer(key)
        }
        return .none
    }

    private mutating func browse(_ key: TerminalKey, _ grid: GridLayout) -> Effect {
        switch key {
        case .character("q") where !isOpen, .character("Q"): return .quit
        case .character("q"), .escape: isOpen = false
        case .enter: isOpen = selection != nil
        case .character("?"): mode = .help
        case .character("/"): (mode, input) = (.search, results.search)
        case .character("r"): return .search(results.search)
        case .character(let letter) where "ftduo".unicodeScalars.contains(letter): return act(letter)
        default: move(key, grid)
        }
        return .none
    }

    private mutating func act(_ letter: Unicode.Scalar) -> Effect {
        guard let artwork = selection else { return .none }
        switch letter {
        case "f": return .change(.favourite(!artwork.isFavourite), artwork: artwork.id)
        case "t": (mode, input) = (.tags, "")
        case "d" where artwork.trashed == nil: mode = .question
        case "u" where artwork.trashed != nil: return .change(.trash(false), artwork: artwork.id)
        case "o": return .open(artwork: artwork.id)
        default: break
        }
        return .none
    }

    /// An open artwork is alone on its screen: all arrows lead to its neighbours.
    private mutating func move(_ key: TerminalKey, _ grid: GridLayout) {
        let (across, page) = isOpen ? (1, 1) : (grid.across, grid.count)
        switch key {
        case .left, .character("h"): move(by: -1, across)
        case .right, .character("l"): move(by: 1, across)
        case .up, .character("k"): move(by: -across, across)
        case .down, .character("j"): move(by: across, across)
        case .pageUp: move(by: -page, across)
        case .pageDown: move(by: page, across)
        case .home: selected = 0
        case .end where results.next == nil: selected = last
        case .end: isGoingToEnd = true
        default: break
        }
    }

    /// At the ends, moves by rows and screens stay in their column if there is an artwork.
    private mutating func move(by steps: Int, _ across: Int) {
        let place = selected + steps
        if place < 0 {
            selected = steps == -1 ? 0 : selected % across
        } else if place > last {
            selected = steps > 1 && selected / across == last / across ? selected : last
        } else {
            selected = place
        }
    }

    private mutating func typeSearch(_ key: TerminalKey) -> Effect {
        guard type(key) else { return .none }
        do throws(LibraryQueryProblem) { _ = try LibraryQuery(text: input) } catch {
            notice = .mistake(error)
            return .none
        }
        mode = .browsing
        return .search(input)
    }

    private mutating func typeTags(_ key: TerminalKey) -> Effect {
        guard type(key) else { return .none }
        let edit: TagEdit
        do throws(TagEdit.Mistake) { edit = try TagEdit(input) } catch {
            notice = .notATag(error.word)
            return .none
        }
        mode = .browsing
        guard !edit.isEmpty, let artwork = selection else { return .none }
        return .change(.tags(edit), artwork: artwork.id)
    }

    /// Returns whether the input is complete.
    private mutating func type(_ key: TerminalKey) -> Bool {
        switch key {
        case .enter: return true
        case .escape: mode = .browsing
        case .backspace: input = String(input.dropLast())
        case .character(let scalar): input.unicodeScalars.append(scalar)
        default: break
        }
        return false
    }

    private mutating func answer(_ key: TerminalKey) -> Effect {
        mode = .browsing
        guard key == .character("y") || key == .character("Y"), let artwork = selection else { return .none }
        return .change(.trash(true), artwork: artwork.id)
    }
}
