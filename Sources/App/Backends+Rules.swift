internal import BackendKit
internal import BackendsFeature
internal import Configuration

extension Backends.Rules {
    /// The rules of every backend, by its name: what it can do itself, and what is configured of it.
    static func rules(_ painters: [any ImageBackend], _ settings: Settings) -> [String: Backends.Rules] {
        let configured = Dictionary(settings.backends.map { ($0.name, $0) }) { first, _ in first }
        var rules: [String: Backends.Rules] = [:]
        for painter in painters {
            rules[painter.descriptor.name] = Self(painter.descriptor, configured[painter.descriptor.name])
        }
        for backend in settings.backends {
            guard case .chain(let members) = backend.service else { continue }
            rules[backend.name] = Self(concurrency: 1, fallback: members, isChain: true)
        }
        return rules
    }

    init(_ descriptor: BackendDescriptor, _ settings: BackendSettings? = nil) {
        self.init(
            concurrency: descriptor.concurrency, probeInterval: descriptor.probeInterval,
            onUnknown: descriptor.onUnknown, isFree: descriptor.isFree, rate: settings?.rate,
            fallback: settings?.fallback ?? [])
    }
}
