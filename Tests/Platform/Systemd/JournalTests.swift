import Glibc
import Testing

@testable import PlatformSystemd

@Suite("Journal")
struct JournalTests {
    @Test("field names are valid for the journal: upper case, no leading underscore or digit, at most 64 characters")
    func names() {
        for name in ["A", "JOB_ID", "CODE2", String(repeating: "A", count: 64)] {
            #expect(JournalField(name, "").hasValidName, "\(name)")
        }
        for name in ["", "_PID", "2ND", "job", "A-B", "A=B", "A\nB", "É", String(repeating: "A", count: 65)] {
            #expect(!JournalField(name, "").hasValidName, "\(name)")
        }
    }

    @Test("standard error is the journal only if device and inode match the manager's variable")
    func stream() async {
        await #expect(processExitsWith: .exitCode(0)) {
            unsetenv("JOURNAL_STREAM")
            guard !Journal.hasStandardError else { exit(1) }
            for wrong in ["", "1", "1:", ":1", "1:2x", "x:y", "99999:99999999"] {
                setenv("JOURNAL_STREAM", wrong, 1)
                guard !Journal.hasStandardError else { exit(2) }
            }
            exit(0)
        }
    }
}
