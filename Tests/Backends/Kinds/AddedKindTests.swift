import BackendKinds
import BackendKit
import Configuration
import Domain
import PlatformDigest
import Testing

/// A kind of backend as another folder would add it: its keys, traits and implementation in one place.
private struct EchoSettings: BackendKindSettings {
    var word = "echo"

    var configuredOptions: Set<GenerationOption> { .where([.model: true]) }

    func addPurchase(to fields: inout CanonicalFields) { fields.add("word", word) }

    static let kind = BackendKind(
        type: "echo", defaults: EchoSettings(),
        fields: { _ in
            [Field("word", \.word, .line(1...20), FieldHelp("Word to repeat", "되풀이할 단어"))]
        },
        required: ["word"], traits: BackendTraits(isRemote: false, pricing: .declared(isFreeByDefault: true))
    ) { own, context, _ in PreparedBackend(context) { EchoBackend(own, $0) } }
}

private struct EchoBackend: ImageBackend {
    let word: String
    let descriptor: BackendDescriptor

    init(_ own: EchoSettings, _ context: BackendContext) {
        word = own.word
        descriptor = BackendDescriptor(
            context, kind: "echo", credit: own.word, sides: 1...64, abilities: BackendCapabilities())
    }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        .finished([.bytes(Array(word.utf8))], Receipt(charged: .no))
    }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer { throw .lost }
    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] { throw .lost }
    func cancel(_ handle: JobHandle) async -> CancelOutcome { .notRunning }
    func probe() async -> BackendHealth { .ready }
}

@Suite("A kind of backend added as one value in a list")
struct AddedKindTests {
    private static let kinds = backendDescriptions + [EchoSettings.kind.description]
    private static let table =
        "[[watch]]\npath = '/in'\noutbox = '/out'\nbackend = 'parrot'\n[backends.parrot]\ntype = 'echo'\n"

    private func read(_ text: String) throws(ConfigurationFailure) -> Settings {
        try Settings.read(
            Array(text.utf8), file: "/etc/t/t.toml", kinds: Self.kinds, environment: ["HOME": "/home/ann"], folder: "/")
    }

    private func failures(_ text: String) -> [FieldFailure] {
        do throws(ConfigurationFailure) { _ = try read(text) } catch {
            if case .invalid(let failures) = error { return failures }
        }
        return []
    }

    @Test("Its table is read with its own and the common keys, and folders may name it")
    func table() throws {
        let settings = try read(
            Self.table + "word = 'hello'\nconcurrency = 2\nfallback = ['sketch']\nallow_sketch = true\n")
        let backend = try #require(settings.backends.first)
        #expect(backend.own == OwnSettings(EchoSettings(word: "hello")) && backend.limits.concurrency == 2)
        #expect(backend.isFree && backend.fallback == ["sketch"])
        var purchase = CanonicalFields(version: "service/1")
        purchase.add("type", "echo")
        purchase.add("word", "hello")
        #expect(backend.purchase == purchase)
    }

    @Test("Mistakes in its table are reported like those of any kind")
    func mistakes() {
        #expect(failures(Self.table).map(\.key) == ["backends.parrot.word"])
        let found = failures(Self.table + "word = ''\nwrod = 'x'\nbase_url = 'http://a'\n")
        #expect(found.map(\.key) == ["backends.parrot.word", "backends.parrot.wrod", "backends.parrot.base_url"])
        #expect(found.map(\.problem).contains(.unknown(nearest: "word")))
        let misspelt = Self.table.split(separator: "'echo'").joined(separator: "'ehco'")
        let type = failures(misspelt).first { $0.key == "backends.parrot.type" }
        guard case .notOneOf("ehco", let choices, "echo") = type?.problem else {
            Issue.record("\(String(describing: type))")
            return
        }
        #expect(choices.contains("echo"))
    }

    @Test("The schema, the manual's tables and the shown configuration contain it")
    func documents() throws {
        let table = try #require(SettingsSchema.backends(Self.kinds).first { $0.type == "echo" })
        #expect(table.fields.map(\.name).starts(with: ["type", "word", "size"]))
        #expect("\(SettingsSchema.json(Self.kinds))".contains("Word to repeat"))
        let shown = try ShownSettings.read(
            Array((Self.table + "word = 'hi'\n").utf8), file: "/etc/t/t.toml", kinds: Self.kinds,
            environment: ["HOME": "/home/ann"], folder: "/")
        let own = try #require(shown.tables.first { $0.path == ["backends", "parrot"] })
        #expect(own.settings.first { $0.name == "word" }?.toml == "word = \"hi\"")
    }

    @Test("It makes the configured backend")
    func backend() async throws {
        let kind = EchoSettings.kind
        let settings = try #require(try read(Self.table + "word = 'hi'\n").backends.first)
        let prepared = try kind.prepare(settings.own.value, BackendContext("parrot"), .unused)
        let backend = try #require(prepared).make(nil)
        #expect(backend.descriptor.name == "parrot" && backend.descriptor.credit == "hi")
        #expect(try kind.prepare(Chain.kind.defaults, BackendContext("parrot"), .unused) == nil)
    }
}

/// A host that provides nothing.
private struct NoHost: HTTPTransport, ProgramHost {
    struct NoProcesses: ProcessRunner {
        func start(
            _ order: ChildConfiguration, onEvent: @escaping @Sendable (ChildEvent) -> Void
        ) async throws(FileFailure) -> any ChildProcess { throw .missing }
    }

    var processes: any ProcessRunner { NoProcesses() }
    var environment: [String: String] { [:] }
    var digest: @Sendable ([UInt8]) -> Digest { { sha256($0) } }

    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        throw .notSent(host: "", HTTPFault(.stopped))
    }

    func path(of program: ProgramName) throws(BackendSetupFailure) -> String { throw BackendSetupFailure([]) }

    func sandbox(
        _ program: String, readable: [FolderPath], writable: [FolderPath]
    ) throws(BackendSetupFailure) -> ChildSandbox { throw BackendSetupFailure([]) }

    func keys(_ sources: [String: KeySource]) throws(BackendSetupFailure) -> ProgramKeys {
        throw BackendSetupFailure([])
    }

    func folders(of backend: String) -> any WorkFolders { NoFolders() }

    struct NoFolders: WorkFolders {
        func make(_ path: String) async throws(FileFailure) -> FolderPath { throw .missing }
        func read(_ path: String, limit: Int) async throws(FileFailure) -> [UInt8] { throw .missing }
        func write(_ bytes: [UInt8], to path: String) async throws(FileFailure) { throw .missing }
        func remove(_ path: String) async {}
        func folders(in path: String) async -> [(name: String, modified: UTCMillis)] { [] }
    }
}

extension BackendHost {
    fileprivate static var unused: BackendHost {
        BackendHost(
            transport: NoHost(), utc: { 0 }, notice: { _ in }, clock: HostClock(ContinuousClock()),
            readFile: { _, _ throws(FileFailure) in throw .missing },
            sketch: { EchoBackend(EchoSettings(word: $0), BackendContext("sketch")) }, programs: NoHost())
    }
}
