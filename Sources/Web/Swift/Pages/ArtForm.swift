internal import ControlAPI
internal import Domain
internal import Words

/// The options of the art that a page offers, made from the table of all options.
struct ArtForm {
    let context: PageContext
    /// The path of the page that shows art with these options.
    let action: String
    /// The request whose options are in force where the address names none.
    let request: SubmitRequest?
    /// Whether a field may be left empty, for the folder's value.
    var isOptional = false
    /// What was typed before, where the service refused it.
    var typed: [QueryString.Item] = []
    /// What is wrong with the fields.
    var problems: [String: String] = [:]

    /// The options that a picture is tried with most.
    private static let main = ["columns", "charset", "color", "look", "contrast", "brightness", "dither", "invert"]

    /// The options in an address, without empty ones.
    static func chosen(_ query: [QueryString.Item]) -> [QueryString.Item] {
        query.filter { FieldTable.art.field($0.name) != nil && !($0.value ?? "").isEmpty }
    }

    var html: HTML {
        let words = context.words
        return """
            <form class="options" method="get" action="\(context.link(action))" data-options>
            <fieldset><legend>\(words.options)</legend>
            \(fields)
            <button data-noscript>\(words.show)</button>
            <button type="reset" data-script hidden>\(words.reset)</button>
            </fieldset></form>
            """
    }

    /// The main options, and the others behind a fold.
    var fields: HTML {
        let table = FieldTable.art.fields.filter { $0.type != .table }
        let first = Self.main.compactMap { name in table.first { $0.name == name } }
        let rest = table.filter { !Self.main.contains($0.name) }
        return """
            <div class="fields">\(first.map(control))</div>
            <details class="more-options"><summary>\(context.words.moreOptions)</summary><div class="fields">\(rest.map(control))</div></details>
            """
    }

    private func control(_ field: Field<ArtOptions>) -> HTML {
        let given =
            typed.text(field.name) ?? context.visit.query.text(field.name) ?? request?.text(of: "art." + field.name)
        let standard = field.text(of: ArtOptions())
        return LabelledControl(
            label: context.words.option(field.name), help: field.help.text(in: context.language),
            control: FieldControl(
                name: field.name, value: given ?? (isOptional ? "" : standard), type: field.type,
                unset: isOptional ? "\(context.words.folderDefault) (\(standard))" : nil),
            problem: problems["art." + field.name] ?? problems[field.name]
        ).html
    }
}

/// A control with its label, and what is wrong with its value.
struct LabelledControl {
    let label: String
    var help: String?
    let control: FieldControl
    let problem: String?

    var html: HTML {
        let note = problem.map { _ in "problem-" + control.name }
        return """
            <label\("title", help)><span>\(label)</span> \(control.html(describedBy: note))\
            \(problem.html { "<span class=\"field-problem\"\("id", note)>\($0)</span>" })</label>
            """
    }
}

/// The form control of a field: a choice, a number, or a text.
struct FieldControl {
    let name: String
    let value: String
    let type: FieldType
    /// What is in force while the field is empty; `nil` if it can't be empty.
    var unset: String?
    /// Whether the script keeps what is typed.
    var isKept = false

    /// `note`: the ID of the element that says what is wrong; `nil` if nothing is.
    func html(describedBy note: String? = nil) -> HTML {
        switch type {
        case .choice(let words), .level(let words): select(words, note)
        case .flag: select(["true", "false"], note)
        case .union(let words): select(words.contains(value) || value.isEmpty ? words : [value] + words, note)
        case .integer(let range):
            input("number", ["min=\"\(range.lowerBound)\"", "max=\"\(range.upperBound)\"", "step=\"1\""], note)
        case .number(let range):
            input("number", ["min=\"\(range.lowerBound)\"", "max=\"\(range.upperBound)\"", "step=\"any\""], note)
        default: input("text", [], note)
        }
    }

    private func attributes(_ note: String?) -> HTML {
        """
        name="\(name)"\("aria-describedby", note)\("aria-invalid", note.map { _ in "true" })\("data-keep", if: isKept)
        """
    }

    private func select(_ words: [String], _ note: String?) -> HTML {
        let all = unset == nil ? (words.contains(value) ? words : [value] + words) : words
        let options = all.map { word -> HTML in
            "<option value=\"\(word)\"\("selected", if: word == value)>\(word)</option>"
        }
        let empty = unset.html { "<option value=\"\">\($0)</option>" }
        return "<select \(attributes(note))>\(empty)\(options)</select>"
    }

    /// `bounds`: numbers from the table of fields.
    private func input(_ kind: String, _ bounds: [String], _ note: String?) -> HTML {
        let bounds = HTML(bounds.map { HTML(stringLiteral: " " + $0) })
        return """
            <input type="\(kind)" \(attributes(note)) value="\(value)"\(bounds)\("placeholder", unset)>
            """
    }
}
