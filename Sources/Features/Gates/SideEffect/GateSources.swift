package import Domain

/// What gates are read from. Each is a client that tests replace.
package struct GateSources: Sendable {
    /// The rules of a time zone; without a name, of this machine's. `nil` if it isn't known.
    package let zone: @Sendable (String?) -> TimeZoneRules?
    package let power: @Sendable () async -> Result<PowerState, FileFailure>
    /// Asks gpsd for the newest fix.
    package let fix: @Sendable (GPSDAddress) async -> Result<Fix, GPSDFailure>

    package init(
        zone: @escaping @Sendable (String?) -> TimeZoneRules?,
        power: @escaping @Sendable () async -> Result<PowerState, FileFailure>,
        fix: @escaping @Sendable (GPSDAddress) async -> Result<Fix, GPSDFailure>
    ) {
        self.zone = zone
        self.power = power
        self.fix = fix
    }

    /// Knows UTC, and says nothing else.
    package static var none: GateSources {
        GateSources(zone: { $0 == nil ? .utc : nil }, power: { .failure(.missing) }, fix: { _ in .failure(.noDevice) })
    }
}
