package import Domain

extension Template {
    /// Reads a template's JSON. Every mistake is told with its line and column: unknown names, wrong types, paths that
    /// are none, places for values that nobody gives, and parts that contradict each other. `file` is its name for show.
    package static func read(_ bytes: [UInt8], file: String) throws(ConfigurationFailure) -> Template {
        let tree: FieldValue
        do throws(FieldFailure) { tree = try JSONReader.read(bytes, file: file) } catch { throw .invalid([error]) }
        var reader = TemplateReader(file: file)
        let template = reader.template(tree)
        guard let template, reader.reader.failures.isEmpty else { throw .invalid(reader.reader.sorted) }
        return template
    }
}
