/// Proof that a piece of work still holds its name.
///
/// Serials are never used twice, so a lease outlives its work without ever being mistaken for another.
package struct Lease<ID: Hashable & Sendable>: Hashable, Sendable {
    package let id: ID
    let serial: UInt64
}
