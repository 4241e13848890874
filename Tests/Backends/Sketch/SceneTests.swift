import Testing

@testable import SketchBackend

@Suite("Scene")
struct SceneTests {
    private func subjects(_ prompt: String) -> Set<String> {
        Set(Scene(prompt: prompt).subjects.map { "\($0.concept) \($0.count ?? 0) \($0.tint.map { "\($0)" } ?? "")" })
    }

    @Test(
        "The same scene in English and Korean means the same",
        arguments: [
            ("a lighthouse at night, stormy sea", "폭풍 치는 바다에 밤의 등대가"),
            ("two cats and the moon", "고양이 두 마리와 달"),
            ("night sky, snow-covered mountains and a house", "밤하늘 아래 눈 덮인 산과 집"),
            ("three red flowers in the garden", "정원에 빨간 꽃 세 송이"),
            ("five stars over the lake", "호수 위의 다섯 개의 별들"),
            ("two yellow balloons", "노란 풍선 두 개"),
            ("whale in the night sea", "밤바다의 고래"),
            ("autumn forest with campfire", "가을 숲속의 모닥불"),
            ("snowman, train and rabbit", "눈사람, 기차, 토끼를"),
        ])
    func korean(english: String, korean: String) {
        #expect(subjects(english) == subjects(korean))
        #expect(!subjects(english).isEmpty)
    }

    @Test("Colours and numbers join the next thing, not what comes after it")
    func joins() {
        #expect(subjects("three red flowers and a blue house") == ["flower 3 red", "house 0 blue"])
        #expect(subjects("2 dogs, cat") == ["dog 2 ", "cat 0 "])
        #expect(subjects("a golden bright castle") == ["castle 0 gold", "bright 0 "])
    }

    @Test("Phrases are recognised as a whole")
    func phrases() {
        #expect(subjects("hot air balloons") == ["balloon 0 "])
        #expect(subjects("northern lights, shooting stars, Christmas trees") == ["aurora 0 ", "comet 0 ", "pine 0 "])
    }

    @Test("Missing parts of a scene are filled in")
    func implies() {
        #expect(Scene(prompt: "moon").daytime == .night)
        #expect(Scene(prompt: "a cat").daytime == .day)
        #expect(Scene(prompt: "lighthouse").land == .sea)
        #expect(Scene(prompt: "cactus").land == .desert)
        #expect(Scene(prompt: "snowman").season == .winter)
        #expect(Scene(prompt: "sailboat between mountains").land == .lake)
        #expect(Scene(prompt: "campfire on a summer day").daytime == .day)
    }

    @Test("A prompt of many thousand words does no harm")
    func long() {
        let prompt = String(repeating: "cats 밤바다 ", count: 4000)
        #expect(Scene(prompt: prompt).subjects.map(\.concept) == [.cat, .night, .sea])
    }
}
