import Domain

extension FixtureSettings {
    static var fields: [Field<FixtureSettings>] {
        [
            Field(
                "fault", optional: \.fault, .choice, startingFrom: .transient,
                FieldHelp("Fault of failing calls; by default none fails", "요청 실패의 원인, 기본은 실패하지 않음")),
            Field(
                "after", \.after, .integer(0...1_000_000), unit: "calls",
                FieldHelp("Successful calls before the first fault", "첫 실패 전에 성공하는 요청 수")),
            Field(
                "every", \.every, .integer(1...1_000_000), unit: "calls",
                FieldHelp("After that, every Nth call fails", "그 뒤 N번째 요청마다 실패함")),
            Field(
                "times", optional: \.times, .integer(1...1_000_000), startingFrom: 1,
                FieldHelp("Number of faults before recovery", "복구되기 전의 실패 횟수")),
            Field(
                "delay", \.delay, .duration(.zero ... .seconds(3600)),
                FieldHelp("Duration of each call", "요청당 걸리는 시간")),
            Field(
                "free", \.isFree, .flag,
                FieldHelp("Whether calls count as free", "요청을 무료로 볼지 여부")),
        ]
    }
}
