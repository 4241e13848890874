import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// Fetches artworks' art in the size of a part of the screen.
struct ThumbnailSource {
    let client: ControlClient
    let formatter: LineFormatter
    let isColored: Bool
    /// The charset for art with colours.
    let charset: Charset

    /// How long the person may have to wait for a thumbnail, since keys are read between two of them.
    private static let limit = Duration.seconds(20)

    /// Standard output's colours and charset, as far as the terminal is known.
    init(_ client: ControlClient, _ formatter: LineFormatter) async {
        let output = await OutputTraits.standard()
        let profile = output.profile(output.isTerminal ? output.report() : nil)
        self.init(
            client: client, formatter: formatter, isColored: output.isTerminal && profile.colors != .none,
            charset: profile.charset)
    }

    init(client: ControlClient, formatter: LineFormatter, isColored: Bool, charset: Charset) {
        self.client = client
        self.formatter = formatter
        self.isColored = isColored
        self.charset = charset
    }

    /// `isWhole`: the art has the screen for itself. The delivered text art is then shown if there is no picture any
    /// more, in whatever size it has.
    func thumbnail(of artwork: ArtworkEntry, _ size: TerminalSize, isWhole: Bool = false) async -> Thumbnail {
        if artwork.pictureRemoved != nil, !isWhole { return .note(gone(artwork)) }
        let size = TerminalSize(columns: min(500, size.columns), rows: min(500, size.rows))
        var query = [QueryString.Item("columns", "\(size.columns)"), QueryString.Item("rows", "\(size.rows)")]
        if isColored { query.append(ArtworkPath.autoCharset(charset)) }
        do throws(ControlClientFailure) {
            let path = ArtworkPath.text(of: artwork.id, isColored ? "ansi" : "txt")
            return Self.art(try await client.bytes(path, query, limit: Self.limit), size)
        } catch {
            guard isWhole, Self.isGone(error) else { return .note(note(artwork, error)) }
            let path = ArtworkPath.text(of: artwork.id, "txt")
            let delivered = try? await client.bytes(path, limit: Self.limit)
            return delivered.map { Self.art($0, size) } ?? .note(gone(artwork))
        }
    }

    private static func art(_ bytes: [UInt8], _ size: TerminalSize) -> Thumbnail {
        .art(ScreenArt(title: "", String(decoding: bytes, as: UTF8.self)).rows(centredIn: size))
    }

    private static func isGone(_ failure: ControlClientFailure) -> Bool {
        guard case .refused(let problem) = failure, let code = ErrorCode(rawValue: problem.code) else { return false }
        return [.artGone, .pictureRemoved].contains(code)
    }

    private func note(_ artwork: ArtworkEntry, _ failure: ControlClientFailure) -> String {
        Self.isGone(failure) ? gone(artwork) : CommandFailure(failure, formatter.words).text ?? ""
    }

    private func gone(_ artwork: ArtworkEntry) -> String {
        formatter.words.pictureGone(on: artwork.pictureRemoved.map { String(formatter.time($0.utc).prefix(10)) })
    }
}

/// Thumbnails in memory, bounded in number and size. Those that were used last are kept.
struct ThumbnailStore {
    struct Key: Hashable {
        let artwork: String
        let columns: Int
        let rows: Int

        init(_ artwork: String, _ size: TerminalSize) {
            self.artwork = artwork
            columns = size.columns
            rows = size.rows
        }
    }

    /// More than the cells of two screens.
    static let most = 400
    private static let bytes = 64 << 20

    private var thumbnails: [Key: Thumbnail] = [:]
    /// The key that was used last is the last one.
    private var order: [Key] = []
    private var weight = 0

    subscript(key: Key) -> Thumbnail? { thumbnails[key] }

    /// Marks thumbnails as used, the first key last, so that it is kept longest.
    mutating func use(_ keys: [Key]) {
        let used = Set(keys)
        order = order.filter { !used.contains($0) } + keys.reversed().filter { thumbnails[$0] != nil }
    }

    /// Stores a thumbnail and removes those that were not used for the longest time.
    mutating func store(_ thumbnail: Thumbnail, _ key: Key) {
        remove(key)
        thumbnails[key] = thumbnail
        order.append(key)
        weight += thumbnail.weight
        while order.count > 1, order.count > Self.most || weight > Self.bytes { remove(order[0]) }
    }

    mutating func removeAll() { self = ThumbnailStore() }

    private mutating func remove(_ key: Key) {
        guard let removed = thumbnails.removeValue(forKey: key) else { return }
        weight -= removed.weight
        order.removeAll { $0 == key }
    }
}
