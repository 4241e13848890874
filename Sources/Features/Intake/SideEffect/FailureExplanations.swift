import Domain
import IntakeFeature

/// The sentences beside the sources in `failed`: what is wrong with each, and what to do.
struct FailureExplanations: Sendable {
    let files: any FileSystem
    let reservations: NameReservations

    func write(
        _ sentences: [String], _ name: FileName, _ source: WatchFolder
    ) async throws(FileFailure) {
        let text = sentences.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined()
        try await files.replace(name.explanation, in: source.failed, with: Array(text.utf8))
    }

    /// Removes the explanation of a failed file that is being processed again where it lies.
    func remove(ofKept name: FileName, _ source: WatchFolder) async {
        try? await files.remove(name.explanation, in: source.failed)
    }

    /// Removes the explanation of a file that a user moved out of `failed` to retry it.
    func remove(of name: FileName, _ source: WatchFolder) async {
        // The reservation protects a file that is being moved to `failed` now, whose explanation is written first.
        _ = try? await reservations.reserving(name, in: source.failed) { () async throws(FileFailure) in
            let isExplained = try await files.entry(name.explanation, in: source.failed) != nil
            if isExplained, try await files.entry(name, in: source.failed) == nil {
                try await files.remove(name.explanation, in: source.failed)
            }
        }
    }
}

extension FileName {
    fileprivate var explanation: FileName { FileName(bytes: bytes + Array(".error.txt".utf8)) }
}
