import BackendKit
import Domain
import Glibc
import PlatformSystem
import Synchronization
import Testing

@testable import App

@Suite("API keys from commands", .timeLimit(.minutes(5)))
struct KeyCommandTests {
    private func answered(
        _ script: String, time: Duration = .seconds(60), environment: [String: String] = ["PATH": "/usr/bin:/bin"]
    ) async throws -> Result<KeyCommandOutput, KeyFailure> {
        let command = try KeyCommand(["sh", "-c", script], KeyReader(environment: environment), time: time)
        return await command.answered()
    }

    private static func problem(_ answer: Result<KeyCommandOutput, KeyFailure>) -> KeyFailure.Problem? {
        guard case .failure(let failure) = answer else { return nil }
        return failure.problem
    }

    @Test(
        "A bare line is a key, and so is JSON with a token",
        arguments: [
            ("echo sk-1", nil), ("printf '  sk-1  \\r\\n'", nil), (#"echo '{"token": "sk-1"}'"#, nil),
            (#"echo '{"token": "sk-1", "expirationTimestamp": null}'"#, nil),
            (
                #"echo '{"token": "sk-1", "expirationTimestamp": "1970-01-01T00:01:00Z"}'"#, 60_000
            ),
            (
                #"echo '{"kind": "ExecCredential", "status": {"token": "sk-1",'"#
                    + #"' "expirationTimestamp": "1970-01-01T00:01:00.250Z"}}'"#, 60_250
            ),
        ] as [(String, UTCMillis?)])
    func good(script: String, expires: UTCMillis?) async throws {
        let answer = try await answered(script).get()
        #expect(answer.key == Secret("sk-1") && answer.expires == expires)
    }

    @Test(
        "Any other output is reported without quoting it",
        arguments: [
            ("true", .empty), ("printf 'sk\\nhush'", .malformed), ("echo 'sk hush'", .malformed),
            ("echo '{\"token\": 7}'", .malformed), ("echo '{\"tok'", .malformed), ("echo '{}'", .malformed),
            (#"echo '{"token": "hush", "expirationTimestamp": "tomorrow"}'"#, .malformed),
            ("echo hush; exit 3", .failed(.code(3))), ("kill -TERM $$", .failed(.signal(15))),
            ("yes hush", .tooLong(limit: KeyReader.longest)),
        ] as [(String, KeyFailure.Problem)])
    func bad(script: String, problem: KeyFailure.Problem) async throws {
        let answer = try await answered(script)
        #expect(Self.problem(answer) == problem)
    }

    /// A backend that always says the same of its progress.
    private struct SteadyBackend: SynchronousBackend {
        static let progress = GenerationProgress(fraction: 0.4)
        let descriptor = BackendDescriptor(
            name: "studio", kind: "steady", credit: "studio", isFree: true, isDeterministic: true, sides: 1...4096,
            concurrency: 1, reportsProgress: true)

        func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
            throw .empty
        }
        func progress(of key: String) async -> GenerationProgress? { key == "job-1" ? Self.progress : nil }
        func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] { throw .empty }
        func probe() async -> BackendHealth { .ready }
    }

    @Test("A backend whose key comes from a command reports its progress once it has a key")
    func progress() async throws {
        let command = try KeyCommand(["echo", "sk-1"], KeyReader(environment: ["PATH": "/usr/bin:/bin"]))
        let backend = KeyedBackend(CommandKey(command)) { _ in SteadyBackend() }
        #expect(backend.descriptor.reportsProgress)
        #expect(await backend.progress(of: "job-1") == nil)
        let request = ImageRequest(prompt: "a", size: PictureSize(width: 64, height: 64), seed: 7)
        await #expect(throws: BackendFailure.empty) { try await backend.submit(request, key: "job-1") }
        #expect(await backend.progress(of: "job-1") == SteadyBackend.progress)
    }

    @Test("A command that exceeds its time limit is stopped")
    func late() async throws {
        let answer = try await answered("sleep 600", time: .milliseconds(50))
        #expect(Self.problem(answer) == .late(.milliseconds(50)))
    }

    @Test("A missing command is reported before it is needed")
    func missing() {
        let words = ["no-such-program"]
        #expect(throws: KeyFailure(.command(words), .missing)) {
            try KeyCommand(words, KeyReader(environment: ["PATH": "/usr/bin:/bin"]))
        }
    }

    @Test("The command does not inherit API keys from the environment")
    func environment() async throws {
        let environment = ["PATH": "/usr/bin:/bin", "HOME": "/h", "OPENAI_API_KEY": "hush"]
        let answer = try await answered("echo \"$HOME-${OPENAI_API_KEY:-none}\"", environment: environment)
        #expect(try answer.get().key == Secret("/h-none"))
    }

    @Test(
        "The command runs once for concurrent callers, again shortly before the key expires, and after a rejected key")
    func kept() async throws {
        let runs = Mutex(0)
        let now = Mutex<UTCMillis>(0)
        let key = CommandKey {
            let count = runs.withLock { count in
                count += 1
                return count
            }
            return .success(KeyCommandOutput(key: Secret("sk-\(count)"), expires: UTCMillis(Int64(count) * 100_000)))
        } utc: {
            now.withLock { $0 }
        }
        let first = try await withThrowingTaskGroup(of: Secret.self) { group in
            for _ in 0..<20 { group.addTask { try await key.key() } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1.value) }
        }
        #expect(first == ["sk-1"] && runs.withLock { $0 } == 1)
        now.withLock { $0 = 69_999 }
        let still = try await key.key()
        now.withLock { $0 = 70_000 }
        let second = try await key.key()
        #expect(still == Secret("sk-1") && second == Secret("sk-2"))
        await key.forget(Secret("sk-1"))
        let same = try await key.key()
        await key.forget(Secret("sk-2"))
        let third = try await key.key()
        #expect(same == Secret("sk-2") && third == Secret("sk-3"))
    }

    @Test("A failure is not cached")
    func again() async throws {
        let runs = Mutex(0)
        let failure = KeyFailure(.command(["x"]), .failed(.code(1)))
        let key = CommandKey {
            let count = runs.withLock { count in
                count += 1
                return count
            }
            return count == 1 ? .failure(failure) : .success(KeyCommandOutput(key: Secret("sk"), expires: nil))
        } utc: {
            0
        }
        await #expect(throws: failure) { try await key.key() }
        let second = try await key.key()
        #expect(second == Secret("sk"))
    }
}
