import Configuration
import ControlServer
import Domain
import JobsFeature
import IntakeFeature
import FoundationEssentials
import Loopback
import MVIRuntime
import Observation
import PlatformPictures
import PlatformSystem

@testable import App

/// A running service with its control interface.
@MainActor
struct RunningService {
    let control: ServiceControl
    let base: ServiceResources
    let loop: ServiceLoop
    let installation: Installation
    let signals: AsyncStream<ProcessSignal>.Continuation

    var container: AppContainer { loop.current.container }

    /// Submits a prompt and waits until its job has settled.
    func done(_ prompt: String = "a fox") async throws -> JobTimeline {
        try await control.jobs.rest(of: try await control.submissions.submit(.prompt(prompt)).job.id)
    }

    /// Waits until `condition` holds for the stores.
    func until(_ condition: @escaping @MainActor () -> Bool) async {
        for await isMet in Observations({ condition() }) where isMet { return }
    }

    /// Waits until no drop is left in Intake.
    func cleared() async {
        await until { [loop] in loop.current.container.intake.state.drops.isEmpty }
    }
}

extension Installation {
    /// Runs the service while `body` runs, then stops it as SIGTERM would.
    @MainActor
    func served<T>(_ body: @MainActor (RunningService) async throws -> T) async throws -> T {
        let base = try await foundations()
        let (sink, problems) = ProblemSink.make(next: LineSink { [log] in log.add($0) })
        let events = EventRing(start: 0)
        let signals = AsyncStream<ProcessSignal>.makeStream()
        let loop = try ServiceLoop(base: base, source: source(), settings: try source().load(), problems: problems) {
            level in
            EventLog(level: level, sink: sink, listener: EventStreamSink(events: events))
        }
        let control = ServiceControl(base, loop.current, events) { [weak loop] in await loop?.reload() }
        async let exit = loop.serve(signals.stream)
        let answer: Result<T, any Error>
        do {
            answer = .success(
                try await body(
                    RunningService(
                        control: control, base: base, loop: loop, installation: self, signals: signals.continuation)))
        } catch {
            answer = .failure(error)
        }
        signals.continuation.yield(.terminate)
        _ = await exit
        await base.close()
        return try answer.get()
    }

    /// Configuration of a backend named `studio` at `server`. Also writes its key file.
    func studio(_ server: Server, _ more: String = "") throws -> String {
        try write("sk-hush\n", to: "key")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: root.appending("key").shown)
        return """
            [backends.studio]
            type = "openai"
            base_url = "\(server.url)/v1"
            model = "gpt-image-2"
            api_key = { file = "key" }
            \(more)
            """
    }
}

extension Answer {
    /// A response with a generated picture. If there is a gate, the response waits until it opens.
    static func painted(after gate: Gate? = nil) throws -> Answer {
        let bytes = try PNGEncoder.encode(width: 64, height: 64) { y, pixels in
            for x in 0..<64 { pixels[x] = RGBA(red: UInt8(x * 2 + y * 2), green: 0, blue: 0) }
            return true
        }
        let whole = Answer.json("{\"data\":[{\"b64_json\":\"\(Data(bytes).base64EncodedString())\"}]}")
        return Answer((gate.map { [.wait($0)] } ?? []) + whole.steps)
    }
}

extension JobSubmission {
    static func prompt(_ text: String, _ fields: [FieldEntry] = [], user: UInt32 = 1) -> JobSubmission {
        let prompt = FieldEntry(name: "prompt", value: FieldValue(.text(text)))
        return JobSubmission(source: .request, fields: FieldValue(.table([prompt] + fields)), user: user)
    }

    static func picture(_ bytes: [UInt8], _ fields: [FieldEntry] = []) -> JobSubmission { pictures([bytes], fields) }

    static func pictures(_ bytes: [[UInt8]], _ fields: [FieldEntry] = []) -> JobSubmission {
        JobSubmission(source: .pictures(bytes), fields: FieldValue(.table(fields)), user: 1)
    }

    /// The template of the outputs' names among the fields.
    var name: String? {
        get { if case .text(let text) = fields["name"]?.value.content { text } else { nil } }
        set {
            let others = (fields.entries ?? []).filter { $0.name != "name" }
            fields = FieldValue(.table(others + [newValue.map { .text("name", $0) }].compactMap(\.self)))
        }
    }

    func with(_ change: (inout JobSubmission) -> Void) -> JobSubmission {
        var order = self
        change(&order)
        return order
    }
}

extension FieldEntry {
    static func text(_ name: String, _ text: String) -> FieldEntry {
        FieldEntry(name: name, value: FieldValue(.text(text)))
    }

    /// Chooses the backend `studio`.
    static let studio = text("backend", "studio")
}

/// Encoded pictures for submission.
enum SentPicture {
    static func whole(_ side: Int = 16) throws -> [UInt8] {
        try PNGEncoder.encode(width: side, height: side) { y, pixels in
            for x in 0..<side { pixels[x] = RGBA(red: UInt8(x * 255 / side), green: UInt8(y * 255 / side), blue: 0) }
            return true
        }
    }

    /// The picture with a colour profile that is too short to be valid.
    static func brokenProfile(_ png: [UInt8]) -> [UInt8] {
        var bytes = png
        for at in bytes.indices.dropLast(4) where bytes[at..<at + 4] == ArraySlice("sRGB".utf8) {
            bytes.replaceSubrange(at..<at + 4, with: "iCCP".utf8)
            break
        }
        return bytes
    }

    /// A PNG cut in the middle. Its pixels are noise, so that the bytes of each row follow those of the row before.
    static func truncated() throws -> [UInt8] {
        var rng = SplitMix64(seed: 5)
        let whole = try PNGEncoder.encode(width: 128, height: 128) { _, pixels in
            for x in 0..<128 {
                let bits = rng.next()
                pixels[x] = RGBA(
                    red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
                    blue: UInt8(truncatingIfNeeded: bits >> 16))
            }
            return true
        }
        return Array(whole.prefix(whole.count / 2))
    }
}
