import Domain
import MVISimulation

/// All that was delivered: what lies in the outbox, and what was taken away.
struct Results {
    /// How often each kind of output came for one drop.
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

    /// Every kind of text art that is asked for at some time.
    private static let arts = Array(Set(Installation.outputs + Installation.laterOutputs))
        .sorted { $0.rawValue < $1.rawValue }

    private(set) var torn: [String] = []
    /// Whose art lies under `latest`, by its kind.
    private(set) var latest: [String: String] = [:]
    /// What is said of jobs that wait.
    private(set) var notes: [String] = []
    private var counts: [String: Count] = [:]
    private var parts: [FileName] = []

    init(disk: SimulatedDisk, people: People) {
        for result in people.taken { add(result.name, result.bytes) }
        for entry in (try? disk.list(Installation.outbox)) ?? [] {
            // By its marker a folder is known again.
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

    /// Temporary files that belong to nothing any more, and notes about what is over.
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

    /// Whether it is whole as something else than text art.
    private static func isWhole(_ name: FileName, _ bytes: [UInt8]) -> Bool {
        name.ending == "json" ? bytes.first == 123 && bytes.last == 10 : SimulatedPicture.words(bytes) != nil
    }
}

extension FileName {
    /// Whether it says what a job waits for.
    var isNote: Bool { bytes.suffix(12).elementsEqual(".waiting.txt".utf8) && bytes.first != 46 }

    /// Whether it shows the newest output of its kind.
    var isLatest: Bool { bytes.starts(with: "latest.".utf8) }
}
