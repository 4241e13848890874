/// What was said to a benchmark and means nothing to it.
struct WrongWord: Error, CustomStringConvertible {
    let word: String

    var description: String { "“\(word)” means nothing here" }
}
