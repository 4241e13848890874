import Glibc

/// A Unix datagram socket that is read from: what a service manager or a journal is to those who tell them something.
package final class DatagramInbox: Sendable {
    private let number: Int32
    private let path: String

    /// Makes a socket at `path`, which is removed with this object.
    package init(at path: String) throws {
        self.path = path
        number = try Listening.datagrams(path)
    }

    deinit {
        close(number)
        unlink(path)
    }

    /// The next datagram, as it came. It waits for one, and throws after a minute without any.
    package func next() throws -> [UInt8] {
        var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, 60_000) < 1 {
            guard errno == EINTR else { throw ServerTrouble(what: "nobody told anything", code: ETIMEDOUT) }
        }
        return receive() ?? []
    }

    /// What has come and was not taken yet, without waiting.
    package func rest() -> [[UInt8]] {
        var all: [[UInt8]] = []
        while let one = receive() { all.append(one) }
        return all
    }

    package func nextText() throws -> String {
        String(decoding: try next(), as: UTF8.self)
    }

    private func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        let count = recv(number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count >= 0 ? Array(buffer[..<count]) : nil
    }
}
