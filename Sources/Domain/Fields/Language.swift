/// What people are spoken to in.
public enum Language: String, Equatable, Sendable, Codable, CaseIterable {
    case english = "en"
    case korean = "ko"
}
