import Domain
import PlatformSystem
import PlatformSystemd
import Words

/// What the service manager handed to this process.
struct Inheritance: ~Copyable {
    /// The control socket, when the manager listens for us.
    let listener: FileDescriptor?
    /// Within which time it wants to hear of progress.
    let watchdog: Duration?

    /// Nobody handed anything.
    init() {
        listener = nil
        watchdog = nil
    }

    private init(listener: consuming FileDescriptor?, watchdog: Duration?) {
        self.listener = listener
        self.watchdog = watchdog
    }

    /// Takes it out of the environment, so that no child mistakes it for its own: before any other thread runs.
    static func take() throws(LaunchFailure) -> Inheritance {
        let watchdog = Supervisor.takeWatchdog()
        do throws(PassedSocketFailure) {
            return Inheritance(listener: try Supervisor.takeListener(), watchdog: watchdog)
        } catch {
            throw LaunchFailure(.configuration, Wording(.english).sentence(error))
        }
    }
}
