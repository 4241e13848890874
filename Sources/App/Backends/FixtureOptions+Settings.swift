import Configuration
import Domain
import FixtureBackend

extension FixtureOptions {
    init(_ settings: BackendSettings, _ service: FixtureSettings) {
        self.init(
            name: settings.name, fault: service.fault, after: service.after, every: service.every,
            times: service.times, delay: service.delay, isFree: service.isFree, concurrency: settings.concurrency,
            onUnknown: settings.onUnknown, probeInterval: settings.probeInterval)
    }
}
