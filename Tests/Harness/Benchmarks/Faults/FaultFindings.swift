import Domain
import FoundationEssentials
import PlatformSQLite
import PlatformSystem

/// What became of the drops of a site once it was left alone: nothing may be lost, doubled, torn or paid twice.
struct FaultFindings {
    /// How a drop may have ended.
    enum Tolerance {
        /// Worked off whole; only of a call that was on its way may the end be unknown.
        case whole
        /// What a call that failed brings with it too: failed with its reason, or still waiting.
        case explained
    }

    private let site: FaultSite
    private let tolerance: Tolerance
    /// By the stem, the text art of an undisturbed run; `nil` where nobody knows it.
    private let reference: [String: [UInt8]]?
    /// What is wrong, a sentence each; empty when all is well.
    private(set) var wrongs: [String] = []

    init(_ site: FaultSite, _ tolerance: Tolerance, against reference: [String: [UInt8]]?) throws {
        self.site = site
        self.tolerance = tolerance
        self.reference = reference
        let files = try Files(site)
        let book = try FaultBook(site)
        for drop in site.drops { judge(drop, files, book) }
        judge(leftovers: files, book)
        judge(book)
    }

    private struct Files {
        let inbox: Set<String>
        let outbox: Set<String>
        let failed: Set<String>
        /// How often each name lies in the archive.
        var archived: [String: Int] = [:]

        init(_ site: FaultSite) throws {
            inbox = Self.names(site.inbox)
            outbox = Self.names(site.outbox)
            failed = Self.names(site.inbox.appending("failed"))
            for year in Self.names(site.inbox.appending("done")) {
                for month in Self.names(site.inbox.appending("done/" + year)) {
                    for name in Self.names(site.inbox.appending("done/" + year + "/" + month)) {
                        archived[name, default: 0] += 1
                    }
                }
            }
        }

        /// Whether it is kept with the reason why it failed.
        func isTold(_ drop: FaultDrop) -> Bool {
            failed.contains(drop.name + ".error.txt") && failed.contains(drop.name)
        }

        /// By which a folder is known again.
        private static let marker = ".textifyd"

        private static func names(_ folder: FolderPath) -> Set<String> {
            Set((try? FileManager.default.contentsOfDirectory(atPath: folder.shown)) ?? []).subtracting([marker])
        }
    }
}

extension FaultFindings {
    private mutating func judge(_ drop: FaultDrop, _ files: Files, _ book: FaultBook) {
        let state = book.states[drop.name]
        let results = Set(drop.endings.map { drop.stem + "." + $0 })
        let there = results.intersection(files.outbox)
        let isSource = files.inbox.contains(drop.name)
        switch state {
        case "done":
            if there != results {
                wrongs.append("\(drop.name) is done, and \(results.subtracting(there)) is not there")
            }
            if isSource { wrongs.append("\(drop.name) is done and still lies in the folder") }
            if files.archived[drop.name] != 1 { wrongs.append("\(drop.name) is not once in the archive") }
            let art = FileManager.default.contents(atPath: site.outbox.appending(drop.stem + ".txt").shown)
            if let reference, art.map({ Array($0) }) != reference[drop.stem] {
                wrongs.append("\(drop.stem).txt is torn")
            }
        case "failed" where tolerance == .explained:
            if !files.isTold(drop) { wrongs.append("\(drop.name) failed without its text, or without itself") }
            if !there.isEmpty { wrongs.append("\(drop.name) failed and left \(there)") }
        // It could not be read, so that no job was made of it.
        case nil where tolerance == .explained && !isSource && files.isTold(drop):
            if !there.isEmpty { wrongs.append("\(drop.name) failed and left \(there)") }
        case "unknown" where drop.prompt != nil, "waiting" where tolerance == .explained,
            nil where tolerance == .explained:
            if !isSource { wrongs.append("\(drop.name) waits (\(state ?? "no job")) and its source is gone") }
            if !there.isEmpty { wrongs.append("\(drop.name) waits and left \(there)") }
        default: wrongs.append("\(drop.name) ended as \(state ?? "nothing: it has no job")")
        }
        guard let prompt = drop.prompt, let sold = site.easel.sold[prompt], sold > 1 else { return }
        wrongs.append("\(drop.name) was bought \(sold) times")
    }

    private mutating func judge(leftovers files: Files, _ book: FaultBook) {
        let known = Set(site.drops.flatMap { drop in drop.endings.map { drop.stem + "." + $0 } })
        let strange = files.outbox.subtracting(known).sorted().filter { name in
            !book.waiting.contains { name.hasPrefix("." + $0 + ".") }
        }
        if !strange.isEmpty { wrongs.append("left in the outbox: \(strange)") }
        let lying = files.inbox.subtracting(site.drops.map(\.name)).subtracting(["done", "failed"]).sorted()
        if !lying.isEmpty { wrongs.append("left in the watch folder: \(lying)") }
    }

    /// What was sold stands in the ledger, and nothing else but what nobody knows.
    private mutating func judge(_ book: FaultBook) {
        if book.jobs != book.states.count { wrongs.append("\(book.jobs) jobs for \(book.states.count) drops") }
        let sold = site.easel.sold.values.reduce(0, +)
        if book.paid < sold { wrongs.append("\(sold) pictures were sold, the ledger knows of \(book.paid)") }
        if book.paid - sold > book.unknown {
            wrongs.append("the ledger has \(book.paid) pictures, \(sold) were sold, and \(book.unknown) are unknown")
        }
    }
}
