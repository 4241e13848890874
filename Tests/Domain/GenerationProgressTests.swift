import Domain
import Testing

@Suite("The progress of a generation")
struct GenerationProgressTests {
    @Test("values out of range are left out, and nothing known is no progress")
    func ranges() {
        #expect(GenerationProgress() == nil && GenerationProgress(steps: 20) == nil)
        #expect(GenerationProgress(fraction: .nan, secondsLeft: -1, step: -1, queuePosition: -1) == nil)
        #expect(GenerationProgress(fraction: 7)?.fraction == 1 && GenerationProgress(fraction: -1)?.fraction == 0)
        #expect(GenerationProgress(secondsLeft: .infinity) == nil)
        #expect(GenerationProgress(secondsLeft: 3.2)?.secondsLeft == 4)
        #expect(GenerationProgress(queuePosition: 0)?.queuePosition == 0)
        #expect(GenerationProgress(step: 21, steps: 20) == nil)
    }

    @Test("the fraction follows from the steps unless the backend says it")
    func steps() {
        #expect(GenerationProgress(step: 5, steps: 20)?.fraction == 0.25)
        #expect(GenerationProgress(fraction: 0.4, step: 5, steps: 20)?.fraction == 0.4)
        let plain = GenerationProgress(step: 5, steps: 0)
        #expect(plain?.fraction == nil && plain?.step == 5 && plain?.steps == nil)
    }
}
