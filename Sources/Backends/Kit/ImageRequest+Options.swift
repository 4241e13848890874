package import Domain

extension ImageRequest {
    /// An option as JSON; `nil` where nothing was asked for. There always is a seed.
    package func value(of option: GenerationOption) -> JSONValue? {
        switch option {
        case .seed: .integer(Int64(clamping: seed))
        case .negativePrompt: details.negativePrompt.flatMap { $0.isEmpty ? nil : .text($0) }
        case .model: details.model.map { .text($0) }
        case .steps: details.steps.map { .integer(Int64($0)) }
        case .guidance: details.guidance.map { .number($0) }
        case .scheduler: details.scheduler.map { .text($0) }
        case .strength: details.strength.map { .number($0) }
        case .mask: details.mask.map { .text($0.rawValue) }
        case .quality: details.quality.map { .text($0) }
        case .format: details.format.map { .text($0.rawValue) }
        case .upscale: details.upscale.map { .integer(Int64($0)) }
        }
    }
}
