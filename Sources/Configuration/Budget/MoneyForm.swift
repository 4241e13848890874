import Domain

extension FieldForm where Value == Money {
    /// An amount and its currency.
    static var money: Self {
        FieldForm(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let money = Money(text: text) else { throw .malformed(got: text, example: "5.00 USD") }
            return money
        }
    }
}

extension FieldForm where Value == CallRate {
    /// A number of calls in a time.
    static var rate: Self {
        FieldForm(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let rate = CallRate(text: text) else { throw .malformed(got: text, example: "60/min") }
            return rate
        }
    }
}
