/// Which hosts are this machine itself.
package enum LoopbackHost {
    /// `localhost` and names below it, `::1` in brackets, and 127.0.0.0/8 written as four numbers: a name that only begins
    /// like one is somebody else's.
    package static func isNamed(_ host: some StringProtocol) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
    }
}
