/// What came of handing a request over.
package enum Submission: Equatable, Sendable {
    case finished([ImageSource], Receipt)
    /// The work goes on there; the handle must be stored before anything waits for it.
    case pending(JobHandle, Receipt)
}
