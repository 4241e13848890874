import BackendKit
import Domain

/// Where an answer says what it cost.
enum CostPlace: Equatable {
    /// A field of the head with dollars as a decimal.
    case header(String)
    /// `usage.cost`, in dollars.
    case usage
    /// `usage.cost_in_usd_ticks`, ten thousand millionths of a dollar.
    case ticks
}

extension CostPlace {
    /// The first of the places that says anything.
    static func cost(of response: HTTPResponse, _ value: JSONValue?, in places: [CostPlace]) -> Money? {
        for place in places {
            if let cost = place.dollars(response, value).flatMap({ Money(dollars: $0) }) { return cost }
        }
        return nil
    }

    private func dollars(_ response: HTTPResponse, _ value: JSONValue?) -> Double? {
        switch self {
        case .header(let name): response.header(name).flatMap { Double($0) }
        case .usage: value?["usage"]?["cost"]?.word.flatMap { Double($0) }
        case .ticks: value?["usage"]?["cost_in_usd_ticks"]?.word.flatMap { Double($0) }.map { $0 / 1e10 }
        }
    }
}

extension Money {
    /// Rounded to the nearest millionth; `nil` for what is no price.
    fileprivate init?(dollars: Double) {
        let micros = (dollars * 1e6).rounded()
        guard micros.isFinite, 0...1e15 ~= micros else { return nil }
        self.init(micros: Int64(micros), currency: "USD")
    }
}
