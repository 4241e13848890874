/// That a job was forgotten.
public struct ForgetAnswer: Codable, Equatable, Sendable {
    public var id: String

    public init(id: String) {
        self.id = id
    }
}
