package import BackendKit
package import Domain

/// A backend for tests and dry runs, with faults on demand.
package struct FixtureSettings: BackendKindSettings {
    /// The fault to produce; `nil` for none.
    var fault: FixtureFault?
    /// The number of calls that succeed before the first fault.
    var after = 0
    /// The interval between faults, in calls, at least 1: 1 is every call.
    var every = 1
    /// The number of calls and health checks that fail before the fault ends; `nil` for no end.
    var times: Int?
    /// The duration of each call.
    var delay: Duration = .zero

    package static let kind = BackendKind(
        type: FixtureBackend.kind, defaults: FixtureSettings(), fields: { _ in fields },
        traits: BackendTraits(
            isRemote: false, pricing: .declared(isFreeByDefault: true), usesAI: false)
    ) { own, context, host in
        PreparedBackend(context) {
            FixtureBackend(
                own, $0, generator: host.sketch(FixtureBackend.credit), sleep: { try? await host.clock.sleep($0) })
        }
    }

    package func addPurchase(to fields: inout CanonicalFields) {
        // The pictures depend on the request only.
    }

    private static var fields: [Field<FixtureSettings>] {
        [
            Field(
                "fault", optional: \.fault, .choice,
                FieldHelp("Fault of failing calls; by default none fails", "요청 실패의 원인, 기본은 실패하지 않음")),
            Field(
                "after", \.after, .integer(0...1_000_000), unit: "calls",
                FieldHelp("Successful calls before the first fault", "첫 실패 전에 성공하는 요청 수")),
            Field(
                "every", \.every, .integer(1...1_000_000), unit: "calls",
                FieldHelp("After that, every Nth call fails", "그 뒤 N번째 요청마다 실패함")),
            Field(
                "times", optional: \.times, .integer(1...1_000_000),
                FieldHelp("Number of faults before recovery", "복구되기 전의 실패 횟수")),
            Field(
                "delay", \.delay, .duration(.zero ... .seconds(3600)),
                FieldHelp("Duration of each call", "요청당 걸리는 시간")),
        ]
    }
}

/// A failure that a backend of type `fixture` simulates. The raw value is the name in configurations.
package enum FixtureFault: String, Equatable, Sendable, CaseIterable {
    case auth
    case quota
    case rateLimited = "rate_limited"
    case moderated
    case invalid
    case gone
    case loading
    case transient
    case timeout
    /// The answer is lost after the request was sent, so that the outcome is unknown.
    case drop
    case empty
    case badResponse = "bad_response"
    /// The picture was made but no longer exists when it is fetched.
    case expired
    case failed
}
