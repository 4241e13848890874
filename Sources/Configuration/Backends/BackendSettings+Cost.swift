import Domain

extension BackendSettings {
    /// Whether its pictures may cost money: it isn't of a kind that runs on somebody's own card, nor on this machine.
    var mayCost: Bool {
        switch service {
        case .comfyui, .a1111, .chain: false
        case .openai(let service): !Self.isOwnMachine(service.baseURL)
        case .fixture(let service): !service.isFree
        case .http, .karlo, .exec: true
        }
    }

    /// `url` has a scheme and a host: it was read so.
    private static func isOwnMachine(_ url: String) -> Bool {
        guard let mark = url.firstRange(of: "://") else { return false }
        let authority = url[mark.upperBound...].prefix { $0 != "/" }
        if authority.hasPrefix("[") { return LoopbackHost.isNamed(authority.prefix { $0 != "]" } + "]") }
        return LoopbackHost.isNamed(authority.prefix { $0 != ":" })
    }
}
