import BackendKit
import Testing

@Suite("Job handle")
struct JobHandleTests {
    @Test("A handle holds up to 16 KiB, counted in bytes")
    func bound() {
        #expect(JobHandle(String(repeating: "a", count: 16 << 10))?.text.utf8.count == 16384)
        #expect(JobHandle(String(repeating: "a", count: (16 << 10) + 1)) == nil)
        #expect(JobHandle(String(repeating: "가", count: 5462)) == nil)
    }
}
