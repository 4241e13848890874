extension FieldTable {
    /// Whether `--name` stands alone on a command line, with no text after it.
    package func standsAlone(_ name: String) -> Bool {
        field(Self.inFile(name))?.type == .flag
    }

    /// Lays one option of a command line over a target: its name without dashes in front, and the text given with it,
    /// `nil` for a flag that stands alone. Lists are written with commas.
    package func apply(word name: String, _ text: String?, to target: inout Target) throws(FieldFailure) {
        guard let field = field(Self.inFile(name)) else {
            let nearest = nearest(to: Self.inFile(name)).map { Self.onCommandLine($0) }
            throw FieldFailure(key: "--" + name, problem: .unknown(nearest: nearest))
        }
        var reader = FieldReader()
        do throws(FieldFailure.Problem) {
            field.apply(try field.type.value(of: text), field.option, &target, &reader)
        } catch {
            throw FieldFailure(key: field.option, problem: error)
        }
        if let failure = reader.failures.first { throw failure }
    }

    private static func inFile(_ name: String) -> String {
        String(name.map { $0 == "-" ? "_" : $0 })
    }

    private static func onCommandLine(_ name: String) -> String {
        "--" + String(name.map { $0 == "_" ? "-" : $0 })
    }
}
