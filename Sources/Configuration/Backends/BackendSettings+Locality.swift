import Domain

extension BackendSettings {
    /// Whether what it is asked may leave this machine. What a program of its own does with it can't be seen.
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

    /// The names of those by which work may leave this machine, because of those that work in their place too.
    static func leavingThisMachine(_ backends: [BackendSettings]) -> Set<String> {
        var found = Set(backends.filter(\.isRemote).map(\.name))
        var count = -1
        while count != found.count {
            count = found.count
            for backend in backends where !found.isDisjoint(with: backend.others) { found.insert(backend.name) }
        }
        return found
    }

    /// Who may work in its place.
    private var others: [String] {
        if case .chain(let members) = service { return members + fallback }
        return fallback
    }

    /// `url` has a scheme and a host: it was read so.
    static func isOwnMachine(_ url: String) -> Bool {
        guard let mark = url.firstRange(of: "://") else { return false }
        let authority = url[mark.upperBound...].prefix { $0 != "/" }
        if authority.hasPrefix("[") { return LoopbackHost.isNamed(authority.prefix { $0 != "]" } + "]") }
        return LoopbackHost.isNamed(authority.prefix { $0 != ":" })
    }
}
