/// Remembers which folders were used before.
package protocol PlaceRepository: Sendable {
    func places() async throws(RepositoryFailure) -> [KnownPlace]

    /// Remembers a folder; one that is known stays as it is, but for a marker that it lacked.
    func keep(_ place: KnownPlace) async throws(RepositoryFailure)
}
