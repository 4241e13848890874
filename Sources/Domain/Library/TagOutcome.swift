/// The outcome of asking a vision model for the tags of an artwork.
package enum TagOutcome: Equatable, Sendable {
    /// The model's tags, from now or before.
    case suggested([Tag])
    /// The question was sent, and its answer is lost: it may have been paid for.
    case lost(backend: String)
    /// A cap doesn't allow the purchase now.
    case overBudget(BudgetExceeded)
    case failed(backend: String, BackendFailure)
    /// The picture is no longer kept.
    case pictureGone
    /// Pictures of the artwork's folder are not shown to a model.
    case excluded(folder: String)
    case noArtwork
    case repository(RepositoryFailure)

    /// Whether asking again automatically can help, and costs nothing more.
    package var isTemporary: Bool {
        switch self {
        case .overBudget, .repository: true
        case .failed(_, let failure): failure.isBackendFault
        case .suggested, .lost, .pictureGone, .excluded, .noArtwork: false
        }
    }
}

/// Whether a folder's pictures are shown to the vision model, and what becomes of its tags.
package enum TagSuggestionMode: String, Equatable, Sendable, CaseIterable {
    case off
    /// A person may ask, and picks from the tags.
    case offer
    /// New artworks are tagged automatically. The tags are marked as a machine's.
    case apply
}

/// The rules for tags by a vision model.
package struct TagSuggestionRules: Equatable, Sendable {
    /// The backend with the model.
    package let backend: String
    package let question: String
    /// By the watch folder's name. Other folders, such as those of earlier configurations, are `offer`.
    package let folders: [String: TagSuggestionMode]

    package init(backend: String, question: String = TagAnswer.question, folders: [String: TagSuggestionMode] = [:]) {
        self.backend = backend
        self.question = question
        self.folders = folders
    }

    package func suggesting(in folder: String) -> TagSuggestionMode { folders[folder] ?? .offer }

    /// The folders whose new artworks are tagged automatically.
    package var appliedFolders: [String] { folders.filter { $0.value == .apply }.keys.sorted() }
}
