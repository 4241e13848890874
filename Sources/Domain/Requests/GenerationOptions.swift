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
