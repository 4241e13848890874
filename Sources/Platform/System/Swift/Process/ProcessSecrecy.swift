internal import CSystem

/// Keeps what this process knows, such as keys, from other programs of the same user.
package enum ProcessSecrecy {
    /// From now on no such program can trace this process, read its memory or see its environment, and no crash leaves a
    /// core file. Variables stay readable for this process itself. To be called before there are threads.
    package static func begin() {
        // Without this the rest still holds; under systemd the unit bounds core files too.
        _ = csys_hide_process()
        _ = csys_move_environment()
    }
}
