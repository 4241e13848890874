/// How many tokens a provider counted for a call.
public struct TokenCount: Hashable, Sendable, Codable {
    public let input: Int64
    public let output: Int64

    public init(input: Int64, output: Int64) {
        self.input = input
        self.output = output
    }
}
