/// A feature: what it knows, what may be asked of it, what can happen to it, what it wants done.
///
/// Both requirements are static, so a feature has no `self` and can reach nothing it was not handed.
package protocol Feature: SendableMetatype {
    /// Everything the feature knows, in one value.
    associatedtype State: Equatable, Sendable
    /// What the outside may ask. The only type neighbours can send.
    associatedtype Action: Equatable, Sendable
    /// What has happened. The only type that changes state.
    associatedtype InternalAction: Equatable, Sendable
    /// Work to be done, described as data.
    associatedtype Effect: Equatable, Sendable
    /// The names under which that work runs.
    associatedtype TaskID: Hashable, Sendable
    /// What the feature tells its neighbours. `Never` when it tells them nothing.
    associatedtype Event: Equatable, Sendable

    /// Turns a request into a fact, or refuses it with `nil`.
    static func admit(_ action: Action, _ state: State) -> InternalAction?

    /// Applies a fact. The one place where state changes.
    static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>]
}
