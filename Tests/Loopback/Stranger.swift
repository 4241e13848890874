internal import CLoopback

/// Somebody else, as long as something takes: to the system each thread is who it wants to be. It takes root.
public enum Stranger {
    public struct Refused: Error {
        public let code: Int32
    }

    public static func act(as user: UInt32 = 65_534, _ body: () throws -> Void) throws {
        let answer = loopback_become(user)
        guard answer == 0 else { throw Refused(code: -answer) }
        defer { _ = loopback_become(0) }
        try body()
    }
}
