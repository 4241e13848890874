import Configuration
import Domain
import OpenAIBackend

extension OpenAIOptions {
    init(_ settings: BackendSettings, _ service: OpenAISettings, key: Secret?) {
        self.init(
            name: settings.name, baseURL: service.baseURL, profile: service.profile, apiVersion: service.apiVersion,
            model: service.model, key: key, allowedHosts: settings.network.allowedHosts, quality: service.quality,
            sizes: service.sizes,
            sendResponseFormat: service.sendResponseFormat, edits: service.edits, extra: service.extra,
            isFree: settings.isFree, timeout: settings.timeout, concurrency: settings.concurrency,
            onUnknown: settings.onUnknown, probeInterval: settings.probeInterval)
    }
}
