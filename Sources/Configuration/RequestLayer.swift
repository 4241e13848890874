public import Domain

/// Lays the fields of a drop or a submission over its folder's request.
public struct RequestLayer: Sendable {
    private let table: FieldTable<Request>
    /// What a backend paints where nothing says a size, by its name.
    private let sizes: [String: PictureSize]

    /// `backends` are the names that are configured, and `sizes` what of them have a size of their own.
    public init(backends: [String] = ["sketch"], sizes: [String: PictureSize] = [:]) {
        table = .request(backends: backends)
        self.sizes = sizes
    }

    public init(_ settings: Settings) {
        let sizes = settings.backends.compactMap { backend in backend.size.map { (backend.name, $0) } }
        self.init(backends: settings.backendNames, sizes: Dictionary(sizes) { first, _ in first })
    }

    /// Who chooses another backend than the folder's, and no size, gets that one's own. Returns what can't be taken.
    public func lay(_ fields: FieldValue, over request: inout Request, file: String = "") -> [FieldFailure] {
        let chosen = request.generation.backend
        let failures = table.apply(fields, to: &request, file: file)
        if fields["size"] == nil, request.generation.backend != chosen {
            request.generation.size = sizes[request.generation.backend] ?? request.generation.size
        }
        return failures
    }
}
