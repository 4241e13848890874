internal import CHTTP
internal import Domain

/// The thread that carries all exchanges of a client.
enum LoopThread {
    private final class Body {
        let name: String
        let run: () -> Void

        init(_ name: String, _ run: @escaping () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Runs `body` on a thread of its own; it ends with it. 15 bytes of the name are kept.
    static func start(_ name: String, _ body: sending @escaping () -> Void) throws(HTTPFault) {
        let context = unsafe Unmanaged.passRetained(Body(name, body))
        let number = unsafe chttp_start_thread(entry, context.toOpaque())
        guard number == 0 else {
            unsafe context.release()
            throw HTTPFault(.other, code: Int(number))
        }
    }

    private static let entry: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        guard let context = unsafe $0 else { return nil }
        let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        unsafe chttp_name_thread(body.name)
        body.run()
        return nil
    }
}
