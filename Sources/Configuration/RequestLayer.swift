package import Domain

/// Overlays the fields of a drop or a submission on its folder's request.
package struct RequestLayer: Sendable {
    private let table: FieldTable<Request>
    /// The default picture size of each backend that has one, by name.
    private let sizes: [String: PictureSize]
    /// The options set in each backend's table.
    private let own: [String: Set<GenerationOption>]
    /// The template of prompts: `{prompt}` is replaced by the prompt.
    private let template: String?
    /// The backends' abilities; a backend that is not listed accepts everything.
    private let abilities: [String: BackendCapabilities]
    /// Backends that must not be used.
    private let barred: Set<String>

    /// `backends`: the configured names; `sizes`: the default sizes of those that have one.
    package init(
        backends: [String] = ["sketch"], sizes: [String: PictureSize] = [:],
        own: [String: Set<GenerationOption>] = [:], abilities: [String: BackendCapabilities] = [:],
        template: String? = nil, barred: Set<String> = []
    ) {
        self.template = template
        self.barred = barred
        table = .request(backends: backends)
        self.sizes = sizes
        self.own = own
        self.abilities = abilities
    }

    /// `template`: the folder's. `isLocalOnly`: only backends on this machine may be used.
    package init(
        _ settings: Settings, abilities: [String: BackendCapabilities] = [:], template: String? = nil,
        isLocalOnly: Bool = false
    ) {
        let sizes = settings.backends.compactMap { backend in backend.size.map { (backend.name, $0) } }
        let own = settings.backends.map { ($0.name, $0.own.value.configuredOptions) }
        self.init(
            backends: settings.backendNames, sizes: Dictionary(sizes) { first, _ in first },
            own: Dictionary(own) { first, _ in first }, abilities: abilities, template: template,
            barred: isLocalOnly ? BackendSettings.remoteNames(settings.backends) : [])
    }

    /// Overlays fields on a request. When they select another backend than the folder's, the request takes that
    /// backend's own size and drops those folder options that it does not support or that its table sets. Returns the
    /// invalid fields. `origin`: where the fields come from.
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
        let unfit = Set(abilities[backend]?.optionFailures(request.generation).map(\.key) ?? [])
        for option in GenerationOption.allCases where fields[option.rawValue] == nil {
            let isOwn = own[backend]?.contains(option) == true
            guard isOwn || unfit.contains(option.rawValue) else { continue }
            request.generation.clear(option)
            request.origins[option.rawValue] = isOwn ? [.backend] : nil
        }
        return failures
    }

    /// The prompt inserted into the folder's template, at most `limit` characters long.
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

    /// Returns the options that the backend does not support, at their place in `fields`. When the request is
    /// lenient, they are removed from it and recorded in `leftOut` instead. `given`: the format of a picture
    /// submitted with the prompt.
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
        // A folder may set these for all pictures that will be dropped.
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
        let optionFailures = able.optionFailures(request.generation, among: others)
        if request.generation.isLenient {
            request.generation.leftOut = optionFailures.compactMap { GenerationOption(rawValue: $0.key) }
            for option in said where !request.generation.leftOut.contains(option) {
                request.generation.leftOut.append(option)
            }
            for option in request.generation.leftOut { request.generation.clear(option) }
        } else {
            faults += optionFailures
        }
        return faults.map { fault in
            let entry = fields?[fault.key]
            return FieldFailure(
                key: fault.key, problem: fault.problem, file: file, line: entry?.line ?? 0, column: entry?.column ?? 0)
        }
    }

    /// Options that apply only to requests with a picture.
    private static func strays(_ generation: GenerationOptions) -> [GenerationOption] {
        [.strength, .mask].filter { generation.text(of: $0) != nil }
    }
}

/// The reasons why fields don't form a valid request.
package enum RequestFault: Error, Equatable, Sendable {
    /// The invalid fields, in order; never empty.
    case fields([FieldFailure])
    case prompt(PromptFailure)
}

extension RequestLayer {
    /// A picture submitted with the fields.
    package struct Given: Equatable, Sendable {
        package let format: PictureFormat?
        package let bytes: Int

        package init(format: PictureFormat?, bytes: Int) {
            self.format = format
            self.bytes = bytes
        }
    }

    /// Builds a complete request. A picture without a prompt is rendered directly unless it is to be upscaled;
    /// everything else needs a prompt of at most `limit` characters. Throws the options that the backend does not
    /// support.
    package func request(
        _ fields: FieldValue, over base: Request, given: Given? = nil, limit: Int, file: String = "",
        from origin: RequestOrigin
    ) throws(RequestFault) -> Request {
        var request = base
        request.prompt = nil
        let failures = lay(fields, over: &request, file: file, from: origin)
        guard failures.isEmpty else { throw .fields(failures) }
        if given != nil, fields["prompt"] == nil {
            // Without a prompt a picture is sent to a backend only for upscaling.
            guard fields["upscale"] != nil else { return request }
        } else {
            request.prompt = try prompt(request.prompt, limit)
        }
        var optionFailures = fit(&request, fields, file: file, given: given?.format)
        let backend = request.generation.backend
        if let given, let fault = fault(pictureBytes: given.bytes, backend: backend) { optionFailures.append(fault) }
        guard optionFailures.isEmpty else { throw .fields(optionFailures) }
        return request
    }

    private func prompt(_ words: String?, _ limit: Int) throws(RequestFault) -> String {
        do throws(PromptFailure) { return try worded(words, limit: limit) } catch {
            throw .prompt(error)
        }
    }
}

extension Request {
    /// Adds a picture submitted with `fields`: as the source of an edit, or to be rendered directly.
    package mutating func take(_ picture: StoredPicture, as fields: FieldValue) {
        let words = prompt ?? (fields["upscale"] == nil ? nil : "")
        source =
            words.map { .edit($0, picture.digest, picture.format) } ?? .picture(picture.digest, picture.format)
    }
}
