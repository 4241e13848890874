internal import CLoopback

/// Somebody else, as long as something takes: to the system each thread is who it wants to be. It takes root.
package enum Stranger {
    package struct Refused: Error {
        package let code: Int32
    }

    package static func act(as user: UInt32 = 65_534, _ body: () throws -> Void) throws {
        let answer = loopback_become(user)
        guard answer == 0 else { throw Refused(code: -answer) }
        defer { _ = loopback_become(0) }
        try body()
    }
}
