import Domain
import Testing

@Suite("Notifications of several services")
struct NotificationLeaseTests {
    @Test(
        "a message is one node's while it is sent, and another's at once when that node ends",
        arguments: FleetKind.allCases)
    func leases(_ kind: FleetKind) async throws {
        try await FleetTests().withNodes(kind) { one, two async throws in
            let event = NotificationEvent.gateOpened("night")
            let new = NewNotification(event, at: 9, key: event.key(at: 9), targets: ["phone"])
            // Both have seen the gate open.
            for member in [one, two] { try await member.spool.notifications.record([new]) }
            let taken = try #require(try await one.spool.notifications.next(for: "phone", digests: true, at: 10))
            #expect(try await two.spool.notifications.next(for: "phone", digests: true, at: 10) == nil)
            #expect(try await two.spool.notifications.outlook(at: 10).map(\.waiting) == [0])
            try await one.leave()
            let again = try #require(try await two.spool.notifications.next(for: "phone", digests: true, at: 11))
            #expect(again.id == taken.id && again.members == taken.members && again.attempts == 2)
            try await two.spool.notifications.delivered(again)
            #expect(try await two.spool.notifications.outlook(at: 12).isEmpty)
        }
    }
}
