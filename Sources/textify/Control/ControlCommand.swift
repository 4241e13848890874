import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import PlatformHTTP
import PlatformSystem
import Words

/// A command that calls the service.
protocol ControlCommand: Command {
    /// Options besides `--socket`, `--json` and `--help`, each with its line of help.
    static var options: [CommandOption] { get }

    static func run(_ session: ControlSession) async throws(CommandFailure)
}

extension ControlCommand {
    static var operands: String { "" }
    static var options: [CommandOption] { [] }

    static var known: [CommandOption] { options + CommandOption.commonOptions }

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        if let parsed = try parsed(words) { try await run(ControlSession(name, parsed)) }
    }
}

/// One command's connection to the service, with its options and output.
struct ControlSession {
    let options: ParsedOptions
    let operands: [String]
    let formatter: LineFormatter
    var words: Wording { formatter.words }
    private let command: String

    init(_ command: String, _ options: ParsedOptions) {
        self.command = command
        self.options = options
        operands = options.positionals.map { String(decoding: $0, as: UTF8.self) }
        formatter = .standard
    }

    /// The path of the first control socket that exists.
    func socket() throws(CommandFailure) -> String {
        let candidates = SocketSearchPath(
            named: options.last("socket")?.text, environment: ProcessInfo.processInfo.environment)
        let path: String
        do throws(ControlClientFailure) {
            path = try candidates.first { FileManager.default.fileExists(atPath: $0) }
        } catch {
            guard candidates.isNamed else { throw CommandFailure(error, words) }
            let name = FileName(candidates.paths[0]).shown
            throw CommandFailure(exit: .unavailable, text: words.noSuchSocket(name), code: "no_socket")
        }
        guard Self.isSocket(path) else {
            throw CommandFailure(exit: .noInput, text: words.notASocket(FileName(path).shown), code: "not_a_socket")
        }
        return path
    }

