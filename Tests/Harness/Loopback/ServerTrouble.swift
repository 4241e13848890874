/// What kept a server from starting: the call, and its errno.
package struct ServerTrouble: Error, Equatable, Sendable {
    package let what: String
    package let code: Int32
}
