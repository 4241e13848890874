import Domain
import IntakeFeature
import MVISimulation
import PlatformDigest

/// Everything delivered: the contents of the outbox and what the consumer took away.
struct Results {
    /// The number of outputs of each kind for one drop.
    struct Count {
        var kinds: [String: Int] = [:]

        func faults(of outputs: [OutputKind], wanting wanted: ClosedRange<Int>) -> [String] {
            Results.arts.compactMap { kind in
                let count = kinds[kind.rawValue] ?? 0
                let range = outputs.contains(kind) ? wanted : 0...0
                return range.contains(count) ? nil : "delivered \(count) times as \(kind.rawValue)"
            }
        }
    }

    /// Every kind of text art in any configuration.
    private static let arts = Array(Set(Installation.outputs + Installation.laterOutputs))
        .sorted { $0.rawValue < $1.rawValue }

    private(set) var torn: [String] = []
    /// The text of the `latest` art, by kind.
    private(set) var latest: [String: String] = [:]
    /// The notes about waiting jobs.
    private(set) var notes: [String] = []
    private var counts: [String: Count] = [:]
    private var parts: [FileName] = []

    init(disk: SimulatedDisk, people: FolderUsers) {
        for result in people.taken { add(result.name, result.bytes) }
        for entry in (try? disk.list(Installation.outbox)) ?? [] {
            // The marker by which the service recognises the folder.
            if entry.name == FileName(".textifyd") { continue }
            let bytes = (try? disk.read(entry.name, in: Installation.outbox)) ?? []
            if entry.name.isNote {
                notes.append(String(decoding: bytes, as: UTF8.self))
            } else if entry.name.bytes.first == 46 {
                parts.append(entry.name)
            } else if entry.name.isLatest {
                addLatest(entry.name, bytes)
            } else {
                add(entry.name, bytes)
            }
        }
    }

    func count(_ words: String) -> Count { counts[words] ?? Count() }

    /// Temporary files and notes of jobs that have ended.
    func left(of jobs: [Job]) -> [String] {
        let open = jobs.filter { !$0.state.isEnd }.map(\.id.text)
        return (parts.map(\.shown) + notes).filter { name in !open.contains { name.contains($0) } }
            .map { "left over: \($0)" }
    }

    private mutating func add(_ name: FileName, _ bytes: [UInt8]) {
        if Self.arts.contains(where: { $0.rawValue == name.ending }) {
            guard let words = SimulatedRenderer.words(of: bytes) else { return torn.append(name.shown) }
            counts[words, default: Count()].kinds[name.ending, default: 0] += 1
        } else if !Self.isWhole(name, bytes) {
            torn.append(name.shown)
        }
    }

    private mutating func addLatest(_ name: FileName, _ bytes: [UInt8]) {
        if let words = SimulatedRenderer.words(of: bytes) {
            latest[name.ending] = words
        } else if !Self.isWhole(name, bytes) {
            torn.append(name.shown)
        }
    }

    /// Whether an output other than text art is complete.
    private static func isWhole(_ name: FileName, _ bytes: [UInt8]) -> Bool {
        name.ending == "json" ? bytes.first == 123 && bytes.last == 10 : SimulatedPicture.words(bytes) != nil
    }
}

extension FileName {
    /// Whether the file is a note about a waiting job.
    var isNote: Bool { bytes.suffix(12).elementsEqual(".waiting.txt".utf8) && bytes.first != 46 }

    /// Whether the file is the copy of the newest output of its kind.
    var isLatest: Bool { bytes.starts(with: "latest.".utf8) }
}

/// The final location of a drop's source.
enum SourcePlace: Equatable {
    case inbox
    case archived
    case failed
    case gone
    /// In more than one of these.
    case several
}

/// The files in the watch folders and in their `done` and `failed` subfolders.
struct Sources {
    private struct Source {
        let place: SourcePlace
        let folder: FolderPath
        let name: FileName
        let bytes: [UInt8]
    }

    /// The sources found, by watch folder.
    private var found: [String: [Source]] = [:]

