/// Why a dropped file did not become a blob: who is to blame decides whether the file fails or waits.
package enum TakeFailure: Error, Equatable, Sendable {
    /// The dropped file, or its folder.
    case source(FileFailure)
    /// Where the blobs lie.
    case store(FileFailure)

    package var failure: FileFailure {
        switch self {
        case .source(let failure), .store(let failure): failure
        }
    }
}
