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
        let value =
            context.visit.query.text(field.name) ?? request?.text(of: "art." + field.name)
            ?? field.text(of: ArtOptions())
        return """
            <label title="\(field.help.text(in: context.language))"><span>\(context.words.option(field.name))</span> \
            \(FieldControl(name: field.name, value: value, type: field.type).html)</label>
            """
    }
}

/// The form control of a field: a choice, a number, or a text.
struct FieldControl {
    let name: String
    let value: String
    let type: FieldType

    var html: HTML {
        switch type {
        case .choice(let words), .level(let words): select(words)
        case .flag: select(["true", "false"])
        case .union(let words): select(words.contains(value) || value.isEmpty ? words : [value] + words)
        case .integer(let range): number("\(range.lowerBound)", "\(range.upperBound)", step: "1")
        case .number(let range): number("\(range.lowerBound)", "\(range.upperBound)", step: "any")
        default: "<input name=\"\(name)\" value=\"\(value)\">"
        }
    }

    private func select(_ words: [String]) -> HTML {
        let options = (words.contains(value) ? words : [value] + words).map { word -> HTML in
            "<option value=\"\(word)\"\("selected", if: word == value)>\(word)</option>"
        }
        return "<select name=\"\(name)\">\(options)</select>"
    }

    private func number(_ least: String, _ most: String, step: String) -> HTML {
        "<input type=\"number\" name=\"\(name)\" value=\"\(value)\" min=\"\(least)\" max=\"\(most)\" step=\"\(step)\" inputmode=\"decimal\">"
    }
}
