package import Domain
import MVICore

/// A drop on its way, from its claim until its source is gone.
package struct HeldDrop: Equatable, Sendable {
    /// All drops are gone through at every step, and that must not copy all of each.
    private var boxed: Boxed<Drop>
    /// The entry while its claim is being written; it is claimed again should that fail.
    var claiming: FileEntry?
    /// What lies beside that.
    var beside: FileEntry?
    /// Why the source could not be moved away. It is tried again when its folder is looked at next; where that is not
    /// configured any more, at the next start.
    package internal(set) var stuck: FileFailure?

    /// A file of its name that is being compared with it.
    var comparing: FileIdentity?
    /// One that holds something else.
    var other: FileIdentity?
    /// Whether it was told that its file is gone, or another now.
    var isWithdrawn = false

    init(drop: Drop, claiming: FileEntry? = nil, beside: FileEntry? = nil, stuck: FileFailure? = nil) {
        boxed = Boxed(drop)
        self.claiming = claiming
        self.beside = beside
        self.stuck = stuck
    }

    package internal(set) var drop: Drop {
        get { boxed.value }
        set { boxed.value = newValue }
    }

    /// Asked of all drops at every step: the rest of the drop is not copied for it.
    var phase: Drop.Phase { boxed.value.phase }

    /// The files that are its own.
    var identities: [FileIdentity] { [drop.identity] + [drop.sidecar].compactMap(\.self) }
}
