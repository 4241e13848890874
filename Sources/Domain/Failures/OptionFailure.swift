/// Why a command line can't be read. Options are as the person wrote them, with their dashes, without a value.
package enum OptionFailure: Error, Equatable, Sendable {
    case unknown(option: String)
    /// A beginning that several options share.
    case ambiguous(option: String, candidates: [String])
    case missingValue(option: String)
    case unwantedValue(option: String)
}
