internal import CSystem
package import Domain
internal import Glibc

/// Facts about this process.
package enum ProcessFacts {
    package static var identifier: Int32 { getpid() }

    /// What this process uses now; `nil` if `/proc` can't be read.
    package static func usage() -> ProcessUsage? {
        var used = csys_usage()
        guard unsafe csys_read_usage(&used) == 0, let memory = residentPages(),
            let descriptors = try? FileDescriptor.folder(FolderPath("/proc/self/fd")).list()
        else { return nil }
        return ProcessUsage(
            cpu: .microseconds(used.cpu_microseconds), residentBytes: memory * Int64(used.page_bytes),
            // Without the descriptor of this very listing.
            openDescriptors: max(0, Int64(descriptors.count) - 1), maxDescriptors: used.max_descriptors)
    }

    private static func residentPages() -> Int64? {
        guard let bytes = try? FileDescriptor.file(FolderPath("/proc/self/statm")).chunk(256) else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int64(fields[1]) : nil
    }
}

/// The end of this process.
package enum ProcessEnd {
    /// Ends the process without the exit handlers of the libraries. A thread that connects to a server or looks up a name
    /// can't be interrupted and may still run, and what the handlers free (OpenSSL's state) is in use there: the process
    /// would crash after its work is done. Whatever was to be written must have been written.
    package static func leave(_ code: Int32) -> Never { _exit(code) }

    /// Raises SIGQUIT, as Ctrl-\ would have. Another thread handles the signal; this one waits until then.
    package static func quit() {
        kill(getpid(), SIGQUIT)
        poll(nil, 0, 10_000)
    }
}

/// Settings of the C library's memory allocator.
package enum ProcessMemory {
    /// Makes all threads share two malloc arenas. Call it before any thread starts. By default nearly every thread gets
    /// its own arena (up to eight per processor), and memory freed in one can't be reused by another: with twenty
    /// threads, more memory is free than in use.
    package static func limitArenas() {
        csys_limit_arenas(2)
    }

    /// Keeps up to 2 MiB of freed memory for reuse. By default the C library returns the planes of a small picture to
    /// the kernel after every step, and the kernel zeroes the same pages again for the next one, which takes a fifth of
    /// the time.
    package static func retainFreedMemory() {
        csys_retain_freed(2 << 20, 1 << 20)
    }

    /// Returns freed memory to the system. Parts of a picture's planes otherwise remain between blocks still in use.
    package static func releaseFreedMemory() {
        csys_release_freed()
    }
}

/// Protects the secrets in this process's memory, such as API keys, from other programs of the same user.
package enum ProcessHardening {
    /// Prevents other programs of the same user from tracing this process, reading its memory or reading its
    /// environment, and disables core files. The process itself can still read its variables. Call it before any thread
    /// starts.
    package static func begin() {
        // If either call fails, the other still takes effect; under systemd the unit limits core files as well.
        _ = csys_hide_process()
        _ = csys_move_environment()
    }
}

/// Locates executables.
package enum Programs {
    /// Returns the absolute path of an executable, `nil` if there is none. A name without a slash is searched for in
    /// `PATH`; one with a slash must be absolute.
    package static func path(of name: String, _ environment: [String: String]) -> String? {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        if name.contains("/") { return name.hasPrefix("/") && isProgram(name) ? name : nil }
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, X_OK) == 0
    }
}

/// Returns 64 unpredictable bits from the kernel.
package func randomSeed() -> UInt64 {
    var seed: UInt64 = 0
    // Reads of up to 256 bytes are never partial; getrandom(2) can only be interrupted while the entropy pool isn't
    // ready yet.
    while unsafe getrandom(&seed, 8, 0) != 8 {}
    return seed
}
