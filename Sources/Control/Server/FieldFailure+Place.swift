internal import Domain

extension FieldFailure {
    /// The same without its place in what was sent: its key tells where it is, and a program wrote the body more often than
    /// a person did. A fault of syntax has no key, and keeps its place.
    var unplaced: FieldFailure {
        key.isEmpty ? self : FieldFailure(key: key, problem: problem)
    }
}
