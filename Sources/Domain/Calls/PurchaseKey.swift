/// The canonical form of a purchase. Its digest is the key by which an earlier purchase is recognised.
///
/// Every field is written by hand under its own name, so that renaming a property changes nothing. A change of
/// the bytes buys pictures a second time, so a different form needs a new version.
package struct PurchaseKey: Equatable, Sendable {
    package let bytes: [UInt8]

    /// `service` is the canonical form of everything else that the backend's pictures depend on, such as its model.
    ///
    /// A seed is included only if the request sets one. `reuse` is left out: it says when an earlier purchase may be
    /// used, not what is bought. `sample` tells apart the pictures of a request without a seed, which may be reused
    /// with `reuse = "always"`; seeds of their own tell apart the others.
    package init(_ request: Request, sample: Sample = .only, by backend: String, service: CanonicalFields) {
        var fields = CanonicalFields(version: "purchase/1")
        fields.add("service", service.bytes)
        fields.add("backend", backend)
        fields.add(request.source)
        fields.add(request.generation)
        fields.add("sample", sample.unseeded(request))
        bytes = fields.bytes
    }
}

extension Sample {
    /// The number of a sample whose request doesn't tell it apart from the first; `nil` for all others.
    fileprivate func unseeded(_ request: Request) -> Int? {
        request.generation.seed == nil && number > 1 ? number : nil
    }
}

extension Job {
    /// Returns whether one purchase can serve both jobs.
    package func buysSame(as other: Job) -> Bool {
        let (one, another) = (activeRequest, other.activeRequest)
        return one.source == another.source && one.generation == another.generation
            && sample.unseeded(one) == other.sample.unseeded(another)
    }
}

extension CanonicalFields {
    fileprivate mutating func add(_ source: RequestSource) {
        switch source {
        case .prompt(let prompt):
            add("source", "prompt")
            add("prompt", prompt)
        case .picture(let digest, let format):
            add("source", "picture")
            add("picture", digest.bytes)
            add("picture_format", format.rawValue)
        case .edit(let prompt, let pictures):
            add("source", "edit")
            add("prompt", prompt)
            // Their order is part of the purchase: the first is edited, and prompts refer to the others by number.
            for picture in pictures.all {
                add("picture", picture.digest.bytes)
                add("picture_format", picture.format.rawValue)
            }
        }
    }

    fileprivate mutating func add(_ generation: GenerationOptions) {
        add("size", "\(generation.size.width)x\(generation.size.height)")
        add("seed", generation.seed.map { String($0) })
        add("lenient", generation.isLenient)
        for option in generation.leftOut { add("left_out", option.rawValue) }
        let details = generation.details
        add("negative_prompt", details.negativePrompt)
        add("model", details.model)
        add("steps", details.steps)
        add("guidance", details.guidance)
        add("scheduler", details.scheduler)
        add("strength", details.strength)
        add("mask", details.mask?.rawValue)
        add("quality", details.quality)
        add("format", details.format?.rawValue)
        add("upscale", details.upscale)
    }
}

/// Named fields as bytes in which no two different lists of fields are alike: each name and each value is preceded by
/// its length. A field without a value is left out, so it differs from one with an empty value.
package struct CanonicalFields: Equatable, Sendable {
    package private(set) var bytes: [UInt8] = []

    /// `version` names the form, such as `purchase/1`.
    package init(version: String) {
        write(Array(version.utf8))
    }

    package mutating func add(_ name: String, _ value: [UInt8]?) {
        guard let value else { return }
        write(Array(name.utf8))
        write(value)
    }

    package mutating func add(_ name: String, _ value: String?) { add(name, value.map { Array($0.utf8) }) }

    package mutating func add(_ name: String, _ value: Int?) { add(name, value.map { String($0) }) }

    package mutating func add(_ name: String, _ value: Bool) { add(name, value ? "true" : "false") }

    /// Writes the bits, because the shortest decimal text may change with the standard library.
    package mutating func add(_ name: String, _ value: Double?) {
        add(name, value.map { Self.bytes($0.bitPattern) })
    }

    /// An object's members are written in the order of their names' bytes.
    package mutating func add(_ name: String, _ value: JSONValue) {
        var content = CanonicalFields()
        switch value {
        case .null: content.add("null", [])
        case .flag(let flag): content.add("flag", flag)
        case .integer(let integer): content.add("integer", String(integer))
        case .number(let number): content.add("number", number)
        case .text(let text): content.add("text", text)
        case .list(let values):
            content.add("list", values.count)
            for value in values { content.add("item", value) }
        case .object(let members):
            content.add("object", members.count)
            content.addMembers(members)
        }
        add(name, content.bytes)
    }

    package mutating func add(_ name: String, _ values: [String: JSONValue]) {
        add(name, JSONValue.object(values))
    }

    private init() {}

    private mutating func addMembers(_ members: [String: JSONValue]) {
        let ordered = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (key, value) in ordered { add(key, value) }
    }

    private mutating func write(_ content: [UInt8]) {
        bytes += Self.bytes(UInt64(content.count))
        bytes += content
    }

    /// Eight bytes, the most significant first.
    private static func bytes(_ number: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    }
}
