package import Domain
package import LibraryFeature
import MVIEffects

/// Finds and removes the files of refused drops that are unchanged.
package struct RefusedFileActions: Sendable {
    package typealias Action = @Sendable ([Drop]) async -> CleanUpAmount

    let count: Action
    let remove: Action

    package init(count: @escaping Action, remove: @escaping Action) {
        self.count = count
        self.remove = remove
    }
}

/// Removes rows first and files after them: a crash in between leaves files that nothing needs, which the next start
/// removes, and never a row whose picture is missing without a reason.
package struct LibrarySideEffectImpl: LibrarySideEffect {
    /// The largest number of artworks or pictures in one transaction, so that deliveries don't wait long.
    private static let batch = 200

    private let retention: Retention
    private let artworks: any ArtworkRepository
    private let store: any RetentionRepository
    private let removeFiles: @Sendable ([Digest]) async -> Void
    private let refusedFiles: RefusedFileActions
    private let clock: any Clock<Duration>
    private let calendar: @Sendable () -> LibraryCalendar
    private let suggestions: TagSuggester?

    /// `suggestions`: `nil` where no vision model is configured.
    /// `removeFiles` removes the files of those pictures that nothing needs, and what was rendered from any of them;
    /// what it fails to remove, the next start does.
    /// `calendar`: the current time, and days in the service's time zone.
    package init(
        retention: Retention, artworks: any ArtworkRepository, store: any RetentionRepository,
        clock: any Clock<Duration>, suggestions: TagSuggester? = nil, refusedFiles: RefusedFileActions,
        removeFiles: @escaping @Sendable ([Digest]) async -> Void,
        calendar: @escaping @Sendable () -> LibraryCalendar
    ) {
        self.retention = retention
        self.artworks = artworks
        self.store = store
        self.removeFiles = removeFiles
        self.refusedFiles = refusedFiles
        self.clock = clock
        self.calendar = calendar
        self.suggestions = suggestions
    }

    package func wait(_ duration: Duration) async -> Bool { await clock.wait(duration) }

    package func step(
        _ task: CleanUpTask, after progress: CleanUpProgress
    ) async -> Result<CleanUpStep, RepositoryFailure> {
        do throws(RepositoryFailure) {
            let utc = calendar().now
            switch task {
            case .expiry(let index): return .success(try await expire(retention.expiry[index], progress))
            case .trash:
                let given = try await store.emptyTrash(
                    to: retention.newestErased(at: utc), limit: Self.batch, at: utc)
                return .success(await remove(given))
            case .refusedFiles: return .success(try await removeRefused(progress, at: utc))
            case .jobs: return .success(try await eraseJobs(progress, at: utc))
            case .pictures(let source):
                let given = try await store.giveUpPictures(
                    source, beyond: retention.bounds(source), limit: Self.batch, at: utc)
                return .success(await remove(given))
            case .index:
                let isPartial = try await store.mergeIndex()
                return .success(CleanUpStep(removed: CleanUpAmount(), next: isPartial ? progress : nil))
            }
        } catch {
            return .failure(error)
        }
    }

    /// Releases them first, so that nobody can have a file read again while it is removed. What is left after a crash
    /// in between stays.
    private func removeRefused(
        _ progress: CleanUpProgress, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CleanUpStep {
        let drops = try await store.releaseRefused(
            to: retention.newestRefused(at: utc), limit: Self.batch, at: utc)
        let removed = await refusedFiles.remove(drops)
        return CleanUpStep(removed: removed, next: drops.count == Self.batch ? progress : nil)
    }

    private func eraseJobs(
        _ progress: CleanUpProgress, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CleanUpStep {
        let erased = try await store.eraseJobs(
            retention.oldJobs(at: utc), after: progress.job, limit: Self.batch, at: utc)
        await removeFiles(erased.pictures)
        return CleanUpStep(removed: erased.amount, next: erased.next.map { CleanUpProgress(job: $0) })
    }

    private func expire(
        _ rule: ExpiryRule, _ progress: CleanUpProgress
    ) async throws(RepositoryFailure) -> CleanUpStep {
        let calendar = calendar()
        let page = try await artworks.page(
            rule.query, ArtworkRange(limit: Self.batch, after: progress.position), in: calendar)
        let part = rule.part(page, after: progress.kept, at: calendar.now)
        let trashed = try await artworks.change(part.expired.map(\.job), .trash(calendar.now))
        let next = page.next.map { CleanUpProgress(position: $0, kept: part.kept) }
        return CleanUpStep(removed: CleanUpAmount(artworks: trashed.count), next: next)
    }

    /// Removes the files of pictures that were given up.
    private func remove(_ given: GivenUp) async -> CleanUpStep {
        await removeFiles(given.pictures.map(\.digest) + given.shared)
        return CleanUpStep(removed: given.amount, next: given.isPartial ? CleanUpProgress() : nil)
    }
}

/// Has a vision model asked for tags.
package struct TagSuggester: Sendable {
    package typealias Suggest =
        @Sendable (_ job: JobID, _ call: CallID, _ mayRepeat: Bool) async -> TagOutcome

    /// The folders whose new artworks are tagged automatically.
    let folders: [String]
    let calls: any TagCallRepository
    let suggest: Suggest

    /// `suggest` asks about a job's artwork and gives it the tags where its folder says so.
    package init(folders: [String], calls: any TagCallRepository, suggest: @escaping Suggest) {
        self.folders = folders
        self.calls = calls
        self.suggest = suggest
    }
}

extension LibrarySideEffectImpl {
    package func resumeSuggestions() async -> Result<Void, RepositoryFailure> {
        do throws(RepositoryFailure) {
            try await suggestions?.calls.resume(folders: suggestions?.folders ?? [], at: calendar().now)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    package func suggest(_ request: Library.Suggestions.Request, _ call: CallID) async -> TagOutcome {
        await suggestions?.suggest(request.job, call, request.mayRepeat) ?? .noArtwork
    }

    package func suggestNext(
        _ call: CallID
    ) async -> Result<(job: JobID, outcome: TagOutcome)?, RepositoryFailure> {
        do throws(RepositoryFailure) {
            guard let suggestions, let job = try await suggestions.calls.nextUntagged() else { return .success(nil) }
            let outcome = await suggestions.suggest(job, call, false)
            if !outcome.isTemporary { try await suggestions.calls.pass(job) }
            return .success((job, outcome))
        } catch {
            return .failure(error)
        }
    }
}

extension LibrarySideEffectImpl {
    /// What a clean-up would remove now, by task. Nothing is changed.
    package func preview(_ tasks: [CleanUpTask]) async -> CleanUpReport {
        var report = CleanUpReport()
        for task in tasks {
            do throws(RepositoryFailure) { report.removed[task] = try await preview(task) } catch {
                report.failures[task] = error
            }
        }
        return report
    }

    private func preview(_ task: CleanUpTask) async throws(RepositoryFailure) -> CleanUpAmount {
        let utc = calendar().now
        switch task {
        case .expiry(let index): return try await previewExpiry(retention.expiry[index])
        case .trash: return try await store.trashed(to: retention.newestErased(at: utc))
        case .refusedFiles:
            return await refusedFiles.count(try await store.refused(to: retention.newestRefused(at: utc), limit: .max))
        case .jobs: return try await store.erasable(retention.oldJobs(at: utc))
        case .pictures(let source):
            return try await store.pictures(source, beyond: retention.bounds(source), at: utc)
        case .index: return CleanUpAmount()
        }
    }

    private func previewExpiry(_ rule: ExpiryRule) async throws(RepositoryFailure) -> CleanUpAmount {
        let calendar = calendar()
        var progress = CleanUpProgress()
        var expired = 0
        repeat {
            let page = try await artworks.page(
                rule.query, ArtworkRange(limit: 1_000, after: progress.position), in: calendar)
            let part = rule.part(page, after: progress.kept, at: calendar.now)
            expired += part.expired.count
            progress = CleanUpProgress(position: page.next, kept: part.kept)
        } while progress.position != nil
        return CleanUpAmount(artworks: expired)
    }
}

extension ExpiryRule {
    /// The artworks of a page that expire, and what is kept of the search up to the page's end.
    fileprivate func part(
        _ page: ArtworkPage, after kept: CleanUpAmount, at utc: UTCMillis
    ) -> (expired: [Artwork], kept: CleanUpAmount) {
        var kept = kept
        var expired: [Artwork] = []
        for artwork in page.artworks {
            if expires(artwork, after: kept, at: utc) {
                expired.append(artwork)
            } else if artwork.trashed == nil {
                kept += CleanUpAmount(artworks: 1, bytes: artwork.making.pictureSize ?? 0)
            }
        }
        return (expired, kept)
    }
}
