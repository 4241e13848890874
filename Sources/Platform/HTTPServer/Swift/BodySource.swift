/// A body that has yet to come, part by part.
package protocol BodySource: AnyObject, Sendable {
    /// The next part, not empty; `nil` is the end. It is asked for once the part before is on its way: a client that
    /// reads slowly is asked for seldom. When the client goes away the task is cancelled, and what is answered then goes
    /// nowhere.
    func next() async -> [UInt8]?
}
