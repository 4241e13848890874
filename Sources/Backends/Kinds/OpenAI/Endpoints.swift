import BackendKit
import Domain

/// The endpoints of a service.
struct Endpoints {
    /// The base URL, without a slash at its end.
    let base: String
    let style: Dialect.APIStyle
    let apiVersion: String?

    /// The endpoint that creates pictures; `operation` is `generations` or `edits`.
    func images(_ operation: String, model: String) -> String {
        let path = "/images/" + operation
        guard style == .azure, !hasVersionPath else { return versioned(base + path) }
        return versioned("\(azureRoot)/openai/deployments/\(PercentEncoding.encoded(model))\(path)")
    }

    /// The endpoint that lists the models.
    var models: String {
        versioned(style == .azure && !hasVersionPath ? azureRoot + "/openai/models" : base + "/models")
    }

    /// The endpoint at which a LiteLLM proxy shows its retry settings.
    var routerSettings: String { (hasVersionPath ? String(base.dropLast(3)) : base) + "/router/settings" }

    /// Azure's newer base URLs end in `/openai/v1` and have OpenAI's own paths.
    private var hasVersionPath: Bool { base.hasSuffix("/v1") }

    private var azureRoot: String { base.hasSuffix("/openai") ? String(base.dropLast(7)) : base }

    private func versioned(_ url: String) -> String {
        guard style == .azure, let apiVersion else { return url }
        return "\(url)?api-version=\(PercentEncoding.encoded(apiVersion))"
    }
}
