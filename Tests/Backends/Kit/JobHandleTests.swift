import BackendKit
import Testing

@Suite("Job handle")
struct JobHandleTests {
    @Test("A handle holds up to 17 KiB, counted in bytes")
    func bound() {
        #expect(JobHandle(String(repeating: "a", count: 17 << 10))?.text.utf8.count == 17408)
        #expect(JobHandle(String(repeating: "a", count: (17 << 10) + 1)) == nil)
        #expect(JobHandle(String(repeating: "가", count: 5803)) == nil)
    }
}
