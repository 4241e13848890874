import BackendKit
import Domain
import MVISimulation
import Synchronization

/// A paid vision model that fails, hangs and answers nonsense. It outlives the service, and its records show what was
/// really asked and paid for.
final class VisionModel: Sendable {
    static let name = "eyes"

    /// What became of the questions about one picture.
    struct Record {
        var questions = 0
        var charges = 0
        /// Whether an answer was lost or useless.
        var isUnclear = false
    }

    private struct Books {
        var rng: SplitMix64
        var records: [String: Record] = [:]
        var isCalm = false
    }

    private let books: Mutex<Books>

    init(seed: UInt64) { books = Mutex(Books(rng: SplitMix64(seed: seed))) }

    /// By the picture's text.
    var records: [String: Record] { books.withLock(\.records) }

    /// Ends all faults: from now on the model answers well and at once.
    func stopFaults() { books.withLock { $0.isCalm = true } }

    /// Takes a question about a picture.
    func receive(_ picture: String) -> (delay: Duration, answer: Result<TagReply, BackendFailure>) {
        books.withLock { books in
            let lot = books.isCalm ? 99 : books.rng.next() % 100
            let delay = Duration.milliseconds(Int64(books.rng.next() % 20_000))
            let answer = Self.answer(lot)
            var record = books.records[picture] ?? Record()
            record.questions += 1
            if Self.isCharged(lot) { record.charges += 1 }
            if (0..<12).contains(lot) { record.isUnclear = true }
            books.records[picture] = record
            return (delay, answer)
        }
    }

    private static func answer(_ lot: UInt64) -> Result<TagReply, BackendFailure> {
        switch lot {
        case 0..<8: .failure(.unknown)
        case 8..<12: .failure(.empty)
        case 12..<18: .failure(.transient(message: "503"))
        case 18..<20: .failure(.rateLimited(after: 1_000))
        default: .success(TagReply(tags: [Tag("seen")].compactMap(\.self), receipt: Receipt(charged: .yes)))
        }
    }

    /// An answer that is lost or useless was paid for all the same, half of the lost ones apart.
    private static func isCharged(_ lot: UInt64) -> Bool { !(4..<8).contains(lot) && !(12..<20).contains(lot) }
}

/// The vision model as a backend of one run of the service.
struct VisionBackend: ImageBackend {
    let model: VisionModel
    let life: ServiceRun
    let clock: ManualClock
    var purse = Purse()

    var descriptor: BackendDescriptor {
        BackendDescriptor(
            name: VisionModel.name, kind: "simulated", credit: "simulated", isFree: false, isDeterministic: false,
            sides: 1...4096, concurrency: 1, onUnknown: .hold, abilities: BackendCapabilities(tasks: [], options: [:]))
    }

    func suggestTags(_ request: TagRequest, key: String) async throws(BackendFailure) -> TagReply {
        let words = SimulatedPicture.words(request.picture.bytes) ?? ""
        let (delay, answer) = try await life.act("ask for tags", words, dead: .unknown) {
            () throws(BackendFailure) in
            do throws(HTTPFailure) { try purse.open() } catch { throw BackendFailure(paid: error) }
            return model.receive(words)
        }
        do { try await clock.sleep(for: delay) } catch { throw .unknown }
        guard life.isAlive else { throw .unknown }
        return try answer.get()
    }

    func submit(
        _ request: ImageRequest, key: String
    ) async throws(BackendFailure) -> BackendKit.Submission { throw .unsupported(feature: "pictures") }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer { throw .lost }

    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] { throw .lost }

    func cancel(_ handle: JobHandle) async -> CancelOutcome { .unsupported }

    func probe() async -> BackendHealth {
        await Schedule.yieldTurn()
        return .ready
    }
}
