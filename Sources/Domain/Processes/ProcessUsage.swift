/// What a process uses of the machine.
package struct ProcessUsage: Equatable, Sendable {
    /// User and system time.
    package let cpu: Duration
    package let residentBytes: Int64
    package let openDescriptors: Int64
    package let maxDescriptors: UInt64

    package init(cpu: Duration, residentBytes: Int64, openDescriptors: Int64, maxDescriptors: UInt64) {
        self.cpu = cpu
        self.residentBytes = residentBytes
        self.openDescriptors = openDescriptors
        self.maxDescriptors = maxDescriptors
    }

    /// The processor that this program was compiled for.
    package static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "aarch64"
        #else
        "other"
        #endif
    }
}
