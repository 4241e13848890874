/// What one line of a dropped text asks for, or the whole of it.
public struct DropLine: Equatable, Sendable {
    /// From 1; 0 for the whole text.
    public let number: Int
    /// A bad line fails alone.
    public let request: Result<Request, PromptFailure>

    public init(number: Int = 0, request: Result<Request, PromptFailure>) {
        self.number = number
        self.request = request
    }
}
