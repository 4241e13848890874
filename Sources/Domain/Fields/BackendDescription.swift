/// The settings that only one kind of backend has: the kind's own keys of a `[backends.NAME]` table.
package protocol BackendKindSettings: Equatable, Sendable {
    /// The base URL of the service; `nil` if there is none or it is unknown.
    var address: String? { get }
    /// The picture options that are set. They take precedence over the general defaults when a folder does not set
    /// them.
    var configuredOptions: Set<GenerationOption> { get }
    /// Writes the settings that the pictures depend on, for the purchase key. Settings that only concern how the
    /// service is reached or run are left out. The names are those of the configuration file. Changing what is written
    /// here buys pictures a second time.
    func addPurchase(to fields: inout CanonicalFields)
    /// The backends that requests are passed to.
    var members: [String] { get }
    /// Whether the backend runs a program that is searched for in the plugin folder.
    var needsPluginFolder: Bool { get }
    /// Whether the backend's program runs in a sandbox; `nil` for kinds that run none.
    var isSandboxed: Bool? { get }
}

extension BackendKindSettings {
    package var address: String? { nil }
    package var configuredOptions: Set<GenerationOption> { [] }
    package var members: [String] { [] }
    package var needsPluginFolder: Bool { false }
    package var isSandboxed: Bool? { nil }

    package func isEqual(to other: any BackendKindSettings) -> Bool { (other as? Self) == self }
}

/// The condition under which calls of a backend are free, so that a call without a response can simply be sent again.
/// The configuration decides, never the address: a proxy to a paid service may also listen on this machine.
package enum BackendPricing: Equatable, Sendable {
    /// Free if `free = true` is set; if `free` is not set, `isFreeByDefault` decides.
    case declared(isFreeByDefault: Bool)
    /// Free unless a price is configured, as for a server that people run on their own hardware.
    case freeUnlessPriced
}

/// The properties of a kind of backend that the configuration and the service depend on.
package struct BackendTraits: Equatable, Sendable {
    /// Whether the backend is called over the network, so that it may need an API key and a proxy.
    package var isRemote: Bool
    /// Whether the service's responses contain URLs of pictures or pending work.
    package var returnsURLs: Bool
    package var pricing: BackendPricing
    /// Whether a model generates the pictures. A backend without a model may replace another one only where that is
    /// allowed explicitly.
    package var usesAI: Bool
    /// Whether the backend passes all requests to other backends.
    package var delegates: Bool
    /// Whether the backend makes pictures. One that doesn't looks at them and suggests tags.
    package var makesPictures: Bool

    package init(
        isRemote: Bool = true, returnsURLs: Bool = false,
        pricing: BackendPricing = .declared(isFreeByDefault: false), usesAI: Bool = true, delegates: Bool = false,
        makesPictures: Bool = true
    ) {
        self.isRemote = isRemote
        self.returnsURLs = returnsURLs
        self.pricing = pricing
        self.usesAI = usesAI
        self.delegates = delegates
        self.makesPictures = makesPictures
    }
}

/// The default limits of calls.
package struct CallLimits: Equatable, Sendable {
    /// The maximum number of concurrent calls.
    package var concurrency: Int
    /// The time limit per picture.
    package var timeout: Duration

    package init(concurrency: Int = 4, timeout: Duration = .seconds(300)) {
        self.concurrency = concurrency
        self.timeout = timeout
    }

    /// The limits of a server on the user's own hardware, which generates one picture at a time and may be slow.
    package static var ownHardware: CallLimits { CallLimits(concurrency: 1, timeout: .seconds(3600)) }
}

/// The facts, besides the kind, that the fields of a backend's table depend on.
package struct BackendFieldContext: Sendable {
    /// Makes paths absolute.
    package let paths: PathResolver
    /// The names of the other backends.
    package let backends: [String]

    package init(paths: PathResolver, backends: [String]) {
        self.paths = paths
        self.backends = backends
    }
}

/// A kind of backend as far as its configuration is concerned. The configuration reader, the schema, the manual page
/// and `config show` use this value and know no kind by name.
package struct BackendDescription: Sendable {
    /// The value of `type`.
    package let type: String
    /// The kind's settings where a table sets none of them.
    package let defaults: any BackendKindSettings
    package let fields: @Sendable (BackendFieldContext) -> [Field<any BackendKindSettings>]
    /// The names of the required keys beside `type`.
    package let required: [String]
    package let traits: BackendTraits
    /// The default limits, which may depend on other keys of the table.
    package let limits: @Sendable (FieldValue) -> CallLimits
    /// Reports conflicts between the keys of the table at `key`.
    package let check: @Sendable (any BackendKindSettings, FieldValue, _ key: String, inout FieldReader) -> Void

    package init<Own: BackendKindSettings>(
        type: String, defaults: Own, fields: @escaping @Sendable (BackendFieldContext) -> [Field<Own>],
        required: [String] = [], traits: BackendTraits,
        limits: @escaping @Sendable (FieldValue) -> CallLimits = { _ in CallLimits() },
        check: @escaping @Sendable (Own, FieldValue, _ key: String, inout FieldReader) -> Void = { _, _, _, _ in }
    ) {
        self.type = type
        self.defaults = defaults
        self.fields = { fields($0).map { field in field.nested(get: { $0 as? Own }, set: { $0 = $1 }) } }
        self.required = required
        self.traits = traits
        self.limits = limits
        self.check = { own, table, key, reader in
            if let own = own as? Own { check(own, table, key, &reader) }
        }
    }
}

extension BackendDescription: Equatable {
    /// Kinds are distinguished by their type.
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.type == rhs.type }
}
