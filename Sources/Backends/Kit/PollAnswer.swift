/// How work stands that was handed over before.
package enum PollAnswer: Equatable, Sendable {
    /// `fraction` is 0…1; `eta` in milliseconds.
    case running(fraction: Double?, eta: Int64?)
    case finished([ImageSource], Receipt)
    /// The work goes by another handle from now on, which must be stored before anything waits for it.
    case moved(JobHandle)
}
