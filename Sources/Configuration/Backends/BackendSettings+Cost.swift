import Domain

extension BackendSettings {
    /// Whether calls cost nothing, so that one whose answer was lost is simply sent again.
    ///
    /// The configuration decides, never the address: a proxy to a paid service may listen on this machine too. Servers that
    /// people run on their own card are free unless a price is given; everything else is free when it says so.
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
