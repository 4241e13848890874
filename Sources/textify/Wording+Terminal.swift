import FoundationEssentials
import Words

extension Wording {
    /// The wording in the language of the person's terminal.
    static var terminal: Wording { Wording(environment: ProcessInfo.processInfo.environment) }
}
