/// What a field takes.
package indirect enum FieldType: Equatable, Sendable {
    case text
    case flag
    case integer(ClosedRange<Int64>)
    case number(ClosedRange<Double>)
    case choice([String])
    /// `WIDTHxHEIGHT`; each side in pixels.
    case size(sides: ClosedRange<Int>)
    case color
    /// A number with its unit, such as `30s`.
    case duration(ClosedRange<Duration>)
    case path
    case list(FieldType)
    case table

    /// The stable word, as `FieldFailure.Problem.wrongType` has it.
    package var name: String {
        switch self {
        case .flag: "flag"
        case .integer: "integer"
        case .number: "number"
        case .list: "list"
        case .table: "table"
        case .text, .choice, .size, .color, .duration, .path: "text"
        }
    }

    /// The allowed values in short, such as `10–500`; empty where anything goes.
    package var range: String {
        switch self {
        case .integer(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .number(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .choice(let words): words.joined(separator: ", ")
        case .size(let sides): "\(sides.lowerBound)x\(sides.lowerBound)–\(sides.upperBound)x\(sides.upperBound)"
        case .duration(let range):
            DurationText.text(of: range.lowerBound) + "–" + DurationText.text(of: range.upperBound)
        case .list(let element): element.range
        case .text, .flag, .color, .path, .table: ""
        }
    }

    /// A value that would be taken.
    package var example: String {
        switch self {
        case .text: "text"
        case .flag: "true"
        case .integer(let range): String(range.lowerBound)
        case .number(let range): String(range.lowerBound)
        case .choice(let words): words.first ?? ""
        case .size: "1024x1024"
        case .color: "#ff8800"
        case .duration: "30s"
        case .path: "/srv/textifyd/inbox"
        case .list(let element): element.example
        case .table: "{ }"
        }
    }
}
