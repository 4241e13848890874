package import Domain

/// The settings in one table `[backends.NAME]`: those common to all backends, and the kind's own.
package struct BackendSettings: Equatable, Sendable {
    package var name: String
    package var kind: BackendDescription
    /// The settings that only this kind has.
    package var own: OwnSettings
    /// The source of the API key; `nil` for a server without one.
    package var key: KeySource?
    package var network = BackendNetwork()
    /// The picture size when neither the drop nor its folder sets one.
    package var size: PictureSize?
    package var limits: CallLimits
    /// The interval of health checks while the backend is down.
    package var probeInterval: Duration = .seconds(30)
    package var onUnknown = UnknownOutcomePolicy.hold
    package var rate: RateLimit?
    /// The price of its pictures.
    package var price: Price?
    /// The configured or default value of `free`. See `isFree`.
    package var isDeclaredFree: Bool
    package var budget = Caps()
    /// Backends used instead while this one is unavailable.
    package var fallback: [String] = []
    /// Whether `sketch` or another backend without AI may replace it.
    package var allowsSketch = false

    /// The settings of a table without any keys.
    package init(_ name: String, _ kind: BackendDescription, limits: CallLimits = CallLimits()) {
        self.name = name
        self.kind = kind
        own = OwnSettings(kind.defaults)
        self.limits = limits
        isDeclaredFree = kind.traits.pricing == .declared(isFreeByDefault: true)
    }

    /// Whether calls are free.
    package var isFree: Bool {
        switch kind.traits.pricing {
        case .freeUnlessPriced: price == nil
        case .declared: isDeclaredFree
        }
    }

    var mayCost: Bool { !isFree }

    /// Whether pictures are requested from other backends only.
    package var isChain: Bool { kind.traits.delegates }

    /// The settings that the pictures depend on, for the purchase key.
    package var purchase: CanonicalFields {
        var fields = CanonicalFields(version: "service/1")
        fields.add("type", kind.type)
        own.value.addPurchase(to: &fields)
        return fields
    }
}

/// The settings that only one kind of backend has.
package struct OwnSettings: Equatable, Sendable {
    package var value: any BackendKindSettings

    package init(_ value: any BackendKindSettings) {
        self.value = value
    }

    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.value.isEqual(to: rhs.value) }
}

extension BackendSettings {
    /// Whether requests may leave this machine. What a plugin does with them can't be known.
    package var isRemote: Bool {
        if case .at? = network.proxy, let proxy = network.proxy?.shown, !Self.isOwnMachine(proxy) { return true }
        return kind.traits.isRemote && own.value.address.map(Self.isOwnMachine) != true
    }

    /// The names of backends through which requests may leave this machine, directly or through a fallback.
    static func remoteNames(_ backends: [BackendSettings]) -> Set<String> {
        var found = Set(backends.filter(\.isRemote).map(\.name))
        var count = -1
        while count != found.count {
            count = found.count
            for backend in backends where !found.isDisjoint(with: backend.replacements) { found.insert(backend.name) }
        }
        return found
    }

    /// The backends that may make its pictures.
    var replacements: [String] { own.value.members + fallback }

    static func isOwnMachine(_ url: String) -> Bool {
        WebAddress(url, schemes: HTTPProxy.schemes, allowing: [.international, .zone])?.isOwnMachine ?? false
    }
}
