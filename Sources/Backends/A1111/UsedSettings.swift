import BackendKit
import Domain

/// What a picture was asked to be made with: read from the request's body, so that it is what was sent.
struct AskedSettings: Equatable {
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

/// What an answer says that its picture was made with: in `info`, else in the text within the picture, which is all that
/// some servers say. What isn't said is `nil`, and nothing is concluded from it.
struct UsedSettings: Equatable {
    var seed: UInt64?
    var model: String?
    var modelHash: String?
    var sampler: String?
    var scheduler: String?

    /// `index`: the picture's place among the texts in `info`.
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

    /// Whether the model is another than the one that was asked for.
    func isOfAnotherModel(than asked: AskedSettings) -> Bool {
        guard let wanted = asked.model, model != nil else { return false }
        return !Checkpoint(wanted).isNamed(in: [model, modelHash])
    }

    /// What else is not as it was asked for, with both values as they were written.
    func differences(from asked: AskedSettings) -> [(parameter: String, asked: String, used: String)] {
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
