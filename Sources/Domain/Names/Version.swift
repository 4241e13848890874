/// What this build calls itself.
package enum Version {
    package static let text = "0.1.0"
}
