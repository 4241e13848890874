/// The body of a retry. No body is the same as an empty object.
package struct RetryRequest: Codable, Equatable, Sendable {
    /// Must be true for a job of which nobody knows whether its picture was made.
    package var mayPayTwice: Bool?

    private enum CodingKeys: String, CodingKey {
        case mayPayTwice = "may_pay_twice"
    }

    package init(mayPayTwice: Bool? = nil) {
        self.mayPayTwice = mayPayTwice
    }
}
