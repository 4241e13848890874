/// One header of a request or an answer.
package struct ServerHeader: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
