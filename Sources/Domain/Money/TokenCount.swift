/// How many tokens a provider counted for a call.
package struct TokenCount: Hashable, Sendable, Codable {
    package let input: Int64
    package let output: Int64

    package init(input: Int64, output: Int64) {
        self.input = input
        self.output = output
    }
}
