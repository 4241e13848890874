package import Domain

extension BackendSettings.Service {
    /// The settings that the service's pictures depend on, for the purchase key. Settings that only concern how it is
    /// reached or run are left out.
    ///
    /// The names are those of the configuration file. Changing what is written here buys pictures a second time.
    package var purchase: CanonicalFields {
        var fields = CanonicalFields(version: "service/1")
        switch self {
        case .openai(let service): fields.add(service)
        case .comfyui(let service): fields.add(service)
        case .a1111(let service): fields.add(service)
        case .http(let service): fields.add(service)
        case .karlo(let service): fields.add(service)
        case .exec(let service): fields.add(service)
        case .chain(let members):
            fields.add("type", "chain")
            for member in members { fields.add("member", member) }
        case .fixture:
            fields.add("type", "fixture")
        }
        return fields
    }
}

extension CanonicalFields {
    fileprivate mutating func add(_ service: OpenAISettings) {
        add("type", "openai")
        add("base_url", service.baseURL)
        add("profile", service.profile.rawValue)
        add("api_version", service.apiVersion)
        add("model", service.model)
        add("quality", service.quality)
        for size in service.sizes { add("size", "\(size.width)x\(size.height)") }
        if let sends = service.sendResponseFormat { add("send_response_format", sends) }
        add("edits", service.edits?.rawValue)
        add("extra", service.extra)
    }

    fileprivate mutating func add(_ service: ComfyUISettings) {
        add("type", "comfyui")
        add("base_url", service.baseURL)
        add("workflow", service.workflow.bytes)
        add("negative_prompt", service.negativePrompt)
    }

    fileprivate mutating func add(_ service: A1111Settings) {
        add("type", "a1111")
        add("base_url", service.baseURL)
        add("model", service.model)
        add("negative_prompt", service.negativePrompt)
        add("steps", service.steps)
        add("sampler", service.sampler)
        add("scheduler", service.scheduler)
        add("guidance", service.guidance)
        add("extra", service.extra)
    }

    fileprivate mutating func add(_ service: HTTPSettings) {
        add("type", "http")
        switch service.template {
        case .shipped(let template): add("template", template.rawValue)
        case .file(let path): add("template_file", path.bytes)
        }
        add("base_url", service.baseURL)
        add("model", service.model)
        add("negative_prompt", service.negativePrompt)
        add("values", service.values)
        add("extra", service.extra)
    }

    fileprivate mutating func add(_ service: KarloSettings) {
        add("type", "karlo")
        add("base_url", service.baseURL)
        add("version", service.version)
        add("negative_prompt", service.negativePrompt)
        add("steps", service.steps)
        add("guidance", service.guidance)
        add("prior_steps", service.priorSteps)
        add("prior_guidance", service.priorGuidance)
        add("scheduler", service.scheduler)
        add("nsfw_checker", service.isChecked)
    }

    fileprivate mutating func add(_ service: ExecSettings) {
        add("type", "exec")
        switch service.program {
        case .command(let command): add("command", command)
        case .plugin(let name): add("plugin", name)
        }
        for argument in service.arguments { add("argument", argument) }
        for variable in service.variables { add("variable", variable) }
        add("settings", service.settings)
    }
}
