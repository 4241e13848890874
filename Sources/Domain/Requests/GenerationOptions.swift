/// How a picture is generated.
package struct GenerationOptions: Equatable, Sendable {
    /// The name of a configured backend.
    package var backend: String
    package var size: PictureSize
    /// Chosen by us when the user gives none, and stored before the call.
    package var seed: UInt64?
    package var details: GenerationDetails
    /// Whether what the backend can't honour is left out, and told in the provenance, instead of being an error.
    package var isLenient: Bool
    /// What was left out because the backend can't honour it.
    package var leftOut: [GenerationOption]
    /// Whether a picture that was bought before for the same request may be taken.
    package var reuse: ReusePolicy

    package init(
        backend: String = "sketch", size: PictureSize = PictureSize(width: 768, height: 512), seed: UInt64? = nil,
        details: GenerationDetails = GenerationDetails(), isLenient: Bool = false, leftOut: [GenerationOption] = [],
        reuse: ReusePolicy = .seeded
    ) {
        self.backend = backend
        self.size = size
        self.seed = seed
        self.details = details
        self.isLenient = isLenient
        self.leftOut = leftOut
        self.reuse = reuse
    }

    /// Whether the same request is the same purchase.
    package var isReusable: Bool {
        switch reuse {
        case .never: false
        case .seeded: seed != nil
        case .always: true
        }
    }
}

extension GenerationOptions: Codable {
    private enum Key: String, CodingKey {
        case backend
        case size
        case seed
        case details
        case isLenient
        case leftOut
        case reuse
    }

    /// What a version before did not know has its default.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            backend: try values.decode(String.self, forKey: .backend),
            size: try values.decode(PictureSize.self, forKey: .size),
            seed: try values.decodeIfPresent(UInt64.self, forKey: .seed),
            details: try values.decodeIfPresent(GenerationDetails.self, forKey: .details) ?? GenerationDetails(),
            isLenient: try values.decodeIfPresent(Bool.self, forKey: .isLenient) ?? false,
            leftOut: try values.decodeIfPresent([GenerationOption].self, forKey: .leftOut) ?? [],
            reuse: try values.decodeIfPresent(ReusePolicy.self, forKey: .reuse) ?? .seeded)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(backend, forKey: .backend)
        try values.encode(size, forKey: .size)
        try values.encodeIfPresent(seed, forKey: .seed)
        if details != GenerationDetails() { try values.encode(details, forKey: .details) }
        if isLenient { try values.encode(isLenient, forKey: .isLenient) }
        if !leftOut.isEmpty { try values.encode(leftOut, forKey: .leftOut) }
        if reuse != .seeded { try values.encode(reuse, forKey: .reuse) }
    }
}

/// What is said of a generated picture beside its words, size and seed. What is `nil` is left to the backend.
package struct GenerationDetails: Hashable, Sendable, Codable {
    /// What the picture should not show; an empty one stands for none, also where the backend has its own.
    package var negativePrompt: String?
    package var model: String?
    package var steps: Int?
    /// How closely the words are followed; services call it guidance or CFG scale.
    package var guidance: Double?
    package var scheduler: String?
    /// How far the result may go from the picture that it is made from: 0 not at all, 1 wholly.
    package var strength: Double?
    /// Which part of the picture that it is made from is painted anew.
    package var mask: MaskKind?
    package var quality: String?
    package var format: GeneratedFormat?
    /// How many times as wide and high the picture is made afterwards.
    package var upscale: Int?

    package init(
        negativePrompt: String? = nil, model: String? = nil, steps: Int? = nil, guidance: Double? = nil,
        scheduler: String? = nil, strength: Double? = nil, mask: MaskKind? = nil, quality: String? = nil,
        format: GeneratedFormat? = nil, upscale: Int? = nil
    ) {
        self.negativePrompt = negativePrompt
        self.model = model
        self.steps = steps
        self.guidance = guidance
        self.scheduler = scheduler
        self.strength = strength
        self.mask = mask
        self.quality = quality
        self.format = format
        self.upscale = upscale
    }
}

/// When a picture that was bought before is taken instead of buying another one for the same request.
package enum ReusePolicy: String, Equatable, Sendable, Codable, CaseIterable {
    case never
    /// When the user gave the seed: the same request with the same seed is the same picture.
    case seeded
    case always
}

/// Which part of a given picture is painted anew, while the rest stays.
package enum MaskKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Where it can be seen through.
    case transparent
}

/// The formats that services can be asked for.
package enum GeneratedFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case png
    case jpeg
    case webp
}

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
