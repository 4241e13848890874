/// Why a request was not taken, whatever it asks for.
package enum BodyFault: Equatable, Sendable {
    /// It is longer than it may be.
    case tooLarge
    /// The bodies that are held already leave no room.
    case noRoom
    /// Its user has as many connections as he may; this one ends with the answer.
    case crowded
    /// Another program might read this head differently, or see another end of its body.
    case malformed
    /// Its body comes in a transfer coding other than `chunked`.
    case unknownCoding
}
