/// What a server that speaks HTTP/2 does when a request has come in whole.
package enum FrameAnswer: Sendable {
    /// Status 200 with that body.
    case body([UInt8])
    /// The same, broken off by the connection's end.
    case half([UInt8])
    /// The stream is reset: 2 says that something broke, 7 that the request was not looked at.
    case reset(UInt32)
    /// The connection ends with a word on whether this request was looked at.
    case goAway(isTaken: Bool)
    /// The connection ends without a word.
    case end
}
