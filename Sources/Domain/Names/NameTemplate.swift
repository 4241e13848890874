/// The template of output names, such as `{date}-{stem}`. It is a name and not a path.
package struct NameTemplate: Equatable, Sendable {
    package enum Placeholder: String, Equatable, Sendable, CaseIterable {
        /// The drop's name without its ending.
        case stem
        /// The drop's name with its ending.
        case file
        /// The local day on which the job was created.
        case date
        case job
        /// The seed of the generated picture.
        case seed
        /// The line of a batch.
        case line = "n"
    }

    fileprivate enum Piece: Equatable, Sendable {
        case text(String)
        case value(Placeholder)
    }

    /// As written.
    package let text: String
    fileprivate let pieces: [Piece]

    /// Outputs are named like their drop.
    package static let stem = NameTemplate(text: "{stem}", pieces: [.value(.stem)])

    private init(text: String, pieces: [Piece]) {
        self.text = text
        self.pieces = pieces
    }

    /// Throws the reason why the text is not a template whose names can exist in every folder.
    package init(parsing text: String) throws(FieldFailure.Problem) {
        self.init(text: text, pieces: try Self.pieces(of: text))
        let edges = [text.first, text.last]
        if text.isEmpty || edges.contains(".") || edges.contains(" ") {
            throw .malformed(got: text, example: "{stem}-{date}")
        }
        let bytes = max(text.utf8.count - placeholderBytes, 0) + fixedBytes
        guard bytes <= OutputName.longest else {
            throw .outOfRange(got: "\(bytes) bytes", range: "1–\(OutputName.longest) bytes")
        }
    }

    private static func pieces(of text: String) throws(FieldFailure.Problem) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let first = rest.first {
            guard first == "{" else {
                let literal = String(rest.prefix { $0 != "{" })
                pieces.append(.text(try checked(literal, in: text)))
                rest = rest.dropFirst(literal.count)
                continue
            }
            let word = rest.dropFirst().prefix { $0 != "{" && $0 != "}" }
            guard word.endIndex < rest.endIndex, rest[word.endIndex] == "}" else {
                throw .malformed(got: text, example: "{stem}")
            }
            pieces.append(.value(try placeholder(String(word))))
            rest = rest[word.endIndex...].dropFirst()
        }
        return pieces
    }

    private static func placeholder(_ word: String) throws(FieldFailure.Problem) -> Placeholder {
        if let known = Placeholder(rawValue: word) { return known }
        let words = Placeholder.allCases.map(\.rawValue)
        let nearest = NearestName.of(word, among: words).map { "{\($0)}" }
        throw .notOneOf(got: "{\(word)}", choices: words.map { "{\($0)}" }, nearest: nearest)
    }

    private static func checked(_ literal: String, in text: String) throws(FieldFailure.Problem) -> String {
        if literal.contains("}") { throw .malformed(got: text, example: "{stem}") }
        if let control = text.unicodeScalars.firstIndex(where: { $0.properties.generalCategory == .control }) {
            throw .controlCharacter(offset: text.utf8.distance(from: text.startIndex, to: control))
        }
        if let character = literal.first(where: { $0.unicodeScalars.contains(where: OutputName.isForbidden) }) {
            throw .forbiddenCharacter(TerminalText.line(String(character)))
        }
        return literal
    }

    private var placeholders: [Placeholder] {
        pieces.compactMap { if case .value(let placeholder) = $0 { placeholder } else { nil } }
    }

    private var placeholderBytes: Int { placeholders.reduce(0) { $0 + $1.rawValue.utf8.count + 2 } }

    /// The longest that the filled placeholders can be, in bytes, with the least that remains of each name, and with the
    /// numbers of line and sample.
    private var fixedBytes: Int {
        placeholders.reduce(Self.sampleBytes + (placeholders.contains(.line) ? 0 : 1 + Self.lineBytes)) {
            $0 + ($1.longest ?? OutputName.untitled.utf8.count)
        }
    }

    fileprivate static let lineBytes = 7
    /// `-16`.
    private static let sampleBytes = 3
}

extension NameTemplate: TextCodable {
    package init?(text: String) {
        do throws(FieldFailure.Problem) { try self.init(parsing: text) } catch { return nil }
    }
}

