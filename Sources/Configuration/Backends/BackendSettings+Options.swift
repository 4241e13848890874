import Domain

extension BackendSettings {
    /// The picture options set in the backend's table; they take precedence over the general defaults when a folder
    /// does not set them.
    var configuredOptions: Set<GenerationOption> {
        switch service {
        case .openai(let service): Set([.model] + [service.quality == nil ? nil : .quality].compactMap(\.self))
        case .fixture: []
        case .comfyui(let service): service.negativePrompt.isEmpty ? [] : [.negativePrompt]
        case .a1111(let service):
            Self.said([
                .model: service.model != nil, .negativePrompt: service.negativePrompt != nil,
                .steps: service.steps != nil, .scheduler: service.scheduler != nil,
                .guidance: service.guidance != nil,
            ])
        case .http(let service):
            Self.said([.model: service.model != nil, .negativePrompt: !service.negativePrompt.isEmpty])
        case .chain: []
        case .karlo(let service):
            Self.said([
                .model: service.version != nil, .negativePrompt: service.negativePrompt != nil,
                .steps: service.steps != nil, .scheduler: service.scheduler != nil,
                .guidance: service.guidance != nil,
            ])
        case .exec: []
        }
    }

    private static func said(_ options: [GenerationOption: Bool]) -> Set<GenerationOption> {
        Set(options.filter(\.value).keys)
    }
}
