/// Which values of an option a backend takes.
package enum OptionBounds: Equatable, Sendable {
    /// Whatever a request can say.
    case any
    case integers(ClosedRange<Int64>)
    case numbers(ClosedRange<Double>)
    case words([String])
    /// A text of at most so many characters.
    case characters(Int)

    /// `text` is the value as a person would write it.
    package func take(_ text: String) -> Bool {
        switch self {
        case .any: true
        case .integers(let range): Int64(text).map(range.contains) ?? false
        case .numbers(let range): Double(text).map(range.contains) ?? false
        case .words(let words): words.contains(text)
        case .characters(let most): text.count <= most
        }
    }

    /// Such as `10–100`; empty where anything goes.
    package var range: String {
        switch self {
        case .any: ""
        case .integers(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .numbers(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .words(let words): words.joined(separator: ", ")
        case .characters(let most): "at most \(most) characters"
        }
    }

    /// What is told of a value that isn't taken: of a text its length.
    func shown(_ text: String) -> String {
        if case .characters = self { return "\(text.count) characters" }
        return text
    }
}
