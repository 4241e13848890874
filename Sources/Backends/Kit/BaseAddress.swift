/// Where a service is, as a configuration says it: without slashes at its end, so that paths can be put behind it.
package enum BaseAddress {
    package static func trimmed(_ address: String) -> String {
        var address = address[...]
        while address.hasSuffix("/") { address = address.dropLast() }
        return String(address)
    }
}
