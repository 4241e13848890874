/// What becomes of a request of which the head alone is there.
package enum Admission: Equatable, Sendable {
    /// Its body is read, at most so many bytes.
    case read(upTo: Int)
    /// It is answered so. A body that comes all the same is read and forgotten.
    case refuse(ServerResponse)
}
