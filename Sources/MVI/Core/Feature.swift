package import Domain

/// A unit of state and logic, defined by its state, the actions that others may send, the facts that change the state,
/// and the effects that it requests.
///
/// Both requirements are static, so a feature has no `self` and can only reach what it is passed.
package protocol Feature: SendableMetatype {
    /// The feature's complete state.
    associatedtype State: Equatable, Sendable
    /// Requests from outside. The only type that other features can send.
    associatedtype Action: Equatable, Sendable
    /// Facts, things that have happened. The only type that changes state.
    associatedtype InternalAction: Equatable, Sendable
    /// Work to be done, described as data.
    associatedtype Effect: Equatable, Sendable
    /// The names of running work.
    associatedtype TaskID: Hashable, Sendable
    /// Notifications to other features. `Never` if there are none.
    associatedtype Event: Equatable, Sendable

    /// Turns a request into a fact, or rejects it with `nil`.
    static func admit(_ action: Action, _ state: State) -> InternalAction?

    /// Applies a fact and returns commands. The only place where state changes.
    static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>]
}

/// A request of a feature to the runtime after a fact was applied.
package enum Command<F: Feature>: Equatable, Sendable {
    case run(F.Effect, as: F.TaskID, ifRunning: Conflict = .replace)
    case cancel(F.TaskID)
    case emit(F.Event)
}

/// The handling of a task whose name is already in use.
package enum Conflict: Equatable, Sendable {
    /// Cancels the running task and starts at once. Both may overlap until the old one reacts.
    case replace
    /// Cancels the running task and starts once it has stopped, for work that must never overlap with itself.
    case replaceInTurn
    /// Leaves the running task alone and doesn't start the new one.
    case keep
}

/// The moment at which a fact is applied, passed in as plain data so that reducers need neither a clock nor a random
/// number generator.
package struct Stamp: Equatable, Sendable {
    /// Time since system start including sleep (`CLOCK_BOOTTIME`). Never decreases.
    package let now: Duration
    /// UTC, for users and for what outlives a restart. May jump.
    package let utc: UTCMillis
    /// A new random value for identifiers and jitter.
    package let seed: UInt64

    package init(now: Duration, utc: UTCMillis = 0, seed: UInt64 = 0) {
        self.now = now
        self.utc = utc
        self.seed = seed
    }
}

/// Identifies a request to a store. The event that answers the request carries the same ticket.
package struct Ticket: Hashable, Comparable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    package static func < (one: Ticket, other: Ticket) -> Bool { one.number < other.number }
}
