import Domain

extension FieldTable where Target == Caps {
    static var caps: FieldTable<Caps> {
        FieldTable([
            Field(
                "per_day", optional: \.perDay, .money, startingFrom: .nothing,
                FieldHelp("The most money a day", "하루에 쓸 수 있는 돈")),
            Field(
                "per_month", optional: \.perMonth, .money, startingFrom: .nothing,
                FieldHelp("The most money a month", "한 달에 쓸 수 있는 돈")),
            Field(
                "pictures_per_day", optional: \.picturesPerDay, .integer(0...1_000_000_000), startingFrom: 0,
                FieldHelp("The most pictures a day", "하루에 만들 수 있는 그림 수")),
            Field(
                "pictures_per_month", optional: \.picturesPerMonth, .integer(0...1_000_000_000), startingFrom: 0,
                FieldHelp("The most pictures a month", "한 달에 만들 수 있는 그림 수")),
        ])
    }
}

extension Money {
    static var nothing: Money { Money(micros: 0, currency: "USD") }
}
