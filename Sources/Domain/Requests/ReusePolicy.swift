/// When a picture that was bought before is taken instead of buying another one for the same request.
package enum ReusePolicy: String, Equatable, Sendable, Codable, CaseIterable {
    case never
    /// When the user gave the seed: the same request with the same seed is the same picture.
    case seeded
    case always
}
