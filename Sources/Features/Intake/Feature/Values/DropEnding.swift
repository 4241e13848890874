import Domain

/// News of a drop's end that came before this feature knew that the drop was read.
struct DropEnding: Equatable, Sendable {
    let drop: DropID
    let failure: DropFailure?
}
