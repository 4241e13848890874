import Configuration
import Domain
import KarloBackend

extension KarloOptions {
    init(_ settings: BackendSettings, _ service: KarloSettings, key: Secret?) {
        self.init(
            name: settings.name, baseURL: service.baseURL, key: key, allowedHosts: settings.network.allowedHosts,
            version: service.version,
            negativePrompt: service.negativePrompt, steps: service.steps, guidance: service.guidance,
            priorSteps: service.priorSteps, priorGuidance: service.priorGuidance, scheduler: service.scheduler,
            isChecked: service.isChecked, isFree: settings.isFree, timeout: settings.timeout,
            concurrency: settings.concurrency, onUnknown: settings.onUnknown, probeInterval: settings.probeInterval)
    }
}
