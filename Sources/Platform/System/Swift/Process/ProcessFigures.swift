internal import Glibc

/// What the kernel knows of this process.
package enum ProcessFigures {
    /// The most memory that was resident at any time, in bytes.
    package static var peakResidentBytes: Int64 {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Int64(usage.ru_maxrss) * 1024
    }

    package static var identifier: Int32 { getpid() }

    /// Processors that this process may run on: at least 1.
    package static var processors: Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }
}
