/// What a provider says that a call costs.
public struct ReportedCost: Equatable, Sendable {
    /// Millionths of the currency.
    public let micros: Int64
    /// Three letters (ISO 4217).
    public let currency: String

    public init(micros: Int64, currency: String) {
        self.micros = micros
        self.currency = currency
    }
}
