public import Domain
public import MVICore

/// Has pictures generated: at most so many calls a backend at once, oldest first.
public enum Backends: Feature {
    public struct State: Equatable, Sendable {
        /// How many calls each configured backend takes at once, by name.
        public let limits: [String: Int]
        /// Jobs whose turn has not come, in the order in which they came.
        public internal(set) var queue: [Job] = []
        /// Which backend works for which job.
        public internal(set) var calls: [JobID: String] = [:]
        public internal(set) var isDraining = false

        public static func initial(limits: [String: Int]) -> State {
            State(limits: limits)
        }
    }

    public enum Action: Equatable, Sendable {
        case generate(Job)
        /// What runs ends; nothing new begins.
        case drain
    }

    public enum InternalAction: Equatable, Sendable {
        case asked(Job)
        case answered(JobID, Result<StoredPicture, JobFailure>)
        case draining
    }

    public enum Effect: Equatable, Sendable {
        case generate(Job, call: CallID, seed: UInt64, utc: Int64)
    }

    public enum TaskID: Hashable, Sendable {
        case call(JobID)
    }

    public enum Event: Equatable, Sendable {
        case answered(JobID, Result<StoredPicture, JobFailure>)
    }
}
