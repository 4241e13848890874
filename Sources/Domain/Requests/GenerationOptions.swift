/// Everything a request specifies about generating a picture, apart from the prompt.
package struct GenerationOptions: Equatable, Sendable {
    /// The name of a configured backend.
    package var backend: String
    package var size: PictureSize
    /// The seed; where the user gives none, one is chosen and stored before the call.
    package var seed: UInt64?
    /// The number of pictures. Each is a job of its own, whose options then say 1.
    package var samples: Int
    package var details: GenerationDetails
    /// Whether options that the backend doesn't support are dropped and recorded in the provenance, instead of being an
    /// error.
    package var isLenient: Bool
    /// The options that were dropped because the backend doesn't support them.
    package var leftOut: [GenerationOption]
    /// The reuse of a picture bought earlier for the same request.
    package var reuse: ReusePolicy

    package init(
        backend: String = "sketch", size: PictureSize = PictureSize(width: 768, height: 512), seed: UInt64? = nil,
        samples: Int = 1, details: GenerationDetails = GenerationDetails(), isLenient: Bool = false,
        leftOut: [GenerationOption] = [], reuse: ReusePolicy = .seeded
    ) {
        self.backend = backend
        self.size = size
        self.seed = seed
        self.samples = samples
        self.details = details
        self.isLenient = isLenient
        self.leftOut = leftOut
        self.reuse = reuse
    }

    /// Whether an earlier purchase for the same request may be used for this one.
    package var isReusable: Bool {
        switch reuse {
        case .never: false
        case .seeded: seed != nil
        case .always: true
        }
    }
}

extension GenerationOptions {
    /// Returns the options of one sample alone, counted from 1.
    package func sample(_ number: Int) -> GenerationOptions {
        var options = self
        options.samples = 1
        options.seed = seed.map { $0 &+ UInt64(number - 1) }
        return options
    }
}

extension GenerationOptions: Codable {
    private enum Key: String, CodingKey {
        case backend
        case size
        case seed
        case samples
        case details
        case isLenient
        case leftOut
        case reuse
    }

    /// Decodes stored options. Keys that an older version did not write get their defaults.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            backend: try values.decode(String.self, forKey: .backend),
            size: try values.decode(PictureSize.self, forKey: .size),
            seed: try values.decodeIfPresent(UInt64.self, forKey: .seed),
            samples: try values.decodeIfPresent(Int.self, forKey: .samples) ?? 1,
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
        if samples != 1 { try values.encode(samples, forKey: .samples) }
        if details != GenerationDetails() { try values.encode(details, forKey: .details) }
        if isLenient { try values.encode(isLenient, forKey: .isLenient) }
        if !leftOut.isEmpty { try values.encode(leftOut, forKey: .leftOut) }
        if reuse != .seeded { try values.encode(reuse, forKey: .reuse) }
    }
}

/// Options of a generated picture besides prompt, size and seed. `nil` leaves the choice to the backend.
package struct GenerationDetails: Hashable, Sendable, Codable {
    /// Content that the picture should not show. An empty text asks for no negative prompt, overriding the backend's
    /// own default.
    package var negativePrompt: String?
    package var model: String?
    package var steps: Int?
    /// The strength of the prompt's influence; services call it guidance or CFG scale.
    package var guidance: Double?
    package var scheduler: String?
    /// The allowed departure from the source picture: 0 none, 1 complete.
    package var strength: Double?
    /// The part of the source picture that is repainted.
    package var mask: MaskKind?
    package var quality: String?
    package var format: GeneratedFormat?
    /// The factor by which width and height are enlarged afterwards.
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

/// The condition under which a picture bought earlier is used again instead of buying another for the same request.
package enum ReusePolicy: String, Equatable, Sendable, Codable, CaseIterable {
    case never
    /// Only when the user gave the seed: the same request with the same seed yields the same picture.
    case seeded
    case always
}

/// The part of a source picture that is repainted; the rest stays.
package enum MaskKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The transparent pixels.
    case transparent
}

/// The picture formats that can be requested from services.
package enum GeneratedFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case png
    case jpeg
    case webp
}

/// Options that not every backend supports. The raw value is the option's name in requests.
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
    /// Returns the requested value, as a person would write it; `nil` where the request leaves the option open.
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

    /// Removes the option from the request, so that the backend decides.
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
    /// Returns the options without those that the backend doesn't support, which are appended to `leftOut`. The options
    /// of a request that isn't lenient stay unchanged.
    package func droppingUnsupported(by capabilities: BackendCapabilities) -> GenerationOptions {
        guard isLenient else { return self }
        var options = self
        for option in capabilities.optionFailures(self).compactMap({ GenerationOption(rawValue: $0.key) }) {
            options.clear(option)
            options.leftOut.append(option)
        }
        return options
    }
}
