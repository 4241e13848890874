/// What becomes of prompts that lay in a folder before it was first used.
package enum ExistingRule: String, Equatable, Sendable, CaseIterable {
    case take
    /// A person has to approve what a priced backend is asked for; the same goes for too many prompts at once.
    case hold
    /// They are left alone until they are changed.
    case ignore
}
