internal import BackendKit
internal import BackendsFeature

extension Backends.Rules {
    init(_ descriptor: BackendDescriptor) {
        self.init(
            concurrency: descriptor.concurrency, probeInterval: descriptor.probeInterval,
            onUnknown: descriptor.onUnknown, isFree: descriptor.isFree)
    }
}
