import FoundationEssentials
import Words

extension Wording {
    /// The language that the person's terminal speaks.
    static var terminal: Wording { Wording(environment: ProcessInfo.processInfo.environment) }
}
