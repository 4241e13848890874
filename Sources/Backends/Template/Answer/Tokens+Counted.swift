import Domain

extension Template.Tokens {
    /// What an answer says was counted; `nil` when it says nothing that can be a count.
    func counted(in answer: Answer) -> TokenCount? {
        let (input, output) = (Self.sum(input, answer), Self.sum(output, answer))
        guard input != nil || output != nil else { return nil }
        return TokenCount(input: input ?? 0, output: output ?? 0)
    }

    private static func sum(_ paths: [JSONPath], _ answer: Answer) -> Int64? {
        let counts = paths.compactMap { path -> Int64? in
            guard case .integer(let count) = path.first(in: answer), count >= 0 else { return nil }
            return count
        }
        return counts.isEmpty ? nil : counts.reduce(0) { $0.saturatingSum($1) }
    }
}
