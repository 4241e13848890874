import A1111Backend
import Configuration
import Domain

extension A1111Options {
    init(_ settings: BackendSettings, _ service: A1111Settings, key: Secret?) {
        self.init(
            name: settings.name, baseURL: service.baseURL, model: service.model, key: key,
            negativePrompt: service.negativePrompt, steps: service.steps, sampler: service.sampler,
            scheduler: service.scheduler, guidance: service.guidance, isExclusive: service.isExclusive,
            extra: service.extra, isFree: settings.isFree, timeout: settings.timeout,
            concurrency: settings.concurrency, onUnknown: settings.onUnknown, probeInterval: settings.probeInterval)
    }
}
