import BackendKit
import Domain
import Synchronization

/// A backend that answers as scripted and records its calls.
final class ScriptedBackend: ImageBackend {
    struct Script {
        var submissions: [Result<BackendKit.Submission, BackendFailure>] = []
        var polls: [Result<PollAnswer, BackendFailure>] = []
        var fetches: [Result<[UInt8], BackendFailure>] = []
        /// The calls, such as `submit key`, `poll handle`, `fetch`.
        var asked: [String] = []
        var picture: InputPicture?
        var references: [InputPicture] = []
        /// The details of the last submission besides prompt and seed.
        var details: GenerationDetails?
        /// The idempotency keys of the submissions.
        var keys: [String] = []
        var probe = BackendHealth.ready
        /// Whether the client names the work: `of KEY`.
        var namesByKey = false
        /// The call in the database at the time of its submission.
        var seen: Call?
    }

    let descriptor: BackendDescriptor
    private let script: Mutex<Script>
    private let look: @Sendable () async -> Call?

    init(isFree: Bool, _ script: Script, look: @escaping @Sendable () async -> Call?) {
        descriptor = BackendDescriptor(
            name: "studio", kind: "scripted", credit: "studio", isFree: isFree, isDeterministic: true, sides: 1...4096,
            concurrency: 1,
            abilities: BackendCapabilities(
                tasks: [.textToImage, .imageToImage],
                options: [.seed: .any, .steps: .integers(10...100), .mask: .any],
                pictures: 3, pictureBytes: 100, totalPictureBytes: 150))
        self.script = Mutex(script)
        self.look = look
    }

    var asked: [String] { script.withLock { $0.asked } }
    var picture: InputPicture? { script.withLock { $0.picture } }
    var references: [InputPicture] { script.withLock { $0.references } }
    var details: GenerationDetails? { script.withLock { $0.details } }
    var keys: [String] { script.withLock { $0.keys } }
    var seen: Call? { script.withLock { $0.seen } }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let seen = await look()
        let answer: Result<BackendKit.Submission, BackendFailure> = script.withLock { script in
            script.seen = seen
            script.asked.append("submit \(request.prompt) \(request.seed)")
            script.details = request.details
            script.picture = request.picture
            script.references = request.references
            script.keys.append(key)
            return script.submissions.isEmpty ? .failure(.lost) : script.submissions.removeFirst()
        }
        return try answer.get()
    }

    func handle(of key: String) -> JobHandle? {
        script.withLock { $0.namesByKey } ? JobHandle("of " + key) : nil
    }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        let answer: Result<PollAnswer, BackendFailure> = script.withLock { script in
            script.asked.append("poll \(handle.text)")
            return script.polls.isEmpty ? .failure(.lost) : script.polls.removeFirst()
        }
        return try answer.get()
    }

    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        let address: String
        switch source {
        case .bytes(let bytes): return bytes
        case .url(let text): address = text
        }
        let answer: Result<[UInt8], BackendFailure> = script.withLock { script in
            script.asked.append("fetch \(address)")
            return script.fetches.isEmpty ? .failure(.lost) : script.fetches.removeFirst()
        }
        return try answer.get()
    }

    func cancel(_ handle: JobHandle) async -> CancelOutcome {
        script.withLock { $0.asked.append("cancel \(handle.text)") }
        return .requested
    }

    func stop(key: String) async -> CancelOutcome {
        script.withLock { $0.asked.append("stop \(key)") }
        return .requested
    }

    func probe() async -> BackendHealth { script.withLock { $0.probe } }
}
