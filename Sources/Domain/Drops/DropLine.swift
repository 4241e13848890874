/// What one line of a dropped text asks for, or the whole of it.
package struct DropLine: Equatable, Sendable {
    /// From 1; 0 for the whole text.
    package let number: Int
    /// A bad line fails alone.
    package let request: Result<Request, PromptFailure>

    package init(number: Int = 0, request: Result<Request, PromptFailure>) {
        self.number = number
        self.request = request
    }
}
