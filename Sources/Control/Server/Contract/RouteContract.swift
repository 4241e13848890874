internal import Domain

/// What a route takes and gives: from this requests are checked and the document of the API is made.
struct RouteContract: Sendable {
    enum Body: Sendable {
        /// None is wanted. A little is read and forgotten: some clients always send an empty object.
        case none
        /// An object of JSON by its name in the document; it may be left out.
        case request(String)
        /// A picture.
        case picture
        /// A picture, or a request by its name in the document.
        case pictureOrRequest(String)
    }

    /// What a route answers with when it does what it was asked to do.
    struct Answer: Sendable {
        let status: Int
        /// Media types with their parameters; of several, the query's `format` decides.
        let types: [String]
        /// A wire type; none for what is no JSON.
        let shape: (any WireShape.Type)?
        let help: String
    }

    /// One line, without a full stop.
    let summary: String
    var query: [QueryField] = []
    var headers: [QueryField] = []
    var body = Body.none
    let answer: Answer
    /// Statuses of problems beside those that every route may answer with.
    var problems: [Int] = []

    /// The media types without parameters.
    var produces: [String] { answer.types.map(Exchange.bare) }

    /// Whether each answer's type is known only from the query.
    var isChosenByQuery: Bool { answer.types.count > 1 }

    /// What any route may answer with.
    static let everywhere = [400, 401, 403, 406, 413, 422, 501, 503]
}

extension RouteContract.Answer {
    static func json<Shape: WireShape>(_ shape: Shape.Type, status: Int = 200, _ help: String) -> Self {
        Self(status: status, types: ["application/json"], shape: shape, help: help)
    }

    static func bytes(_ types: [String], _ help: String) -> Self {
        Self(status: 200, types: types, shape: nil, help: help)
    }
}
