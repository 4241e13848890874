import Domain

/// A backend's table while it is being read.
struct BackendDraft: Sendable {
    var type: BackendType?
    var baseURL: String?
    var key: KeySource?
    var network = BackendNetwork()
    var size: PictureSize?
    var concurrency = 4
    var timeout: Duration = .seconds(300)
    var probeInterval: Duration = .seconds(30)
    var onUnknown = UnknownOutcomePolicy.hold
    var rate: RateLimit?
    var price: Price?
    var isDeclaredFree = false
    var budget = Caps()
    var fallback: [String] = []
    var allowsSketch = false
    /// Used only with that type.
    var openai = OpenAIDraft()
    var comfyui = ComfyUIDraft()
    /// Used only with that type; the address is `baseURL`.
    var a1111 = A1111Settings(baseURL: "")
    var http = HTTPDraft()
    var chain = ChainDraft()
    var karlo = KarloSettings()
    var exec = ExecDraft()
    var fixture = FixtureSettings()

    /// `nil` when a required field is missing.
    func settings(_ name: String) -> BackendSettings? {
        guard let service = service(name) else { return nil }
        return BackendSettings(
            name: name, service: service, key: key, network: network, size: size, concurrency: concurrency,
            timeout: timeout, probeInterval: probeInterval, onUnknown: onUnknown, rate: rate, price: price,
            isDeclaredFree: isDeclaredFree, budget: budget, fallback: fallback)
    }

    private func service(_ name: String) -> BackendSettings.Service? {
        switch type {
        case .openai: openai.settings(at: baseURL).map { .openai($0) }
        case .comfyui: comfyui.settings(at: baseURL).map { .comfyui($0) }
        case .a1111: baseURL.map { .a1111(a1111.at($0)) }
        case .http: http.settings(at: baseURL).map { .http($0) }
        case .chain: .chain(chain.members)
        case .karlo: .karlo(karlo.at(baseURL ?? karlo.baseURL))
        case .exec: .exec(exec.settings(named: name))
        case .fixture: .fixture(fixture)
        case nil: nil
        }
    }
}

extension A1111Settings {
    fileprivate func at(_ baseURL: String) -> A1111Settings {
        var settings = self
        settings.baseURL = baseURL
        return settings
    }
}

extension KarloSettings {
    fileprivate func at(_ baseURL: String) -> KarloSettings {
        var settings = self
        settings.baseURL = baseURL
        return settings
    }
}
