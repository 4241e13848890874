package import BackendKit
package import Domain
import PlatformConcurrency

/// Runs a program for each notification, with the facts as JSON on its standard input.
///
/// It runs confined as plugins do, in a folder of its own, and for a limited time. Exit 0 means that the notification has
/// arrived, 75 (EX_TEMPFAIL) that it may later; anything else, that it will not.
package struct ExecChannel: NotificationChannel {
    private let program: HookProgram
    private let processes: any ProcessRunner
    private let folders: any WorkFolders
    private let clock: HostClock

    /// The status by which a program asks for another attempt.
    private static let temporary: Int32 = 75
    /// The time between SIGTERM and SIGKILL.
    private static let grace = Duration.seconds(5)

    package init(
        _ program: HookProgram, processes: any ProcessRunner, folders: any WorkFolders, clock: HostClock
    ) {
        self.program = program
        self.processes = processes
        self.folders = folders
        self.clock = clock
    }

    package func send(_ message: NotificationMessage) async -> NotificationOutcome {
        let run = HookRun()
        let child: any ChildProcess
        do throws(FileFailure) {
            child = try await processes.start(try await configuration(), onEvent: run.receive)
        } catch {
            return .later(.notStarted(error))
        }
        child.send((JSONBody.bytes(message.json(withPaths: true)) ?? []) + [10])
        child.finish()
        if let status = await run.end(within: program.timeout, clock) { return outcome(status) }
        child.signal(.terminate)
        if await run.end(within: Self.grace, clock) == nil { child.signal(.kill) }
        if Task.isCancelled { return .later(.stopped) }
        return .refused(.late(program.timeout.components.seconds))
    }

    private func outcome(_ status: TerminationStatus) -> NotificationOutcome {
        switch status {
        case .code(0): .delivered
        case .code(Self.temporary): .later(.exit(Self.temporary))
        case .code(let code): .refused(.exit(code))
        case .signal(let number): .refused(.signal(number))
        }
    }

    private func configuration() async throws(FileFailure) -> ChildConfiguration {
        let work = try await folders.make("")
        await folders.remove("tmp")
        let temporary = try await folders.make("tmp")
        let sandbox = program.sandbox.map {
            ChildSandbox(readable: $0.readable, devices: $0.devices, writable: $0.writable + [work])
        }
        let text = { (path: FolderPath) in String(decoding: path.bytes, as: UTF8.self) }
        return ChildConfiguration(
            program: program.path, arguments: program.arguments,
            variables: program.variables + ["HOME=" + text(work), "TMPDIR=" + text(temporary)], folder: work,
            sandbox: sandbox, memory: program.memory)
    }
}

/// A program to be run for notifications.
package struct HookProgram: Sendable {
    let path: String
    let arguments: [String]
    /// As `NAME=value`.
    let variables: [String]
    let sandbox: ChildSandbox?
    let memory: Int64?
    let timeout: Duration

    package init(
        path: String, arguments: [String], variables: [String], sandbox: ChildSandbox?, memory: Int64?,
        timeout: Duration
    ) {
        self.path = path
        self.arguments = arguments
        self.variables = variables
        self.sandbox = sandbox
        self.memory = memory
        self.timeout = timeout
    }
}

/// One run of a hook. What it writes is read and dropped, so that it never waits for a reader.
private final class HookRun: Sendable {
    private let ending = AsyncValue<TerminationStatus?>(nil)

    /// Called on the child's own thread.
    @Sendable func receive(_ event: ChildEvent) {
        if case .ended(let status) = event { ending.update { $0 = status } }
    }

    /// `nil` after the time, and when the task is cancelled.
    func end(within limit: Duration, _ clock: HostClock) async -> TerminationStatus? {
        await clock.within(limit) { [ending] in await ending.first { $0 } }
    }
}
