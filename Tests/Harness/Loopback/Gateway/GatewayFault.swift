/// What a gateway does with a request for work instead of passing request and answer on.
package struct GatewayFault: Sendable {
    /// Whether the provider has begun work when the gateway answers.
    package enum Reach: Sendable {
        /// It has: the request was passed on, and its answer is not.
        case worked
        /// It has not, but the answer doesn't prove it.
        case stopped
        /// It has not, and the answer proves it.
        case refused
    }

    /// The product and what happens, such as `nginx: 504`.
    package let name: String
    package let reach: Reach
    let answer: @Sendable (_ upstream: Answer) -> Answer

    /// `answer` gets what the provider answered, which is nothing where it was not reached.
    package init(
        _ name: String, _ reach: Reach = .worked, answering answer: @escaping @Sendable (_ upstream: Answer) -> Answer
    ) {
        self.name = name
        self.reach = reach
        self.answer = answer
    }

    init(_ name: String, _ reach: Reach, _ page: Answer) {
        self.init(name, reach) { _ in page }
    }

    init(_ name: String, _ page: Answer) {
        self.init(name, .worked, page)
    }
}
