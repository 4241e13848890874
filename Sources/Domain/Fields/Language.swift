/// What people are spoken to in.
package enum Language: String, Equatable, Sendable, Codable, CaseIterable {
    case english = "en"
    case korean = "ko"
}
