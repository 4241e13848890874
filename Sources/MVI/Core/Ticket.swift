/// Identifies a request to a store. The event that answers the request carries the same ticket.
package struct Ticket: Hashable, Comparable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    package static func < (one: Ticket, other: Ticket) -> Bool { one.number < other.number }
}
