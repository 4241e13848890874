import Domain

extension FixtureSettings {
    static var fields: [Field<FixtureSettings>] {
        [
            Field(
                "fault", optional: \.fault, .choice, startingFrom: .transient,
                FieldHelp("What calls fail with; without it none does", "요청이 실패하는 까닭, 없으면 실패하지 않음")),
            Field(
                "after", \.after, .integer(0...1_000_000), unit: "calls",
                FieldHelp("How many calls are answered before the first fault", "처음 실패하기 전에 답하는 요청 수")),
            Field(
                "every", \.every, .integer(1...1_000_000), unit: "calls",
                FieldHelp("Of the calls after these, every how manieth fails", "그 뒤로 몇 번째 요청마다 실패하는지")),
            Field(
                "times", optional: \.times, .integer(1...1_000_000), startingFrom: 1,
                FieldHelp("How often the fault is met before it is over", "몇 번 실패한 뒤에 나아지는지")),
            Field(
                "delay", \.delay, .duration(.zero ... .seconds(3600)),
                FieldHelp("How long each call takes", "요청마다 걸리는 시간")),
            Field(
                "free", \.isFree, .flag,
                FieldHelp("Whether calls are taken to cost nothing", "요청을 무료로 볼지")),
        ]
    }
}