    /// A path that can't be inspected is assumed to be a socket.
    private static func isSocket(_ path: String) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        return type == nil || type == .typeSocket || type == .typeSymbolicLink
    }

    var wantsJSON: Bool { options.last("json") != nil }
    /// Suppresses text output; JSON that was requested is printed nevertheless.
    var isQuiet: Bool { options.last("quiet") != nil }

    /// The single operand of the command.
    func operand(_ operand: Wording.Operand) throws(CommandFailure) -> String {
        guard let first = operands.first, !first.isEmpty else { throw usageError(words.missing(operand)) }
        if operands.count > 1 { throw usageError(words.tooMany(operands.count, operand)) }
        return first
    }

    /// Resolves `last` to the ID of the newest job; other names are returned unchanged.
    func identifier(_ name: String) async throws(CommandFailure) -> String {
        guard name == "last" else { return name }
        let newest = try await get("/v1/jobs", [QueryString.Item("limit", "1")], as: JobList.self)
        guard let job = newest.jobs.first else { throw CommandFailure(exit: .noInput, text: words.noLastJob) }
        return job.id
    }

    /// The IDs of all named jobs, at least one, without duplicates. With several names, every job is looked up and checked before the
    /// command acts on the first, so that an unknown name ends the command without effects.
    func identifiers(
        _ check: (JobSummary) throws(CommandFailure) -> Void = { _ in }
    ) async throws(CommandFailure) -> [String] {
        guard !operands.isEmpty, !operands.contains("") else { throw usageError(words.missing(.job)) }
        if operands.count == 1 { return [try await identifier(operands[0])] }
        var found: [String] = []
        for name in operands {
            let job = try await job(try await identifier(name)).summary
            try check(job)
            if !found.contains(job.id) { found.append(job.id) }
        }
        return found
    }

    /// The ID of the single job named.
    func jobID() async throws(CommandFailure) -> String {
        try await identifier(try operand(.job))
    }

    func usageError(_ text: String) -> CommandFailure {
        .usage("\(command): \(text)")
    }

    /// The path of the single picture named.
    func picture() throws(CommandFailure) -> FilePath {
        _ = try operand(.picture)
        return FilePath(bytes: options.positionals[0])
    }

    func noOperands() throws(CommandFailure) {
        if let unexpected = operands.first {
            throw usageError(words.notExpected(FileName(unexpected).shown))
        }
    }

    /// An option's whole number, checked against a range.
    func number(_ option: String, _ range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = options.last(option)?.text else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw usageError(words.notANumber(option, range, FileName(text).shown))
        }
        return number
    }

    /// The seconds of `--timeout`: a duration such as `5m`, or a number of seconds; parts of a second count as whole.
    func timeout(_ range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = options.last("timeout")?.text else { return nil }
        let duration = DurationText.duration(from: Int(text) == nil ? text : text + "s")
        let seconds = duration.map { Int(($0 / .seconds(1)).rounded(.up)) }
        guard let seconds, range.contains(seconds) else {
            throw usageError(
                words.notADuration("timeout", range.lowerBound, range.upperBound, FileName(text).shown))
        }
        return seconds
    }

    /// The states of `--state`, checked before the service is called.
    func states() throws(CommandFailure) -> [String]? {
        guard let states = options.last("state")?.text?.split(separator: ",").map(String.init) else { return nil }
        guard let unknown = states.first(where: { !JobState.words.contains($0) }) else { return states }
        throw notOneOf(JobState.words, "state", unknown)
    }

    /// The error for an option whose value is none of `choices`.
    func notOneOf(_ choices: [String], _ option: String, _ got: String) -> CommandFailure {
        let problem = FieldFailure.Problem.notOneOf(
            got: got, choices: choices, nearest: NearestName.of(got, among: choices))
        return usageError(words.sentence(FieldFailure(key: "--" + option, problem: problem)))
    }

    /// The code of `--cause`: a whole code, or the last part of one.
    func cause() throws(CommandFailure) -> String? {
        guard let word = options.last("cause")?.text else { return nil }
        if JobState.codes.contains(where: { BulkFilter(cause: word).matches(code: $0) }) { return word }
        let nearest = NearestName.few(of: word, among: JobState.codes)
        throw usageError(
            words.sentence(FieldFailure(key: "--cause", problem: .noCause(got: word, nearest: nearest))))
    }

    func get<Answer: Decodable>(
        _ path: String, _ query: [QueryString.Item] = [], limit: Duration = .seconds(60),
        as answer: Answer.Type = Answer.self
    ) async throws(CommandFailure) -> Answer {
        try await withClient { client throws(ControlClientFailure) in try await client.get(path, query, limit: limit) }
    }

    func post<Answer: Decodable>(
        _ path: String, _ query: [QueryString.Item] = [], body: ControlBody = .none, headers: [HTTPHeader] = [],
        limit: Duration = .seconds(60), as answer: Answer.Type = Answer.self
    ) async throws(CommandFailure) -> Answer {
        try await withClient { client throws(ControlClientFailure) in
            try await client.post(path, query, body: body, headers: headers, limit: limit)
        }
    }

    func patch<Answer: Decodable>(
        _ path: String, body: ControlBody, as answer: Answer.Type = Answer.self
    ) async throws(CommandFailure) -> Answer {
        try await withClient { client throws(ControlClientFailure) in try await client.patch(path, body: body) }
    }

    func delete<Answer: Decodable>(
        _ path: String, as answer: Answer.Type = Answer.self
    ) async throws(CommandFailure) -> Answer {
        try await withClient { client throws(ControlClientFailure) in try await client.delete(path) }
    }

    func job(_ id: String) async throws(CommandFailure) -> JobDetail {
        try await get(Self.path(ofJob: id))
    }

    static func path(ofJob id: String) -> String { "/v1/jobs/" + PercentEncoding.encoded(id) }

    /// Connects to the service, runs `work` and converts its failure.
    func withClient<Answer>(
        _ work: (ControlClient) async throws(ControlClientFailure) -> Answer
    ) async throws(CommandFailure) -> Answer {
        let socket = try socket()
        let transport: HTTPClient
        do throws(HTTPFault) {
            transport = try HTTPClient(HTTPClientSettings(userAgent: "textify/\(Version.text)"))
        } catch {
            throw CommandFailure(exit: .system, text: words.outOfThreads)
        }
        let client = ControlClient(socket: socket, language: words.language) { request throws(HTTPFailure) in
            try await transport.perform(request)
        }
        do throws(ControlClientFailure) { return try await work(client) } catch {
            throw CommandFailure(error, words)
        }
    }

    /// Prints an answer: as JSON if requested, otherwise as `lines` unless quiet.
    func report<Answer: Encodable>(
        _ answer: Answer, _ lines: (Answer) -> [String]
    ) throws(CommandFailure) {
        guard wantsJSON else {
            if isQuiet { return }
            return try CommandOutput.standard(lines(answer).map { TerminalText.line($0) + "\n" }.joined())
        }
        let bytes: [UInt8]
        do { bytes = try ControlJSON.encode(answer) } catch {
            throw CommandFailure(exit: .software, text: "\(command): " + words.notJSON)
        }
        try CommandOutput.standard(json: bytes)
    }

    /// Encodes a request body.
    func json(_ value: some Encodable) throws(CommandFailure) -> ControlBody {
        do { return try ControlBody.json(of: value) } catch {
            throw CommandFailure(exit: .software, text: "\(command): " + words.notJSON)
        }
    }
}
