/// What is wrong with a request on the control socket, whatever it asks for.
package enum RequestRefusal: Error, Equatable, Sendable {
    case noSuchPath
    case methodNotAllowed(allowed: [String])
    case notAcceptable(offered: [String])
    case unsupportedMediaType(wanted: [String])
    case noBody
    case bodyTooLarge(limit: Int)
    /// More bytes of bodies are being read than fit at once.
    case tooBusy
    case malformedTarget
    /// A percent sign or UTF-8 that can't be read.
    case malformedQuery
    /// Its head could be read in two ways (RFC 9112): a length beside a transfer coding, two lengths or hosts, a control
    /// character or a blank where none may stand.
    case malformedHead
    /// The body comes in a transfer coding other than `chunked`.
    case unknownTransferCoding
    case hostMissing
    case foreignHost(String)
    /// It comes from a web page: it carries this header.
    case fromWebPage(header: String)
    /// The peer's user and groups don't grant it.
    case notAllowed(role: String, group: String?)
    /// It came over the network without the token, or with another.
    case noToken
    case timedOut(openJobs: Int)
    case serviceNotReady
    /// Its user has as many connections as he may.
    case tooManyConnections
    /// As many already listen to events as may.
    case tooManyListeners(limit: Int)
}