    init(on disk: SimulatedDisk) {
        for name in Installation.folders {
            let inbox = Installation.inbox(name)
            add(inbox, .inbox, name, disk)
            add(inbox.appending("failed"), .failed, name, disk)
            let archive = inbox.appending("done")
            for year in disk.folders(in: archive) {
                for month in disk.folders(in: archive.appending(year)) {
                    add(archive.appending(year).appending(month), .archived, name, disk)
                }
            }
        }
    }

    private mutating func add(_ folder: FolderPath, _ place: SourcePlace, _ name: String, _ disk: SimulatedDisk) {
        for entry in (try? disk.list(folder)) ?? [] where entry.name.bytes.first != 46 {
            guard let bytes = try? disk.read(entry.name, in: folder) else { continue }
            found[name, default: []].append(Source(place: place, folder: folder, name: entry.name, bytes: bytes))
        }
    }

    private func sources(of drop: Plan.PlannedDrop) -> [Source] {
        let bytes = drop.bytes
        return (found[drop.folder] ?? []).filter { source in
            // If all lines of a batch failed, the kept excerpt equals the source.
            source.name.ending == drop.name.ending && source.bytes == bytes
                && !(drop.isBatch && source.place == .failed)
        }
    }

    func place(of drop: Plan.PlannedDrop) -> SourcePlace {
        let places = sources(of: drop).map(\.place)
        // A power cut between two syncs may leave two names in folders of the same kind: one too many, but nothing is
        // lost.
        return places.contains { $0 != places.first } ? .several : places.first ?? .gone
    }

    /// A failed drop must have its error text next to it.
    func faults(inReasonsOf drop: Plan.PlannedDrop) -> [String] {
        let kept = (found[drop.folder] ?? []).filter { $0.place == .failed }
        let mine = sources(of: drop).filter { $0.place == .failed }
        let isTold = mine.allSatisfy { source in kept.contains { $0.name == source.name.reason } }
        return isTold ? [] : ["no error text beside the failed source"]
    }

    /// A sidecar must follow its picture and keep its name.
    func faults(beside drop: Plan.PlannedDrop, _ place: SourcePlace) -> [String] {
        guard let sidecar = drop.sidecar else { return [] }
        let beside = (found[drop.folder] ?? []).filter { $0.bytes == sidecar }
        if place == .gone { return beside.isEmpty ? [] : ["its sidecar was not removed"] }
        let pairs = sources(of: drop).filter { source in
            beside.contains { $0.folder == source.folder && $0.name == source.name.sidecar }
        }
        return pairs.isEmpty ? ["its sidecar is not beside it"] : []
    }

    /// The failed lines of a batch must be in `failed`, ready to be dropped again, with their error texts.
    func faults(inExcerptsOf drop: Plan.PlannedDrop, _ jobs: [Job]) -> [String] {
        let texts = (found[drop.folder] ?? []).filter { $0.place == .failed }
        let numbers = jobs.map(\.line)
        let subsets = (1..<(1 << numbers.count)).map { bits in
            Set(numbers.indices.filter { bits >> $0 & 1 == 1 }.map { numbers[$0] })
        }
        let kept = texts.compactMap { text in
            subsets.first { drop.excerpt($0) == text.bytes }.map { (name: text.name, lines: $0) }
        }
        let isTold = kept.allSatisfy { one in
            texts.contains { $0.name == one.name.reason }
        }
        if !isTold { return ["failed lines without an error text"] }
        // After a retry, the excerpt from before is still there.
        if jobs.contains(where: { $0.retries > 0 }) || !jobs.allSatisfy(\.state.isEnd) { return [] }
        let failed = Set(jobs.filter { $0.state.word == "failed" }.map(\.line))
        let wanted = failed.isEmpty ? [] : [failed]
        return kept.map(\.lines) == wanted
            ? [] : ["lines \(failed.sorted()) failed, but \(kept.map(\.lines)) were kept"]
    }
}

extension FileName {
    /// The name of the file with the reason for the failure.
    fileprivate var reason: FileName { FileName(bytes: bytes + Array(".error.txt".utf8)) }
}

extension Plan.PlannedDrop {
    var digest: Digest { sha256(bytes) }
}

extension Plan.PlannedSubmission {
    var bytes: [UInt8] { SimulatedPicture.bytes(words) }
    var digest: Digest { sha256(bytes) }
}
