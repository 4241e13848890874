package import Domain
internal import Glibc

/// Children of this process, each attended by a thread of its own.
package struct ChildRunner: ProcessRunner {
    package init() {}

    package func start(
        _ order: ChildOrder, heard: @escaping @Sendable (ChildEvent) -> Void
    ) async throws(FileFailure) -> any ChildProcess {
        let line = try ChildLine()
        let started: Result<Int32, FileFailure> = await withCheckedContinuation { continuation in
            do throws(FileFailure) {
                try Thread.start("child") {
                    Self.attend(order, line, heard) { continuation.resume(returning: $0) }
                }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return StartedChild(identifier: try started.get(), line: line)
    }

    private static func attend(
        _ order: ChildOrder, _ line: ChildLine, _ heard: @escaping @Sendable (ChildEvent) -> Void,
        _ started: (Result<Int32, FileFailure>) -> Void
    ) {
        do throws(FileFailure) {
            var loop = try ChildLoop(order, line, heard)
            started(.success(loop.identifier))
            loop.run()
        } catch {
            started(.failure(error))
        }
    }
}

/// The owner's side of a child.
private final class StartedChild: ChildProcess {
    let identifier: Int32
    private let line: ChildLine

    init(identifier: Int32, line: ChildLine) {
        self.identifier = identifier
        self.line = line
    }

    deinit {
        line.signal(SIGKILL)
    }

    func send(_ bytes: [UInt8]) { line.queue(bytes) }
    func finish() { line.finish() }

    func signal(_ signal: ChildSignal) {
        switch signal {
        case .terminate: line.signal(SIGTERM)
        case .kill: line.signal(SIGKILL)
        }
    }
}
