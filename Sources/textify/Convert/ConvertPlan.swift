import Domain
import FoundationEssentials
import PlatformSystem
import Words

/// The options of a conversion: from the command line, then the preset, then what suits the output.
struct ConvertPlan {
    let options: ConversionOptions
    let format: OutputKind
    /// Whether a picture that moves is played, instead of showing one frame.
    let playsMotion: Bool

    /// `given` are the options of the command line; `named` is the format that the output's name implies.
    init(
        given: [(name: String, text: String?)], preset: Preset?, named: OutputKind?, isFile: Bool, output: OutputTraits
    ) throws(CommandFailure) {
        var options = ConversionOptions()
        if let failure = preset?.apply(to: &options).first {
            throw .usage("convert: " + Wording.terminal.sentence(failure))
        }
        let preferred = options.format
        options.format = nil
        for word in given { try Self.set(word.name, word.text, &options) }
        // Giving `--color` implies that colours are wanted, also in a pipe.
        let wantsColors = given.contains { $0.name == "color" } && options.art.color != .none
        let isColored = output.isTerminal && !isFile || wantsColors
        let format = options.format ?? Self.format(named, preferred) ?? (isColored ? .ansi : .txt)
        var known = Set(given.map { String($0.name.map { $0 == "-" ? "_" : $0 }) })
        known.formUnion(preset?.settings.entries?.map(\.name) ?? [])
        if output.isTerminal, !isFile { Self.adapt(to: output, format, known, &options.art) }
        // If only rows are given, they decide: the columns follow from the aspect ratio.
        if known.contains("rows"), !known.contains("columns"), !output.isTerminal || isFile, options.art.fit == .fit {
            options.art.columns = 500
        }
        self.options = options
        self.format = format
        let isStill = !known.isDisjoint(with: ["format", "frame", "score"])
        playsMotion = output.isTerminal && !isFile && [.ansi, .txt].contains(format) && !isStill
    }

    /// The format in the output's name wins, unless the preset's format has the same extension and is more specific.
    private static func format(_ named: OutputKind?, _ preferred: OutputKind?) -> OutputKind? {
        guard let named, let preferred else { return named ?? preferred }
        let endings = [named, preferred].map { $0.rawValue.split(separator: ".").last }
        return endings[0] == endings[1] ? preferred : named
    }

    private static func set(
        _ name: String, _ text: String?, _ options: inout ConversionOptions
    ) throws(CommandFailure) {
        do throws(FieldFailure) {
            try FieldTable.conversion.apply(word: name, text, to: &options)
        } catch {
            throw .usage("convert: " + Wording.terminal.sentence(error))
        }
    }

    /// Fills in the terminal's size, cell aspect, charset, colours and brightness where no option sets them.
    private static func adapt(
        to output: OutputTraits, _ format: OutputKind, _ known: Set<String>, _ art: inout ArtOptions
    ) {
        guard format == .ansi || format == .txt else { return }
        let choosesGlyphs = format == .ansi && art.charset == .auto && art.usesCharset
        let choosesLight = !known.contains("invert")
        // The terminal is queried only when the answer matters.
        let report = choosesGlyphs || choosesLight ? output.report() : nil
        let profile = output.profile(report)
        if !known.contains("color"), format == .ansi { art.color = profile.colors }
        if choosesGlyphs { art = art.preferring(profile.charset, for: format) }
        guard let size = output.terminal else { return }
        if !known.contains("columns") {
            art.columns = min(max(size.columns, 1), 500)
            // Leaves a line for the prompt.
            if !known.contains("rows") { art.rows = min(max(size.rows - 1, 1), 500) }
        }
        if !known.contains("cell_aspect"), let aspect = size.cellAspect { art.cellAspect = min(max(aspect, 0.2), 2) }
        guard choosesLight, report?.hasLightBackground == true else { return }
        art.invert = true
        if !known.contains("background") { art.background = .white }
    }
}
