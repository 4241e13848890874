import Domain
import Glibc
import Loopback
import PlatformSystem
import PlatformSystemd
import TestFolders
import Testing

/// Tests with their own environment variables run in their own process. Passing descriptors for real is tested with the
/// program, because descriptor 3 may belong to the runtime here.
@Suite("Supervisor")
struct SupervisorTests {
    private let folder: TemporaryFolder
    private var place: String { folder.filePath("notify") }

    init() throws { folder = try TemporaryFolder() }

    @Test("each message is one datagram, in order")
    func datagram() async throws {
        let manager = try DatagramInbox(at: place)
        await #expect(processExitsWith: .exitCode(0)) { [place = place as String] in
            setenv("NOTIFY_SOCKET", place, 1)
            let isTold = Supervisor.notify([.ready, .status("watching")]) && Supervisor.notify([.stopping])
            exit(Supervisor.isListening && isTold ? 0 : 1)
        }
        #expect(try manager.nextText() == "READY=1\nSTATUS=watching")
        #expect(try manager.nextText() == "STOPPING=1")
    }

    @Test("a missing manager only loses the message")
    func gone() async {
        await #expect(processExitsWith: .exitCode(0)) {
            setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1)
            exit(Supervisor.notify([.ready]) ? 1 : 0)
        }
    }

    @Test("without a manager nothing is sent, watched or adopted")
    func nobody() async {
        await #expect(processExitsWith: .exitCode(0)) {
            for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_FDS", "LISTEN_PID"] { unsetenv(name) }
            guard case nil = try Supervisor.takeListener() else { exit(1) }
            let isLeftAlone = Supervisor.takeWatchdog() == nil && !Supervisor.isListening
            exit(isLeftAlone && Supervisor.notify([.ready]) ? 0 : 2)
        }
    }

    @Test("the watchdog's interval is removed from the environment, and another process's is ignored")
    func watchdog() async {
        await #expect(processExitsWith: .exitCode(0)) {
            setenv("WATCHDOG_USEC", "4000000", 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            guard Supervisor.takeWatchdog() == .seconds(4), getenv("WATCHDOG_USEC") == nil else { exit(1) }
            setenv("WATCHDOG_USEC", "4000000", 1)
            setenv("WATCHDOG_PID", "\(getpid() + 1)", 1)
            exit(Supervisor.takeWatchdog() == nil ? 0 : 2)
        }
    }

    @Test("descriptors passed to another process are ignored")
    func stranger() async throws {
        await #expect(processExitsWith: .exitCode(0)) {
            pass(1, "control")
            setenv("LISTEN_PID", "\(getpid() + 1)", 1)
            guard case nil = try Supervisor.takeListener() else { exit(1) }
            exit(0)
        }
    }

    @Test("invalid variables are rejected")
    func nonsense() async {
        await #expect(processExitsWith: .exitCode(0)) {
            pass(1, "control")
            setenv("LISTEN_FDS", "many", 1)
            guard case .unusable = refusal() else { exit(1) }
            exit(0)
        }
    }
}

/// Sets the variables of a manager that passes descriptors from 3 on.
private func pass(_ count: Int, _ names: String) {
    setenv("LISTEN_PID", "\(getpid())", 1)
    setenv("LISTEN_FDS", "\(count)", 1)
    setenv("LISTEN_FDNAMES", names, 1)
}

private func refusal() -> PassedSocketFailure? {
    do throws(PassedSocketFailure) {
        _ = try Supervisor.takeListener()
        return nil
    } catch {
        return error
    }
}
