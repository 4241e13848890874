import Domain

extension BackendSettings {
    /// Whether requests may leave this machine. What a plugin does with them can't be known.
    private var isRemote: Bool {
        if case .at? = network.proxy, let proxy = network.proxy?.shown, !Self.isOwnMachine(proxy) { return true }
        return switch service {
        case .openai(let service): !Self.isOwnMachine(service.baseURL)
        case .comfyui(let service): !Self.isOwnMachine(service.baseURL)
        case .a1111(let service): !Self.isOwnMachine(service.baseURL)
        case .karlo(let service): !Self.isOwnMachine(service.baseURL)
        case .http(let service): service.baseURL.map(Self.isOwnMachine) != true
        case .exec, .fixture, .chain: false
        }
    }

    /// The names of backends through which requests may leave this machine, directly or through a fallback.
    static func remoteNames(_ backends: [BackendSettings]) -> Set<String> {
        var found = Set(backends.filter(\.isRemote).map(\.name))
        var count = -1
        while count != found.count {
            count = found.count
            for backend in backends where !found.isDisjoint(with: backend.others) { found.insert(backend.name) }
        }
        return found
    }

    /// The backends that may replace it.
    private var others: [String] {
        if case .chain(let members) = service { return members + fallback }
        return fallback
    }

    static func isOwnMachine(_ url: String) -> Bool {
        WebAddress(url, schemes: HTTPProxy.schemes, allowing: [.international, .zone])?.isOwnMachine ?? false
    }
}