extension NameTemplate.Placeholder {
    /// The longest value, in bytes; `nil` for names, which are shortened to the place that is left.
    fileprivate var longest: Int? {
        switch self {
        case .stem, .file: nil
        case .date: 10
        case .job: 26
        case .seed: 20
        case .line: NameTemplate.lineBytes
        }
    }
}

/// What happens when a file in the outbox already has an output's name.
package enum NameConflict: String, Equatable, Sendable, Codable, CaseIterable {
    /// The new output becomes `NAME (2)`.
    case number
    /// The new output takes the place of an earlier one. Other files are never replaced.
    case replace
    /// The new output becomes `NAME-ID`, with the end of its job's identifier.
    case id
    /// The job fails.
    case fail
}

/// The name of a job's outputs, fixed when the job is created, except for the seed, which is not known until then.
package struct OutputNaming: Equatable, Sendable, Codable {
    /// The path below the outbox without the outputs' endings, split where the seed belongs.
    package let parts: [String]
    package let onConflict: NameConflict

    package init(parts: [String], onConflict: NameConflict = .number) {
        self.parts = parts
        self.onConflict = onConflict
    }

    /// `seed`: the generated picture's; `nil` if there is none.
    package func stem(seed: UInt64?) -> String {
        parts.joined(separator: seed.map(String.init) ?? "none")
    }
}

/// What a template is filled with.
package struct NameValues: Equatable, Sendable {
    /// The drop's path below the outbox.
    package let file: FileName
    /// Whether `{stem}` includes the drop's ending, because another file of its folder has the same stem.
    package let keepsEnding: Bool
    /// 0 for a job made from a whole drop.
    package let line: Int
    package let sample: Sample
    package let job: JobID
    package let day: LocalDay

    package init(
        file: FileName, keepsEnding: Bool = false, line: Int = 0, sample: Sample = .only, job: JobID, day: LocalDay
    ) {
        self.file = file
        self.keepsEnding = keepsEnding
        self.line = line
        self.sample = sample
        self.job = job
        self.day = day
    }
}

extension NameTemplate {
    /// Fills in all but the seed. The names in the template are shortened so that the result is at most
    /// `OutputName.longest` bytes long, whatever the seed. Without `{n}` a line of a batch adds its number at the
    /// end; one of several samples always does.
    package func naming(_ values: NameValues, onConflict: NameConflict = .number) -> OutputNaming {
        let line = values.line > 0 && !placeholders.contains(.line) ? "-" + values.line.digits(4) : ""
        let suffix = line + (values.sample.isOneOfMany ? "-\(values.sample.number)" : "")
        let names = placeholders.count { $0.longest == nil }
        let known = pieces.reduce(suffix.utf8.count) { $0 + Self.size(of: $1, values) }
        let share = (OutputName.longest - known) / max(names, 1)
        var parts = [""]
        for piece in pieces {
            switch piece {
            case .text(let text): parts[parts.count - 1] += text
            case .value(.seed): parts.append("")
            case .value(let placeholder): parts[parts.count - 1] += Self.text(of: placeholder, values, limit: share)
            }
        }
        parts[parts.count - 1] += suffix
        let folders = (values.file.parent?.components ?? []).map { OutputName.clean($0.bytes) + "/" }
        parts[0] = folders.joined() + parts[0]
        return OutputNaming(parts: parts, onConflict: onConflict)
    }

    private static func size(of piece: Piece, _ values: NameValues) -> Int {
        switch piece {
        case .text(let text): text.utf8.count
        case .value(.seed): Placeholder.seed.longest ?? 0
        case .value(let placeholder):
            placeholder.longest == nil ? 0 : text(of: placeholder, values, limit: 0).utf8.count
        }
    }

    private static func text(of placeholder: Placeholder, _ values: NameValues, limit: Int) -> String {
        switch placeholder {
        case .stem: OutputName.stem(of: values.file.last, keepsEnding: values.keepsEnding, limit: limit)
        case .file: OutputName.stem(of: values.file.last, keepsEnding: true, limit: limit)
        case .date: values.day.text
        case .job: values.job.text
        case .seed: ""
        case .line: max(values.line, 1).digits(4)
        }
    }
}
