package import Domain

/// Overlays the fields of a drop or a submission on its folder's request.
package struct RequestLayer: Sendable {
    private let table: FieldTable<Request>
    /// The default picture size of each backend that has one, by name.
    private var sizes: [String: PictureSize] = [:]
    /// The options set in each backend's table.
    private var configuredOptions: [String: Set<GenerationOption>] = [:]
    /// The folder's template of prompts.
    private let template: PromptTemplate?
    /// The names of the drop's subfolders that become its tags.
    private var subfolders: [String] = []
    /// A backend that is not listed accepts everything.
    private let capabilities: [String: BackendCapabilities]
    /// Backends that must not be used.
    private var forbidden: Set<String> = []

    /// `backends`: the configured names.
    package init(
        backends: [String] = ["sketch"], abilities: [String: BackendCapabilities] = [:], template: PromptTemplate? = nil
    ) {
        table = .request(backends: backends)
        capabilities = abilities
        self.template = template
    }

    /// `template`: the folder's. `isLocalOnly`: only backends on this machine may be used.
    package init(
        _ settings: Settings, abilities: [String: BackendCapabilities] = [:], template: PromptTemplate? = nil,
        isLocalOnly: Bool = false
    ) {
        self.init(backends: settings.backendNames, abilities: abilities, template: template)
        for backend in settings.backends {
            sizes[backend.name] = backend.size
            configuredOptions[backend.name] = backend.own.value.configuredOptions
        }
        if isLocalOnly { forbidden = BackendSettings.remoteNames(settings.backends) }
    }

    /// Returns a layer that also adds the names of a drop's subfolders as tags.
    func adding(subfolders names: [String]) -> RequestLayer {
        var layer = self
        layer.subfolders = names
        return layer
    }

    /// Overlays fields on a request. When they select another backend than the folder's, the request takes that
    /// backend's own size and drops those folder options that it does not support or that its table sets. Returns the
    /// invalid fields. `origin`: where the fields come from.
    func overlay(
        _ fields: FieldValue, on request: inout Request, file: String = "", from origin: RequestOrigin
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
        let unsupported = Set(capabilities[backend]?.optionFailures(request.generation).map(\.key) ?? [])
        for option in GenerationOption.allCases where fields[option.rawValue] == nil {
            let isConfigured = configuredOptions[backend]?.contains(option) == true
            guard isConfigured || unsupported.contains(option.rawValue) else { continue }
            request.generation.clear(option)
            request.origins[option.rawValue] = isConfigured ? [.backend] : nil
        }
        return failures
    }

    /// Inserts the request's prompt and tags, which are complete then, into the folder's template. Throws if there is no
    /// prompt, or if the result is longer than `limit` characters.
    func completePrompt(of request: inout Request, limit: Int) throws(PromptFailure) {
        request.add(subfolders: subfolders)
        let prompt = try PromptText.checked(request.prompt ?? "", limit: limit)
        request.prompt =
            try template.map { template throws(PromptFailure) in
                try PromptText.checked(template.prompt(prompt, tags: request.tags), limit: limit)
            } ?? prompt
    }

    /// Returns what the request's backend does not support, at its place in `fields`. If the request is lenient,
    /// unsupported options are removed from it and recorded in `leftOut` instead. `given`: the formats of the
    /// pictures submitted with the prompt.
    func resolveOptions(
        of request: inout Request, _ fields: FieldValue? = nil, file: String = "", given: [PictureFormat] = []
    ) -> [FieldFailure] {
        func failure(_ key: String, _ problem: FieldFailure.Problem) -> FieldFailure {
            FieldFailure(key: key, problem: problem, file: file, at: fields?[key])
        }
        let backend = request.generation.backend
        guard let task = request.source.task else { return [] }
        if let seed = request.generation.sample(request.pictures).seed, seed > UInt64(Int64.max) {
            return [failure("seed", .outOfRange(got: "\(seed)", range: "0–\(Int64.max)"))]
        }
        if forbidden.contains(backend) { return [failure("backend", .notLocal(backend: backend))] }
        guard let supported = capabilities[backend] else { return [] }
        let hasNoPicture = given.isEmpty && task == .textToImage
        let pictureOptions: [GenerationOption] = [.strength, .mask].filter {
            hasNoPicture && request.generation.text(of: $0) != nil
        }
        let written = pictureOptions.filter { fields?[$0.rawValue] != nil }
        if !request.generation.isLenient, !written.isEmpty { return written.map { failure($0.rawValue, .noPicture) } }
        // A folder may set them for all pictures that will be dropped.
        for option in pictureOptions where !written.contains(option) { request.generation.clear(option) }
        let others = capabilities.filter { $0.key != backend }
        var faults = supported.faults(request, given: given, among: others)
        let optionFailures = supported.optionFailures(request.generation, among: others)
        if request.generation.isLenient {
            let unsupported = optionFailures.compactMap { GenerationOption(rawValue: $0.key) }
            request.generation.leftOut = unsupported + written.filter { !unsupported.contains($0) }
            for option in request.generation.leftOut { request.generation.clear(option) }
        } else {
            faults += optionFailures
        }
        return faults.map { failure($0.key, $0.problem) }
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

    /// Builds a complete request. A single picture without a prompt is rendered directly unless it is to be upscaled;
    /// everything else needs a prompt of at most `limit` characters. Throws the options that the backend does not
    /// support.
    package func request(
        _ fields: FieldValue, over base: Request, given: [Given] = [], limit: Int, file: String = "",
        from origin: RequestOrigin
    ) throws(RequestFault) -> Request {
        var request = base
        request.prompt = nil
        let failures = overlay(fields, on: &request, file: file, from: origin)
        guard failures.isEmpty else { throw .fields(failures) }
        if !given.isEmpty, fields["prompt"] == nil {
            guard given.count == 1 else {
                throw .fields([FieldFailure(key: "prompt", problem: .promptNeeded(pictures: given.count), file: file)])
            }
            // Without a prompt a picture is sent to a backend only for upscaling.
            guard fields["upscale"] != nil else { return request }
        } else {
            do throws(PromptFailure) { try completePrompt(of: &request, limit: limit) } catch {
                throw .prompt(error)
            }
        }
        var optionFailures = resolveOptions(of: &request, fields, file: file, given: given.compactMap(\.format))
        let backend = request.generation.backend
        if let failure = capabilities[backend]?.fault(pictureBytes: given.map(\.bytes), backend: backend) {
            optionFailures.append(failure)
        }
        guard optionFailures.isEmpty else { throw .fields(optionFailures) }
        return request
    }
}

extension Request {
    /// Adds the pictures submitted with `fields`: as the input of an edit, or the first to be rendered directly.
    package mutating func take(_ pictures: InputPictures, as fields: FieldValue) {
        let text = prompt ?? (fields["upscale"] == nil ? nil : "")
        source = text.map { .edit($0, pictures) } ?? .picture(pictures.first.digest, pictures.first.format)
    }
}
