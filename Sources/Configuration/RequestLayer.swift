package import Domain

/// Lays the fields of a drop or a submission over its folder's request.
package struct RequestLayer: Sendable {
    private let table: FieldTable<Request>
    /// What a backend paints where nothing says a size, by its name.
    private let sizes: [String: PictureSize]
    /// What a backend's table says itself.
    private let own: [String: Set<GenerationOption>]
    /// What becomes of a prompt: `{prompt}` stands for its words.
    private let template: String?
    /// What backends can honour; those that are missing take anything.
    private let abilities: [String: BackendAbilities]
    /// Backends that must not be asked.
    private let barred: Set<String>

    /// `backends` are the names that are configured, and `sizes` what of them have a size of their own.
    package init(
        backends: [String] = ["sketch"], sizes: [String: PictureSize] = [:],
        own: [String: Set<GenerationOption>] = [:], abilities: [String: BackendAbilities] = [:],
        template: String? = nil, barred: Set<String> = []
    ) {
        self.template = template
        self.barred = barred
        table = .request(backends: backends)
        self.sizes = sizes
        self.own = own
        self.abilities = abilities
    }

    /// `template`: the folder's. `isLocalOnly`: only backends on this machine may be asked.
    package init(
        _ settings: Settings, abilities: [String: BackendAbilities] = [:], template: String? = nil,
        isLocalOnly: Bool = false
    ) {
        let sizes = settings.backends.compactMap { backend in backend.size.map { (backend.name, $0) } }
        let own = settings.backends.map { ($0.name, $0.ownOptions) }
        self.init(
            backends: settings.backendNames, sizes: Dictionary(sizes) { first, _ in first },
            own: Dictionary(own) { first, _ in first }, abilities: abilities, template: template,
            barred: isLocalOnly ? BackendSettings.leavingThisMachine(settings.backends) : [])
    }

    /// Who chooses another backend than the folder's gets that one's own size, and of the folder's options those that
    /// it can honour and doesn't say itself. Returns what can't be taken. `origin`: where the fields were said.
    package func lay(
        _ fields: FieldValue, over request: inout Request, file: String = "", from origin: RequestOrigin
    ) -> [FieldFailure] {
        let chosen = request.generation.backend
        let failures = table.apply(fields, to: &request, file: file)
        request.note(fields, from: origin)
        let backend = request.generation.backend
        guard backend != chosen else { return failures }
        if fields["size"] == nil, let size = sizes[backend] {
            request.generation.size = size
            request.note("size", from: .backend)
        }
        let unfit = Set(abilities[backend]?.misfits(request.generation).map(\.key) ?? [])
        for option in GenerationOption.allCases where fields[option.rawValue] == nil {
            let isOwn = own[backend]?.contains(option) == true
            guard isOwn || unfit.contains(option.rawValue) else { continue }
            request.generation.clear(option)
            request.origins[option.rawValue] = isOwn ? [.backend] : nil
        }
        return failures
    }

    /// The words in their folder's template, at most `limit` characters long.
    func worded(_ words: String?, limit: Int) throws(PromptFailure) -> String {
        let prompt = try PromptText.checked(words ?? "", limit: limit)
        guard let template else { return prompt }
        return try PromptText.checked(
            template.split(separator: "{prompt}", omittingEmptySubsequences: false).joined(separator: prompt),
            limit: limit)
    }

    func fault(pictureBytes count: Int, backend: String) -> FieldFailure? {
        abilities[backend]?.fault(pictureBytes: count, backend: backend)
    }

    /// What the backend can't honour, at its place in `fields`; where the request is lenient, options are left out of it
    /// and named in it.
    /// `given`: the format of a picture that comes along with the words.
    package func fit(
        _ request: inout Request, _ fields: FieldValue? = nil, file: String = "", given: PictureFormat? = nil
    ) -> [FieldFailure] {
        let backend = request.generation.backend
        if request.source.task != nil, barred.contains(backend) {
            let entry = fields?["backend"]
            return [
                FieldFailure(
                    key: "backend", problem: .notLocal(backend: backend), file: file, line: entry?.line ?? 0,
                    column: entry?.column ?? 0)
            ]
        }
        guard let able = abilities[backend], request.source.task != nil else { return [] }
        // A folder may say it once for all pictures that will be given.
        let strays = given == nil && request.source.task == .textToImage ? Self.strays(request.generation) : []
        let said = strays.filter { fields?[$0.rawValue] != nil }
        if !request.generation.isLenient, !said.isEmpty {
            return said.compactMap { option in
                fields?[option.rawValue].map {
                    FieldFailure(
                        key: option.rawValue, problem: .noPicture, file: file, line: $0.line, column: $0.column)
                }
            }
        }
        for option in strays where !said.contains(option) { request.generation.clear(option) }
        let others = abilities.filter { $0.key != request.generation.backend }
        var faults = able.faults(request, given: given, among: others)
        let misfits = able.misfits(request.generation, among: others)
        if request.generation.isLenient {
            request.generation.leftOut = misfits.compactMap { GenerationOption(rawValue: $0.key) }
            for option in said where !request.generation.leftOut.contains(option) {
                request.generation.leftOut.append(option)
            }
            for option in request.generation.leftOut { request.generation.clear(option) }
        } else {
            faults += misfits
        }
        return faults.map { fault in
            let entry = fields?[fault.key]
            return FieldFailure(
                key: fault.key, problem: fault.problem, file: file, line: entry?.line ?? 0, column: entry?.column ?? 0)
        }
    }

    /// What only means something where a picture is given.
    private static func strays(_ generation: GenerationOptions) -> [GenerationOption] {
        [.strength, .mask].filter { generation.text(of: $0) != nil }
    }
}
