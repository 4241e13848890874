import Domain
import IntakeFeature

/// The reason why the reading of a drop stopped.
enum ReadStop: Error {
    case failed(DropFailure)
    case changed
    /// The picture is truncated.
    case cut
    case vanished
    /// The folder's disk is not mounted, or its `.textify.toml` is unusable.
    case away
    case postponed(IntakeFailure)

    /// Errors of the blob store are never blamed on the file.
    init(_ failure: TakeFailure) {
        switch failure {
        case .source(let failure): self.init(failure)
        case .store(let failure): self = .postponed(.storage(failure))
        }
    }

    init(_ failure: FileFailure) {
        self =
            switch failure {
            case .missing: .vanished
            case .unmounted, .served, .heldElsewhere, .nameHeld: .away
            case .changing, .notRegular, .notFolder: .changed
            case .tooLarge(let bytes, let limit): .failed(.tooLarge(bytes: bytes, limit: limit))
            case .full, .readOnly, .exists, .otherDevice, .damaged, .sharedStore, .database:
                .postponed(.storage(failure))
            case .failed(let code) where Errno.ofMachines.contains(code): .postponed(.storage(failure))
            case .denied, .nameTooLong, .failed: .failed(.unreadable(failure))
            }
    }

}

extension Errno {
    /// Errors of the machine, not of the file.
    static let ofMachines: Set<Errno> = [
        .interrupted, .again, .noMemory, .systemFileTableFull, .tooManyOpenFiles, .staleHandle,
    ]
    /// Errors of the disk, not of the file.
    static let ofDisks: Set<Errno> = [.io, .noSuchDeviceOrAddress, .noDevice, .timedOut, .remoteIO]
}
