import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// Fetches what the gallery shows from the service, and changes it there.
///
/// Every call is one request or a few, so that keys are read between any two of them.
struct GallerySource {
    private static let page = 200
    /// On the way to the last artwork.
    private static let largestPage = 1_000

    var state = GalleryState()
    private var thumbnails = ThumbnailStore()
    private var viewer = PictureViewer()
    private let art: ThumbnailSource
    private var words: Wording { art.formatter.words }
    private var client: ControlClient { art.client }

    var isColored: Bool { art.isColored }
    var screen: GalleryScreen {
        GalleryScreen(state: state, thumbnails: thumbnails, formatter: art.formatter)
    }

    /// Loads the first results.
    init(_ art: ThumbnailSource, search: String) async throws(ControlClientFailure) {
        self.art = art
        state.show(try await results(of: search), of: search)
    }

    private func results(
        of search: String, after place: String? = nil, limit: Int = page
    ) async throws(ControlClientFailure) -> ArtworkList {
        let query = [QueryString.Item("q", search), QueryString.Item("limit", "\(limit)")]
        return try await client.get("/v1/artworks", query + (place.map { [QueryString.Item("after", $0)] } ?? []))
    }

    /// Loads the next page if it is needed.
    mutating func loadPage(_ size: TerminalSize) async -> Bool {
        guard state.needsPage(GridLayout(screen: size)), let next = state.results.next else { return false }
        let limit = state.isGoingToEnd ? Self.largestPage : Self.page
        do throws(ControlClientFailure) {
            state.append(try await results(of: state.results.search, after: next, limit: limit))
        } catch {
            state.stall(sentence(error))
        }
        return true
    }

    /// Loads the next thing that the screen needs: a page, a thumbnail or the number of results. Returns whether there
    /// was something to load.
    mutating func load(_ size: TerminalSize) async -> Bool {
        if await loadPage(size) { return true }
        if await loadThumbnail(size) { return true }
        return await count()
    }

    private mutating func loadThumbnail(_ size: TerminalSize) async -> Bool {
        let layout = GridLayout(screen: size)
        let room = state.isOpen ? GalleryScreen.artRoom(size) : layout.art
        let wanted = state.wanted(layout).map { state.results.artworks[$0] }
        thumbnails.use(wanted.map { ThumbnailStore.Key($0.id, room) })
        guard let missing = wanted.first(where: { thumbnails[ThumbnailStore.Key($0.id, room)] == nil }) else {
            return false
        }
        let thumbnail = await art.thumbnail(of: missing, room, isWhole: state.isOpen)
        thumbnails.store(thumbnail, ThumbnailStore.Key(missing.id, room))
        return true
    }

    private mutating func count() async -> Bool {
        guard state.results.isCountMissing else { return false }
        let query = [
            QueryString.Item("q", state.results.search), QueryString.Item("limit", "1"),
            QueryString.Item("count", "true"),
        ]
        let list = try? await client.get("/v1/artworks", query, as: ArtworkList.self)
        // A number that can't be found out is not asked for again.
        state.count(list?.count ?? ArtworkTotal(artworks: 0, isComplete: false))
        return true
    }

    private func sentence(_ failure: ControlClientFailure) -> String { CommandFailure(failure, words).text ?? "" }
}

/// Effects of keys. What could not be done is shown in the last line.
extension GallerySource {
    mutating func perform(_ effect: GalleryState.Effect) async {
        switch effect {
        case .none, .quit: break
        case .search(let text): await search(text)
        case .change(let change, let artwork): await apply(change, to: artwork)
        case .open(let artwork): await open(artwork)
        }
    }

    /// After a mistake the earlier results stay. The same search again fetches all art again too.
    private mutating func search(_ text: String) async {
        do throws(ControlClientFailure) {
            let page = try await results(of: text)
            if text == state.results.search { thumbnails.removeAll() }
            state.show(page, of: text)
        } catch {
            state.notice = .text(sentence(error))
        }
    }

    private mutating func apply(_ change: GalleryState.Change, to id: String) async {
        var request = ArtworkChangeRequest()
        request.ids = [id]
        switch change {
        case .favourite(let isFavourite): request.isFavourite = isFavourite
        case .trash(let isTrashed): request.isTrashed = isTrashed
        case .tags(let edit):
            request.addedTags = edit.added.isEmpty ? nil : edit.added.map(\.shown)
            request.removedTags = edit.removed.isEmpty ? nil : edit.removed.map(\.shown)
        }
        guard let body = try? ControlBody.json(of: request) else { return state.notice = .text(words.notJSON) }
        do throws(ControlClientFailure) {
            _ = try await client.post("/v1/artworks/change", body: body, as: ArtworkChangeAnswer.self)
            let changed: ArtworkEntry = try await client.get("/v1/artworks/" + PercentEncoding.encoded(id))
            state.replace(changed)
            state.notice = .text(notice(change, changed))
        } catch {
            state.notice = .text(sentence(error))
        }
    }

    private func notice(_ change: GalleryState.Change, _ artwork: ArtworkEntry) -> String {
        switch change {
        case .favourite: words.favourite(artwork.isFavourite)
        case .trash: words.trash(artwork.trashed != nil)
        case .tags: words.nowTagged(artwork.tags)
        }
    }

    private mutating func open(_ id: String) async {
        let picture: [UInt8]
        do throws(ControlClientFailure) {
            picture = try await client.bytes("/v1/artworks/\(PercentEncoding.encoded(id))/picture")
        } catch {
            return state.notice = .text(sentence(error))
        }
        do throws(FileFailure) {
            switch try await viewer.open(picture, of: id) {
            case .opened(let path): state.notice = .text(words.openedPicture(path))
            case .written(let path): state.notice = .text(words.writtenPicture(path))
            }
        } catch {
            state.notice = .text(words.sentence(error, about: words.thePicture))
        }
    }
}
