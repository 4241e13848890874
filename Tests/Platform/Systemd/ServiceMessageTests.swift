import Testing

@testable import PlatformSystemd

@Suite("Service messages")
struct ServiceMessageTests {
    private func text(_ message: ServiceMessage) -> String {
        message.assignments(monotonic: .seconds(12) + .microseconds(345))
    }

    @Test("messages follow sd_notify(3); a reload includes its timestamp in the same datagram")
    func assignments() {
        #expect(text(.ready) == "READY=1")
        #expect(text(.reloading) == "RELOADING=1\nMONOTONIC_USEC=12000345")
        #expect(text(.stopping) == "STOPPING=1")
        #expect(text(.alive) == "WATCHDOG=1")
        #expect(text(.status("watching 2 folders")) == "STATUS=watching 2 folders")
        #expect(text(.extendTimeout(by: .milliseconds(1500))) == "EXTEND_TIMEOUT_USEC=1500000")
    }

    @Test("a status is one line and can't inject another assignment")
    func injection() {
        #expect(text(.status("a\nREADY=1\u{0}b\r\u{7f}é")) == #"STATUS=a READY=1\x00b \x7fé"#)
    }
}
