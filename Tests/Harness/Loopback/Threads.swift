import CSystem

/// Threads that end with their work.
enum Threads {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Whether the system granted one.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let context = Unmanaged.passRetained(Body(body))
        let entry: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }
        let isRunning = csys_start_thread(name, entry, context.toOpaque()) == 0
        if !isRunning { context.release() }
        return isRunning
    }
}
