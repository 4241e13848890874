/// Remembers where notes on waiting jobs are, so that a crash leaves none behind permanently. A service that takes
/// a folder over finds the notes of the one before.
package protocol NoteRepository: Sendable {
    /// The jobs on which there may be a note, by job.
    func notedJobs() async throws(RepositoryFailure) -> [NotedJob]

    func notePlace(of job: JobID) async throws(RepositoryFailure) -> NotePlace?

    /// Stores the place of a note that is about to be written, instead of an earlier one of the same job.
    func keep(_ place: NotePlace) async throws(RepositoryFailure)

    func forgetNote(of job: JobID) async throws(RepositoryFailure)
}

/// The place and the content of the note on a waiting job.
package struct NotePlace: Equatable, Sendable {
    package let job: JobID
    /// The watch folder's name.
    package let folder: String
    package let outbox: FolderPath
    /// The note's name, relative to the outbox.
    package let name: FileName
    package let text: String

    package init(job: JobID, folder: String, outbox: FolderPath, name: FileName, text: String) {
        self.job = job
        self.folder = folder
        self.outbox = outbox
        self.name = name
        self.text = text
    }
}

/// A job on which there may be a note.
package struct NotedJob: Equatable, Sendable {
    package let job: JobID
    /// The watch folder's name.
    package let folder: String
    /// `false` if the job has ended, so that its note is to be removed.
    package let isOpen: Bool

    package init(job: JobID, folder: String, isOpen: Bool) {
        self.job = job
        self.folder = folder
        self.isOpen = isOpen
    }
}
