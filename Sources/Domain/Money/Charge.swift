/// What became of the money that was reserved for a call.
package enum Charge: String, Hashable, Sendable, Codable, CaseIterable {
    /// The call goes on.
    case reserved
    /// A picture was made for it, be it for nothing.
    case spent
    /// Nothing was bought.
    case unspent
    /// Nobody knows; it counts as spent.
    case unknown
}
