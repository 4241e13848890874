internal import Domain
internal import Synchronization

/// Temporary names that are unique in one run. What an older run left behind is removed before this one starts.
final class PartNames: Sendable {
    static let ending = "part"
    private let count = Atomic(0)

    func next() -> FileName {
        FileName("\(count.add(1, ordering: .relaxed).newValue).\(Self.ending)")
    }
}
