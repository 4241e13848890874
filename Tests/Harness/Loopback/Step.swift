/// What a server does next on a connection.
package enum Step: Sendable {
    /// Bytes exactly as given.
    case send([UInt8])
    /// Stands still until the gate opens or the client is gone.
    case wait(Gate)
    /// The same bytes again and again until the client is gone.
    case endless([UInt8])
    /// The same byte again and again, with that pause between, until the client is gone.
    case drip(UInt8, milliseconds: Int32)
    /// Nothing, until the client is gone.
    case hold
    /// The connection ends as it should.
    case close
    /// The connection ends after what was sent, with no goodbye of the encryption.
    case cut
    /// The connection ends at once; what was not yet delivered is lost.
    case reset

    package static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
}
