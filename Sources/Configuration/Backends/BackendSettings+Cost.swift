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
}
