internal import Domain
internal import PlatformSQLite
@_spi(_Unicode) internal import Swift

/// Reserves the final names of a job in its outbox.
///
/// The table `outputs` holds the names of jobs that have not ended. An ended job reserves nothing: its files occupy
/// their names as long as they are in the outbox, where `taken` shows them. So once a consumer takes the files away,
/// the next drop gets the plain name again. If a file appears after `taken` was read, the exclusive rename fails with
/// `.exists` and staging again finds the next number.
struct Reservation {
    let job: JobID
    let outbox: [UInt8]
    /// Names found in the outbox, in lower case. Strings compare by canonical equivalence, so NFC and NFD are equal.
    let taken: Set<String>

    /// Reserves one stem for all parts: the first of `stem`, `stem (2)`, `stem (3)` … for which every name is free.
    func reserve(
        _ stem: String, _ parts: [StagedOutput], on connection: Connection
    ) throws(RepositoryFailure) -> [OutputFile] {
        try Self.free(job, on: connection)
        var number = 1
        while true {
            let candidate = OutputStem(stem, number: number, endings: parts.map(\.ending))
            if try isFree(candidate, on: connection) {
                try insert(candidate, on: connection)
                return zip(parts, candidate.names).map { part, name in
                    OutputFile(kind: part.kind, name: FileName(name), part: part.part)
                }
            }
            number += 1
        }
    }

    static func free(_ job: JobID, on connection: Connection) throws(RepositoryFailure) {
        try connection.run("DELETE FROM outputs WHERE job_id = ?", [.text(job.text)])
    }

    private func isFree(_ stem: OutputStem, on connection: Connection) throws(RepositoryFailure) -> Bool {
        for name in stem.foldedNames {
            guard !taken.contains(name) else { return false }
            let isHeld = try connection.finds(
                "SELECT 1 FROM outputs WHERE outbox = ? AND folded_name = ?", [.blob(outbox), .text(name)])
            guard !isHeld else { return false }
        }
        return try !connection.finds(
            "SELECT 1 FROM outputs WHERE outbox = ? AND folded_stem = ? LIMIT 1", [.blob(outbox), .text(stem.folded)])
    }

    private func insert(_ stem: OutputStem, on connection: Connection) throws(RepositoryFailure) {
        for name in stem.foldedNames {
            try connection.run(
                "INSERT INTO outputs (outbox, folded_name, folded_stem, job_id) VALUES (?, ?, ?, ?)",
                [.blob(outbox), .text(name), .text(stem.folded), .text(job.text)])
        }
    }
}

/// A numbered stem and the file names made from it.
struct OutputStem {
    /// The limit of common file systems for a name, in bytes.
    private static let longestName = 255

    /// One name for each ending, in NFC, none longer than file systems permit.
    let names: [String]
    let folded: String

    var foldedNames: [String] { names.map(Self.fold) }

    /// `number` 1 gives the stem itself, 2 gives `stem (2)`. A stem that is too long is shortened at its end. It may be
    /// a path, whose folders stay unchanged.
    init(_ stem: String, number: Int, endings: [String]) {
        let suffix = number > 1 ? " (\(number))" : ""
        let longest = endings.map(\.utf8.count).max() ?? 0
        let whole = Self.composed(stem)
        let folders = whole.lastIndex(of: "/").map { String(whole[...$0]) } ?? ""
        var kept = String(whole.dropFirst(folders.count))
        while kept.utf8.count + suffix.utf8.count + 1 + longest > Self.longestName, !kept.isEmpty {
            kept.removeLast()
        }
        let numbered = folders + kept + suffix
        names = endings.map { "\(numbered).\($0)" }
        folded = Self.fold(numbered)
    }

    /// Normalises case and composition, because names that differ in nothing else are the same on many file systems.
    private static func fold(_ name: String) -> String {
        composed(composed(name).lowercased())
    }

    private static func composed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text._nfc { scalars.append(scalar) }
        return String(scalars)
    }
}
