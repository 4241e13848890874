/// Why a body was not taken.
public enum BodyFault: Equatable, Sendable {
    /// It is longer than it may be.
    case tooLarge
    /// The bodies that are held already leave no room.
    case noRoom
}
