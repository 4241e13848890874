package import Domain
internal import PlatformConcurrency

/// Asks gpsd for the newest fix of its receivers. gpsd activates a receiver without other clients for that, and may
/// deactivate it again later.
package struct GPSDClient: Sendable {
    private let address: GPSDAddress
    private let timeout: Duration
    private let now: @Sendable () -> UTCMillis

    /// The limits on what is read, in bytes.
    package static var longestLine: Int { 16 << 10 }
    package static var longestAnswer: Int { 64 << 10 }

    /// `timeout` limits the whole question. `now` is this machine's clock.
    package init(
        _ address: GPSDAddress = .standard, timeout: Duration = .seconds(5),
        now: @escaping @Sendable () -> UTCMillis = { UTCMillis.now() }
    ) {
        self.address = address
        self.timeout = timeout
        self.now = now
    }

    /// Returns the most accurate of the newest fixes, which may be old. Blocks the thread, at most for the timeout.
    package func fix() throws(GPSDFailure) -> Fix {
        let deadline = Semaphore.now + timeout.nanoseconds
        let connection = try connect(deadline)
        var conversation = GPSDConversation()
        do throws(Interruption) {
            return try converse(connection, &conversation)
        } catch {
            switch error {
            case .failed(let failure): throw failure
            case .ended(let reason): return try conversation.finish(reason)
            }
        }
    }

    private enum Interruption: Error {
        case failed(GPSDFailure)
        /// No more reports follow.
        case ended(GPSDFailure)
    }

    private func converse(
        _ connection: borrowing DeadlineSocket, _ conversation: inout GPSDConversation
    ) throws(Interruption) -> Fix {
        var lines = LineReader()
        while true {
            let line = try lines.next(connection, timeout)
            let step: GPSDConversation.Step
            do throws(GPSDFailure) { step = try conversation.receive(line, now: now()) } catch {
                throw .failed(error)
            }
            switch step {
            case .receive: continue
            case .send(let bytes):
                do throws(DeadlineSocket.Failure) { try connection.send(bytes) } catch {
                    throw .ended(GPSDFailure(error, timeout))
                }
            case .done(let fix):
                // A courtesy: the end of the connection ends the watch as well.
                try? connection.send(GPSDConversation.closing)
                return fix
            }
        }
    }

    private func connect(_ deadline: Int64) throws(GPSDFailure) -> DeadlineSocket {
        switch address {
        case .socket(let path):
            let limit = DeadlineSocket.longestPath
            guard path.bytes.count <= limit else { throw .pathTooLong(bytes: path.bytes.count, limit: limit) }
            do throws(DeadlineSocket.Failure) {
                return try DeadlineSocket.connect(path: path.bytes, deadline: deadline)
            } catch {
                throw unreachable(error)
            }
        case .network("localhost", let port):
            // gpsd may listen at one of the two only.
            do throws(GPSDFailure) { return try connect(host: "127.0.0.1", port, deadline) } catch {
                if let connection = try? connect(host: "::1", port, deadline) { return connection }
                throw error
            }
        case .network(let host, let port): return try connect(host: host, port, deadline)
        }
    }

    private func connect(host: String, _ port: UInt16, _ deadline: Int64) throws(GPSDFailure) -> DeadlineSocket {
        do throws(DeadlineSocket.Failure) {
            return try DeadlineSocket.connect(host: host, port: port, deadline: deadline)
        } catch {
            throw unreachable(error)
        }
    }

    private func unreachable(_ failure: DeadlineSocket.Failure) -> GPSDFailure {
        switch failure {
        case .late: .late(timeout)
        case .failed(let code): .unreachable(code)
        }
    }

    /// Splits what arrives into lines, within the limits.
    private struct LineReader {
        private var buffer = [UInt8](repeating: 0, count: 4096)
        private var unread: [UInt8] = []
        private var received = 0

        /// Returns the next line that isn't empty, without its end.
        mutating func next(_ connection: borrowing DeadlineSocket, _ timeout: Duration) throws(Interruption) -> [UInt8]
        {
            while true {
                if let line = try takeLine() {
                    if line.isEmpty { continue }
                    return line
                }
                guard received < GPSDClient.longestAnswer else {
                    throw .ended(.tooLong(limit: GPSDClient.longestAnswer))
                }
                buffer.removeLast(max(0, received + buffer.count - GPSDClient.longestAnswer))
                let count: Int
                do throws(DeadlineSocket.Failure) { count = try connection.receive(into: &buffer) } catch {
                    throw .ended(GPSDFailure(error, timeout))
                }
                guard count > 0 else { throw .ended(.closed) }
                received += count
                unread += buffer[..<count]
            }
        }

        private mutating func takeLine() throws(Interruption) -> [UInt8]? {
            let end = unread.firstIndex(of: UInt8(ascii: "\n"))
            guard end ?? unread.count <= GPSDClient.longestLine else {
                throw .ended(.tooLong(limit: GPSDClient.longestLine))
            }
            guard let end else { return nil }
            let line = unread[..<end]
            unread.removeSubrange(...end)
            return line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : Array(line)
        }
    }
}

extension GPSDFailure {
    fileprivate init(_ failure: DeadlineSocket.Failure, _ timeout: Duration) {
        self =
            switch failure {
            case .late: .late(timeout)
            case .failed(let code): .broken(code)
            }
    }
}
