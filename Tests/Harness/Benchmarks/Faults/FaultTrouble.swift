/// Why the matrix can't be tried at all.
enum FaultTrouble: Error {
    case undisturbed(String, [String])
    case noSuchRow(String)
}
