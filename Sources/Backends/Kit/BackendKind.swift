package import Domain

/// A kind of backend: its keys, defaults and traits, and how to create a backend. A new kind is one value of this type
/// beside its implementation, listed in `backendKinds`.
package struct BackendKind: Sendable {
    package let description: BackendDescription
    /// Prepares a backend. Throws every problem with what the settings refer to. `nil` when the settings are of another
    /// kind.
    package let prepare:
        @Sendable (any BackendKindSettings, BackendContext, BackendHost) throws(BackendSetupFailure) -> PreparedBackend?

    /// `prepare` reads the files and finds the programs that the settings name. See `BackendDescription` for the other
    /// parameters.
    package init<Own: BackendKindSettings>(
        type: String, defaults: Own, fields: @escaping @Sendable (BackendFieldContext) -> [Field<Own>],
        required: [String] = [], traits: BackendTraits,
        limits: @escaping @Sendable (FieldValue) -> CallLimits = { _ in CallLimits() },
        check: @escaping @Sendable (Own, FieldValue, _ key: String, inout FieldReader) -> Void = { _, _, _, _ in },
        prepare: @escaping @Sendable (Own, BackendContext, BackendHost) throws(BackendSetupFailure) -> PreparedBackend
    ) {
        description = BackendDescription(
            type: type, defaults: defaults, fields: fields, required: required, traits: traits, limits: limits,
            check: check)
        self.prepare = { own, context, host throws(BackendSetupFailure) in
            guard let own = own as? Own else { return nil }
            return try prepare(own, context, host)
        }
    }
}

/// A backend whose files and programs have been read and found, so that it can be created with any key.
package struct PreparedBackend: Sendable {
    /// The environment variables that may contain the key when the configuration names no source, in order of
    /// preference.
    package var keyVariables: [String] = []
    package var needsKey = false
    /// Creates the backend with a key; `nil` for none.
    package let make: @Sendable (Secret?) -> any ImageBackend
    /// Tests whether a program follows the protocol; `nil` for backends that are not programs.
    package var conformance: (@Sendable () async -> [ConformanceFinding])?

    /// `make` is called with the context and a key.
    package init(_ context: BackendContext, make: @escaping @Sendable (BackendContext) -> any ImageBackend) {
        self.make = { key in
            var context = context
            context.key = key
            return make(context)
        }
    }
}

/// The problems that prevent a configured backend from being created.
package struct BackendSetupFailure: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        case file(ConfigurationFailure)
        case field(FieldFailure)
        case key(KeyFailure)
        /// The program can't be used; the reason is a sentence.
        case program(String)
    }

    package let problems: [Problem]

    package init(_ problems: [Problem]) {
        self.problems = problems
    }
}

/// The settings that every backend has, and its key.
package struct BackendContext: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// The API key; `nil` for servers that need none.
    package var key: Secret?
    /// Hosts in a private network that pictures may be downloaded from.
    package var allowedHosts: [HostPattern]
    /// Whether calls are free, so that a lost response is simply requested again.
    package var isFree: Bool
    package var limits: CallLimits
    package var onUnknown: UnknownOutcomePolicy
    package var probeInterval: Duration

    package init(
        _ name: String, key: Secret? = nil, allowedHosts: [HostPattern] = [], isFree: Bool = false,
        limits: CallLimits = CallLimits(), onUnknown: UnknownOutcomePolicy = .hold,
        probeInterval: Duration = .seconds(30)
    ) {
        self.name = name
        self.key = key
        self.allowedHosts = allowedHosts
        self.isFree = isFree
        self.limits = limits
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
    }
}

extension BackendHost {
    /// Reads a file that the configuration names, of at most `limit` bytes.
    package func configurationFile(_ path: FolderPath, _ limit: Int) throws(ConfigurationFailure) -> [UInt8] {
        do throws(FileFailure) { return try readFile(path, limit) } catch {
            throw .unreadable(file: path.shown, error)
        }
    }
}

extension Set<GenerationOption> {
    /// The options with the value `true`.
    package static func `where`(_ options: [GenerationOption: Bool]) -> Self { Set(options.filter(\.value).keys) }
}
