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

    static func ask(_ session: ControlSession) async throws(CommandFailure)
}

extension ControlCommand {
    static var operands: String { "" }
    static var options: [CommandOption] { [] }

    static var known: [CommandOption] { options + CommandOption.commonOptions }

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        if let parsed = try parsed(words) { try await ask(ControlSession(name, parsed)) }
    }
}

/// One command's connection to the service, with its options and output.
struct ControlSession {
    let options: ParsedOptions
    let operands: [String]
    let sheet: LineFormatter
    var words: Wording { sheet.words }
    private let command: String

    init(_ command: String, _ options: ParsedOptions) {
        self.command = command
        self.options = options
        operands = options.positionals.map { String(decoding: $0, as: UTF8.self) }
        sheet = .standard
    }

    /// The path of the first control socket that exists.
    func socket() throws(CommandFailure) -> String {
        let places = SocketSearchPath(
            named: options.last("socket")?.text, environment: ProcessInfo.processInfo.environment)
        let path: String
        do throws(ControlClientFailure) {
            path = try places.first { FileManager.default.fileExists(atPath: $0) }
        } catch {
            throw places.isNamed ? noSocket(places) : CommandFailure(error, words)
        }
        guard Self.isSocket(path) else {
            throw CommandFailure(exit: .noInput, text: words.notASocket(FileName(path).shown), code: "not_a_socket")
        }
        return path
    }

    private func noSocket(_ places: SocketSearchPath) -> CommandFailure {
        CommandFailure(
            exit: .unavailable, text: words.noSuchSocket(FileName(places.paths[0]).shown), code: "no_socket")
    }

    /// A path that can't be inspected is assumed to be a socket.
    private static func isSocket(_ path: String) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        return type == nil || type == .typeSocket || type == .typeSymbolicLink
    }

    private func client() throws(CommandFailure) -> ControlClient {
        let socket = try socket()
        let transport = try transport()
        return ControlClient(socket: socket, language: words.language) { request throws(HTTPFailure) in
            try await transport.perform(request)
        }
    }

    private func transport() throws(CommandFailure) -> HTTPClient {
        do throws(HTTPFault) {
            return try HTTPClient(HTTPClientSettings(userAgent: "textify/\(Version.text)"))
        } catch {
            throw CommandFailure(exit: .system, text: words.outOfThreads)
        }
    }

    var wantsJSON: Bool { options.last("json") != nil }
    /// Suppresses text output; JSON that was requested is printed nevertheless.
    var isQuiet: Bool { options.last("quiet") != nil }

    /// The single operand of the command.
    func operand(_ operand: Wording.Operand) throws(CommandFailure) -> String {
        guard let first = operands.first else { throw usageError(words.missing(operand)) }
        if operands.count > 1 { throw usageError(words.tooMany(operands.count, operand)) }
        return first
    }

    /// Resolves `last` to the ID of the newest job; other names are returned unchanged.
    func identifier(_ name: String) async throws(CommandFailure) -> String {
        guard name == "last" else { return name }
        let newest = try await asking { client throws(ControlClientFailure) in
            try await client.get("/v1/jobs", [QueryString.Item("limit", "1")], as: JobList.self)
        }
        guard let job = newest.jobs.first else { throw CommandFailure(exit: .noInput, text: words.noLastJob) }
        return job.id
    }

    /// The IDs of all named jobs, without duplicates. With several names, every job is looked up before the command
    /// acts on the first, so that an unknown name ends the command without effects.
    func identifiers(
        _ look: (JobSummary) throws(CommandFailure) -> Void = { _ in }
    ) async throws(CommandFailure) -> [String] {
        if operands.count == 1 { return [try await identifier(operands[0])] }
        var found: [String] = []
        for name in operands {
            let path = "/v1/jobs/" + PercentEncoding.encoded(try await identifier(name))
            let job = try await asking { client throws(ControlClientFailure) in
                try await client.get(path, as: JobDetail.self)
            }
            try look(job.summary)
            if !found.contains(job.summary.id) { found.append(job.summary.id) }
        }
        return found
    }

    /// The ID of the single job named.
    func job() async throws(CommandFailure) -> String {
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
        if let stranger = operands.first {
            throw usageError(words.notExpected(FileName(stranger).shown))
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

    /// The states of `--state`, checked before the service is called.
    func states() throws(CommandFailure) -> [String]? {
        guard let words = options.last("state")?.text?.split(separator: ",").map(String.init) else { return nil }
        for word in words { try check("state", word, among: JobState.words) { $0 == word } }
        return words
    }

    /// The code of `--cause`: a whole code, or the last part of one.
    func cause() throws(CommandFailure) -> String? {
        guard let word = options.last("cause")?.text else { return nil }
        if JobState.codes.contains(where: { BulkFilter(cause: word).fits(code: $0) }) { return word }
        let nearest = NearestName.few(of: word, among: JobState.codes)
        throw usageError(
            words.sentence(FieldFailure(key: "--cause", problem: .noCause(got: word, nearest: nearest))))
    }

    private func check(
        _ option: String, _ word: String, among choices: [String], fits: (String) -> Bool
    ) throws(CommandFailure) {
        if choices.contains(where: fits) { return }
        let nearest = NearestName.of(word, among: choices)
        throw usageError(
            words.sentence(
                FieldFailure(key: "--" + option, problem: .notOneOf(got: word, choices: choices, nearest: nearest))))
    }

    /// Runs one exchange with the service and converts its failure.
    func asking<Answer>(
        _ work: (ControlClient) async throws(ControlClientFailure) -> Answer
    ) async throws(CommandFailure) -> Answer {
        let client = try client()
        do throws(ControlClientFailure) { return try await work(client) } catch {
            throw CommandFailure(error, words)
        }
    }

    /// Prints an answer: as JSON if requested, otherwise as `lines` unless quiet.
    func tell<Answer: Encodable>(
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
