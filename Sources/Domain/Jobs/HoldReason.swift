/// Why a job waits for a person.
public enum HoldReason: String, Equatable, Sendable, Codable, CaseIterable {
    case budget
    case approval
}
