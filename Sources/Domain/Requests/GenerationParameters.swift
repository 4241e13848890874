/// The prompt and settings of a generated picture, in the form in which AUTOMATIC1111's web UI writes them
/// ("infotext"):
///
///     a lighthouse at night
///     Negative prompt: fog
///     Steps: 20, Seed: 7, Size: 768x512, Model: "sdxl: turbo", Generator: studio, Version: textifyd 1.2.3
///
/// Settings that are not known are left out. Readers split the last line at commas. They take it for part of the
/// prompt if it has fewer than three settings; size, generator and version are always there.
///
/// Source of the format: `create_infotext` in `modules/processing.py`, `quote` and `parse_generation_parameters` in
/// `modules/infotext_utils.py`.
package struct GenerationParameters: Equatable, Sendable {
    package let text: String

    package init(prompt: String, negativePrompt: String? = nil, settings: [(name: String, value: String)]) {
        let negative = negativePrompt.map { ["Negative prompt: " + Self.plain($0)] } ?? []
        let last = settings.map { $0.name + ": " + Self.quoted($0.value) }.joined(separator: ", ")
        text = ([Self.plain(prompt)] + negative + [last]).joined(separator: "\n")
    }

    /// `nil` if the request doesn't want them in its outputs, or has no prompt. `call` made the picture; `nil` for one
    /// that was bought for an earlier job. `capabilities`: the options that its backend supports; `nil`: all.
    /// `program`: the name and version of this program.
    package init?(of job: Job, call: Call?, capabilities: BackendCapabilities?, program: String) {
        guard let request = job.request, request.isEmbedding, request.source.task != nil, let prompt = request.prompt
        else { return nil }
        let options = capabilities.map { request.generation.droppingUnsupported(by: $0) } ?? request.generation
        let hasSeed = capabilities.map { $0.options[.seed] != nil } ?? true
        let seed = hasSeed ? call?.seed ?? options.seed : nil
        let settings: [(name: String, value: String?)] = [
            ("Steps", options.text(of: .steps)), ("Schedule type", options.text(of: .scheduler)),
            ("CFG scale", options.text(of: .guidance)), ("Seed", seed.map { String($0) }),
            ("Size", options.size.text), ("Model", options.text(of: .model)),
            ("Denoising strength", options.text(of: .strength)), ("Generator", call?.backend ?? options.backend),
            ("Version", program),
        ]
        self.init(
            prompt: prompt, negativePrompt: options.text(of: .negativePrompt),
            settings: settings.compactMap { setting in setting.value.map { (setting.name, $0) } })
    }

    /// A text without control characters, which a text chunk of a PNG must not contain, except line breaks.
    private static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for character in text {
            guard !character.isNewline else {
                plain.append("\n")
                continue
            }
            for scalar in character.unicodeScalars {
                plain.append(scalar.properties.generalCategory == .control ? " " : scalar)
            }
        }
        return String(plain)
    }

    /// A value that could be mistaken for more than one becomes a JSON string.
    private static func quoted(_ value: String) -> String {
        let value = plain(value)
        guard value.contains(where: { ",:\"\n".contains($0) }) else { return value }
        let escaped = value.map { character in
            switch character {
            case "\"", "\\": "\\" + String(character)
            case "\n": "\\n"
            default: String(character)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}

extension ArtCaption {
    /// The caption of a job's art. Without its parameters the prompt is left out as well.
    package init(of job: Job, credit: String?, parameters: GenerationParameters?) {
        let isPrivate = job.request?.isEmbedding == false
        let prompt = isPrivate ? nil : job.request?.prompt
        self.init(label: prompt ?? job.name.last.stem.shown, credit: credit, parameters: parameters)
    }
}
