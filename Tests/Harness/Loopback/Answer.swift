/// What a server does when a request has come in. If no step ends the connection, it waits for the next request.
package struct Answer: Sendable {
    package var steps: [Step]

    package init(_ steps: Step...) {
        self.steps = steps
    }

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// A whole answer with its length.
    package static func status(
        _ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) -> Answer {
        Answer(.send(head(status, headers: headers, length: body.count)), .send(body))
    }

    package static func status(
        _ status: Int, headers: [(name: String, value: String)] = [], text: String
    ) -> Answer {
        .status(status, headers: headers, body: Array(text.utf8))
    }

    /// The same, told to be JSON.
    package static func json(_ text: String, status: Int = 200) -> Answer {
        .status(status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
    }

    /// The request is taken and never answered.
    package static var silence: Answer { Answer(.hold) }

    /// The lines before a body. Without `length` the body ends with the connection.
    package static func head(
        _ status: Int, headers: [(name: String, value: String)] = [], length: Int?
    ) -> [UInt8] {
        let own = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        let framing = length.map { "Content-Length: \($0)\r\n" } ?? "Connection: close\r\n"
        return Array("HTTP/1.1 \(status) Status\r\n\(own)\(framing)\r\n".utf8)
    }
}
