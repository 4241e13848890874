import Domain
import Glibc
import Testing

@testable import PlatformSystem

@Suite("One-shot programs", .timeLimit(.minutes(5)))
struct OneShotTests {
    private func outcome(
        _ script: String, time: Duration = .seconds(60), limit: Int = 100, program: String = "/bin/sh"
    ) async -> Result<OneShotCommand<ContinuousClock>.Output, OneShotCommand<ContinuousClock>.Failure> {
        let shot = OneShotCommand(ChildRunner(), clock: ContinuousClock(), time: time, limit: limit)
        let order = ChildConfiguration(
            program: program, arguments: ["-c", script], variables: ["PATH=/usr/bin:/bin"], folder: FolderPath("/"))
        do throws(OneShotCommand<ContinuousClock>.Failure) { return .success(try await shot.run(order)) } catch {
            return .failure(error)
        }
    }

    @Test("output and exit are reported, standard error isn't")
    func output() async {
        let said = await outcome("echo one; echo hush >&2; exit 3")
        #expect(said == .success(OneShotCommand.Output(bytes: Array("one\n".utf8), ending: .code(3))))
        #expect(await outcome("kill -KILL $$") == .success(OneShotCommand.Output(bytes: [], ending: .signal(9))))
    }

    @Test("the program gets empty input and doesn't wait for any")
    func input() async {
        #expect(await outcome("cat") == .success(OneShotCommand.Output(bytes: [], ending: .code(0))))
    }

    @Test("a program that takes too long is killed")
    func late() async {
        #expect(await outcome("sleep 600", time: .milliseconds(50)) == .failure(.late(.milliseconds(50))))
    }

    @Test("a program with too much output is killed")
    func tooLong() async {
        #expect(await outcome("yes") == .failure(.tooLong(limit: 100)))
        let exact = await outcome("printf '%100s' x")
        #expect((try? exact.get().bytes.count) == 100)
    }

    @Test("a missing program is reported")
    func missing() async {
        #expect(await outcome("", program: "/nonexistent/x") == .failure(.notStarted(.missing)))
    }

    @Test("a program is found in PATH and nowhere else")
    func paths() {
        let environment = ["PATH": "relative:/nonexistent:/usr/bin:/bin"]
        #expect(Programs.path(of: "env", environment) == "/usr/bin/env")
        #expect(Programs.path(of: "/bin/sh", [:]) == "/bin/sh")
        for name in ["", "no-such-program", "/etc/passwd", "/etc", "./sh", "bin/sh", "a\0b"] {
            #expect(Programs.path(of: name, environment) == nil, "\(name)")
        }
        #expect(Programs.path(of: "env", ["PATH": ""]) == nil)
    }
}
