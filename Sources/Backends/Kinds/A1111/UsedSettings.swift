import BackendKit
import Domain

/// The requested settings of a picture, read from the request's body so that they are exactly what was sent.
struct RequestedSettings: Equatable {
    /// `nil` where the server chooses.
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
struct UsedSettings: Equatable {
    var seed: UInt64?
    var model: String?
    var modelHash: String?
    var sampler: String?
    var scheduler: String?

    /// Reads the settings of the picture at `index` in `info`.
    init(info: JSONValue?, picture: [UInt8], index: Int) {
        let texts = info?["infotexts"]?.list?.compactMap(\.text) ?? []
        let said = InfoText(texts.indices.contains(index) ? texts[index] : texts.first ?? "")
        let written = InfoText(PNGText.text("parameters", in: picture) ?? "")
        func word(_ value: JSONValue?, _ name: String) -> String? {
            let word = value?.word.flatMap { $0.isEmpty ? nil : $0 }
            return word ?? said[name] ?? written[name]
        }
        seed = word(info?["all_seeds"]?.list?.first ?? info?["seed"], "Seed").flatMap { UInt64($0) }
        model = word(info?["sd_model_name"], "Model")
        modelHash = word(info?["sd_model_hash"], "Model hash")
        sampler = word(info?["sampler_name"], "Sampler")
        scheduler = word(info?["extra_generation_params"]?["Schedule type"], "Schedule type")
    }

    /// Whether the picture was made with another model than requested.
    func usesDifferentModel(than asked: RequestedSettings) -> Bool {
        guard let wanted = asked.model, model != nil else { return false }
        return !Checkpoint(wanted).isNamed(in: [model, modelHash])
    }

    /// Returns the other settings that differ from the requested ones, with both values as they were written.
    func differences(from asked: RequestedSettings) -> [(parameter: String, asked: String, used: String)] {
        var found: [(String, String, String)] = []
        if let wanted = asked.seed, let seed, wanted != seed { found.append(("seed", "\(wanted)", "\(seed)")) }
        let wanted = SamplerName(sampler: asked.sampler, scheduler: asked.scheduler)
        let made = SamplerName(sampler: sampler, scheduler: scheduler)
        if let one = wanted.sampler, let other = made.sampler, one != other {
            found.append(("sampler", asked.sampler ?? one, sampler ?? other))
        }
        if let one = wanted.scheduler, let other = made.scheduler, one != other, !wanted.isAutomatic {
            found.append(("scheduler", asked.scheduler ?? one, scheduler ?? other))
        }
        return found
    }
}

/// A sampler and its noise schedule, normalised for comparison across the spellings that servers accept: `DPM++ 2M
/// Karras` in one name, `dpm++2m` with `karras`, `k_dpmpp_2m`.
struct SamplerName: Equatable {
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

    /// Whether the server chooses the schedule.
    var isAutomatic: Bool { scheduler == "automatic" }

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
