import Domain
import Rendering
import Words

/// The conversion of one picture, with its input and output.
struct ConversionTask: Sendable {
    /// A finished conversion.
    struct Outcome: Sendable {
        let art: [UInt8]
        /// The bytes for standard output; `nil` when the art was written to its file.
        let bytes: [UInt8]?
        /// Lines for standard error.
        let warning: String?
        /// The exit code despite the art: a truncated picture is shown with `ok`; a corrupt one is shown too, but ends
        /// with `data`.
        let exit: ExitCode
    }

    let input: FilePath
    /// `nil` is standard output.
    let output: FilePath?
    let plan: ConvertPlan
    /// The memory that all pictures of the command share.
    let budget: MemoryBudget

    /// Makes one conversion for each file. In a folder the outputs are named after the pictures; equal names are
    /// numbered.
    static func list(_ options: ConvertOptions, _ plan: ConvertPlan) -> [ConversionTask] {
        let budget = MemoryBudget(options.memory)
        guard let output = options.output, output.isFolder else {
            return options.files.map { ConversionTask(input: $0, output: options.output, plan: plan, budget: budget) }
        }
        let ending = Array(("." + plan.format.rawValue).utf8)
        var uses: [FileName: Int] = [:]
        let folder = output.bytes.last == UInt8(ascii: "/") ? output.bytes : output.bytes + [UInt8(ascii: "/")]
        return options.files.map { input in
            let stem = stem(of: input) ?? FileName("picture")
            uses[stem, default: 0] += 1
            let name = OutputName.numbered(
                FileName(bytes: stem.bytes + ending), uses[stem] ?? 1, ending: ending.count)
            return ConversionTask(
                input: input, output: FilePath(bytes: folder + name.bytes), plan: plan, budget: budget)
        }
    }

    private var picture: PictureInput { PictureInput(path: input, budget: budget, memorySetting: "--memory") }

    var shown: String { picture.shown }

    /// The name that the art is saved under; `nil` for a picture without a name.
    private static func stem(of input: FilePath) -> FileName? {
        guard !input.isStandardInput else { return nil }
        return (PictureAddress(input)?.name ?? input.name).stem
    }

    /// Plays the picture in the terminal if it moves; otherwise like `run`. `adapting` returns the plan for a terminal
    /// that was resized.
    func play(adapting: () async throws(CommandFailure) -> ConvertPlan) async throws(CommandFailure) -> Outcome? {
        let opened = try await picture.open(again: true)
        let playback = PicturePlayback(input: picture, source: opened.source, art: plan.options.art)
        let isPlayed = try await playback.run { () async throws(CommandFailure) in try await adapting().options.art }
        return isPlayed ? nil : try outcome(try await picture.run(conversion, opened))
    }

    /// Converts the picture and writes the output file, if there is one.
    func run() async throws(CommandFailure) -> Outcome { try outcome(try await picture.run(conversion)) }

    private func outcome(_ converted: ConversionResult) throws(CommandFailure) -> Outcome {
        let art = converted.outputs.first?.bytes ?? []
        if let output { try CommandOutput.file(output, art) }
        let exit: ExitCode = if case .corrupt = converted.damage { .data } else { .ok }
        return Outcome(
            art: art, bytes: output == nil ? art : nil, warning: warning(converted),
            exit: exit)
    }

    /// The scores, for standard error; `nil` when not requested or already part of the art.
    private func score(_ converted: ConversionResult) -> String? {
        let detail = plan.options.art.score
        guard detail != .none, plan.format != .artJSON else { return nil }
        guard let score = converted.outputs.first?.score else {
            return "textify: \(Wording.terminal.notScored(shown))\n"
        }
        let figures = score.figures.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
        let total = Wording.terminal.scored(shown, total: score.total)
        guard detail == .full else { return total + "\n" }
        let chosen = converted.outputs.first?.choice.map { Wording.terminal.chosen($0) + "\n" } ?? ""
        return total + " (\(figures))\n" + chosen
    }

    private func warning(_ converted: ConversionResult) -> String? {
        var lines = converted.warnings.map { "\(shown): \(Wording.terminal.sentence($0))" }
        if let damage = converted.damage {
            lines.append(Wording.terminal.partiallyShown(Wording.terminal.sentence(damage, about: shown)))
        }
        if converted.hasBrokenProfile { lines.append(Wording.terminal.brokenProfile(of: shown)) }
        let text = lines.map { "textify: \($0)\n" }.joined() + (score(converted) ?? "")
        return text.isEmpty ? nil : text
    }

    private var conversion: Conversion {
        Conversion(
            art: plan.options.art, outputs: [plan.format], writing: plan.options.writing,
            caption: ArtCaption(label: Self.stem(of: input)?.shown ?? ""),
            limits: PictureLimits(memory: budget.limit), isLenient: true)
    }
}
