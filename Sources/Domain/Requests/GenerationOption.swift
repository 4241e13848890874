/// What not every backend can honour of a request, by the words that requests have for it.
package enum GenerationOption: String, Hashable, Sendable, Codable, CaseIterable {
    case seed
    case negativePrompt = "negative_prompt"
    case model
    case steps
    case guidance
    case scheduler
    case strength
    case mask
    case quality
    case format = "picture_format"
    case upscale
}

extension GenerationOptions {
    /// What is asked for, as a person would write it; `nil` where nothing is.
    package func text(of option: GenerationOption) -> String? {
        switch option {
        case .seed: seed.map { String($0) }
        case .negativePrompt: details.negativePrompt.flatMap { $0.isEmpty ? nil : $0 }
        case .model: details.model
        case .steps: details.steps.map { String($0) }
        case .guidance: details.guidance.map { String($0) }
        case .scheduler: details.scheduler
        case .strength: details.strength.map { String($0) }
        case .mask: details.mask?.rawValue
        case .quality: details.quality
        case .format: details.format?.rawValue
        case .upscale: details.upscale.map { String($0) }
        }
    }

    /// Leaves it to the backend.
    package mutating func clear(_ option: GenerationOption) {
        switch option {
        case .seed: seed = nil
        case .negativePrompt: details.negativePrompt = nil
        case .model: details.model = nil
        case .steps: details.steps = nil
        case .guidance: details.guidance = nil
        case .scheduler: details.scheduler = nil
        case .strength: details.strength = nil
        case .mask: details.mask = nil
        case .quality: details.quality = nil
        case .format: details.format = nil
        case .upscale: details.upscale = nil
        }
    }
}

extension GenerationOptions {
    /// Without what a backend can't honour, where that may be left out; it is added to what was left out before.
    package func fitted(to abilities: BackendAbilities) -> GenerationOptions {
        guard isLenient else { return self }
        var fitted = self
        for option in abilities.misfits(self).compactMap({ GenerationOption(rawValue: $0.key) }) {
            fitted.clear(option)
            fitted.leftOut.append(option)
        }
        return fitted
    }
}
