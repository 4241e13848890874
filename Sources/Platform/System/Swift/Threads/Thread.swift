internal import CSystem
internal import Domain
internal import Glibc

/// Starts threads. They are detached: whoever needs to know of an end lets the body tell.
enum Thread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs `body` on a thread of its own, with all signals blocked. The kernel keeps 15 bytes of the name.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(FileFailure) {
        let context = unsafe Unmanaged.passRetained(Body(body))
        let shortened = String(decoding: name.utf8.prefix(15), as: UTF8.self)
        let answer = unsafe csys_start_thread(shortened, entry, context.toOpaque())
        guard answer == 0 else {
            unsafe context.release()
            throw FileFailure(errno: answer)
        }
    }

    private static let entry: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        guard let context = unsafe $0 else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
}
