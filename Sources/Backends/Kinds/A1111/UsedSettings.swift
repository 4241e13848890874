import BackendKit
import Domain

/// The requested settings of a picture, read from the request's body so that they are exactly what was sent.
struct RequestedSettings {
    // A setting is `nil` where the server chooses.
    var seed: UInt64?
    var model: String?
    var sampler: String?
    var scheduler: String?

    init(_ body: [String: JSONValue]) {
        if case .integer(let number) = body["seed"] { seed = UInt64(exactly: number) }
        model = body["override_settings"]?["sd_model_checkpoint"]?.text
        sampler = body["sampler_name"]?.text
        scheduler = body["scheduler"]?.text
    }
}

/// The settings that a picture was actually made with: from `info`, else from the text in the picture, which is all
/// that some servers provide. A missing value is `nil` and proves nothing.
struct UsedSettings {
    let seed: UInt64?
    let model: String?
    let modelHash: String?
    let sampler: String?
    let scheduler: String?

    /// Reads the settings of the picture at `index` in `info`.
    init(info: JSONValue?, picture: [UInt8], index: Int) {
        let texts = info?["infotexts"]?.list?.compactMap(\.text) ?? []
        let parameters = InfoText(texts.indices.contains(index) ? texts[index] : texts.first ?? "")
        let written = InfoText(PNGParameters.text(in: picture) ?? "")
        func word(_ value: JSONValue?, _ name: String) -> String? {
            let word = value?.word.flatMap { $0.isEmpty ? nil : $0 }
            return word ?? parameters[name] ?? written[name]
        }
        seed = word(info?["all_seeds"]?.list?.first ?? info?["seed"], "Seed").flatMap { UInt64($0) }
        model = word(info?["sd_model_name"], "Model")
        modelHash = word(info?["sd_model_hash"], "Model hash")
        sampler = word(info?["sampler_name"], "Sampler")
        scheduler = word(info?["extra_generation_params"]?["Schedule type"], "Schedule type")
    }

    /// Whether the picture was made with another model than requested.
    func usesDifferentModel(than requested: RequestedSettings) -> Bool {
        guard let wanted = requested.model, model != nil else { return false }
        return !Checkpoint(wanted).isNamed(in: [model, modelHash])
    }

    /// Returns the other settings that differ from the requested ones, with both values as they were written.
    func differences(
        from requested: RequestedSettings
    ) -> [(parameter: String, requested: String, used: String)] {
        var differences: [(String, String, String)] = []
        if let wanted = requested.seed, let seed, wanted != seed {
            differences.append(("seed", "\(wanted)", "\(seed)"))
        }
        let wanted = SamplerName(sampler: requested.sampler, scheduler: requested.scheduler)
        let made = SamplerName(sampler: sampler, scheduler: scheduler)
        if let one = wanted.sampler, let other = made.sampler, one != other {
            differences.append(("sampler", requested.sampler ?? one, sampler ?? other))
        }
        // With `automatic` the server chooses the schedule.
        if let one = wanted.scheduler, let other = made.scheduler, one != other, one != "automatic" {
            differences.append(("scheduler", requested.scheduler ?? one, scheduler ?? other))
        }
        return differences
    }
}

/// A sampler and its noise schedule, normalised for comparison across the spellings that servers accept: `DPM++ 2M
/// Karras` in one name, `dpm++2m` with `karras`, `k_dpmpp_2m`.
struct SamplerName {
    /// The normalised name; `nil` where none is given.
    let sampler: String?
    let scheduler: String?

    init(sampler: String?, scheduler: String?) {
        let (name, suffix) = Self.split(sampler ?? "")
        self.sampler = name.isEmpty ? nil : Self.alias(name)
        let schedule = scheduler.map(Self.plain) ?? ""
        let found = schedule.isEmpty ? suffix : schedule
        self.scheduler = found.isEmpty ? nil : Self.alias(found)
    }

    /// Splits off the schedule, which older servers append to the sampler.
    private static func split(_ name: String) -> (sampler: String, scheduler: String) {
        let words = name.split(separator: " ")
        for count in [3, 2, 1] where words.count > count {
            let suffix = plain(words.suffix(count).joined(separator: " "))
            if schedules.contains(suffix) {
                return (plain(words.dropLast(count).joined(separator: " ")), suffix)
            }
        }
        return (plain(name), "")
    }

    /// Reduces a name to lower-case letters and digits; `++` becomes `pp`, a leading `k_` is dropped.
    private static func plain(_ name: String) -> String {
        var name = name.lowercased().replacing("++", with: "pp").replacing("ancestral", with: "a")
        if name.hasPrefix("k_") { name = String(name.dropFirst(2)) }
        return name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Maps synonyms to one name, as `get_sdapi_sample_method` of stable-diffusion.cpp does.
    private static func alias(_ name: String) -> String {
        switch name {
        case "ddimtrailing": "ddim"
        case "dpmpp2msdebt": "dpmpp2msdegpu"
        case "ays": "alignyoursteps"
        default: name
        }
    }

    /// The schedules of the web UI, Forge and stable-diffusion.cpp.
    private static let schedules: Set<String> = [
        "automatic", "uniform", "discrete", "karras", "exponential", "polyexponential", "sgmuniform", "kloptimal",
        "alignyoursteps", "ays", "gits", "simple", "normal", "ddim", "beta", "turbo", "smoothstep", "bongtangent",
    ]
}

/// A model by any of the names that the web UI accepts: `name`, `folder/name.safetensors`, `name [hash]`, `hash`.
struct Checkpoint {
    private let name: String
    private let stem: String

    init(_ name: String) {
        self.name = name.lowercased()
        stem = Self.stem(self.name)
    }

    /// Whether any of the names denotes this model.
    func isNamed(in names: [String?]) -> Bool {
        names.contains { other in
            guard let other = other?.lowercased(), !other.isEmpty else { return false }
            return other == name || Self.stem(other) == stem || hash(of: other) == name
        }
    }

    private func hash(of title: String) -> String? {
        guard title.hasSuffix("]"), let open = title.lastIndex(of: "[") else { return nil }
        return String(title[title.index(after: open)...].dropLast())
    }

    /// Removes folders, hash and the extension of a weights file.
    private static func stem(_ name: String) -> String {
        var stem = name[...]
        if stem.hasSuffix("]"), let open = stem.lastIndex(of: "[") { stem = stem[..<open] }
        while stem.hasSuffix(" ") { stem = stem.dropLast() }
        if let slash = stem.lastIndex(where: { $0 == "/" || $0 == "\\" }) { stem = stem[stem.index(after: slash)...] }
        for ending in [".safetensors", ".ckpt", ".pth", ".pt", ".sft", ".gguf"] where stem.hasSuffix(ending) {
            return String(stem.dropLast(ending.count))
        }
        return String(stem)
    }
}
