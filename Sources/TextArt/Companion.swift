/// Who may take a second piece of work while the first one is done.
package protocol Companion: Sendable {
    /// Does both, at the same time or one after the other, and answers when both are done.
    func both<One: Sendable, Other: Sendable>(
        _ one: () -> One, _ other: @escaping @Sendable () -> Other
    ) -> (One, Other)
}
