import Domain

extension BackendSettings {
    /// Whether calls are free, so that one without a response can simply be sent again.
    ///
    /// The configuration decides, never the address: a proxy to a paid service may also listen on this machine.
    /// Servers that people run on their own hardware are free unless a price is given; others are free only when
    /// declared so.
    package var isFree: Bool {
        switch service {
        case .comfyui, .a1111: price == nil
        case .openai, .http, .karlo: isDeclaredFree
        case .exec(let service): service.isFree
        case .fixture(let service): service.isFree
        case .chain: true
        }
    }

    var mayCost: Bool { !isFree }
}
