import ControlAPI
import ControlClient
import Domain
import Glibc
import PlatformSystem
import Words

/// `textify submit "PROMPT" --picture FILE…`, `textify submit PICTURE… --prompt "TEXT"`.
enum SubmitCommand: ControlCommand {
    static let name = "submit"
    static let summary = FieldHelp(
        "Generate a picture from a prompt and convert it to text art",
        "프롬프트로 그림을 생성해 텍스트 아트로 변환")
    static let operands = "PROMPT | - | PICTURE… --prompt TEXT"

    static var options: [CommandOption] {
        [
            CommandOption(
                "prompt", "TEXT", "The prompt, for changing PICTURE or on its own", "프롬프트. PICTURE를 바꾸거나 그것만으로 생성"),
            CommandOption(
                "picture", "FILE",
                "Input picture; the first one is edited, more are references, as far as the backend takes them",
                "입력 그림. 첫째 그림을 편집하고 나머지는 참고함. 백엔드가 받는 수까지 여러 번 쓸 수 있음"),
        ] + PlanOptions.times + [
            CommandOption(
                "wait", letter: "w", "Wait until the job is finished, and print the text art",
                "작업이 끝날 때까지 기다려 텍스트 아트를 출력"),
            .timeout(standard: "10m"),
            CommandOption(
                "folder", "NAME", "Use the outbox and defaults of this watch folder (default: the first)",
                "이 감시 폴더의 출력 폴더와 기본값을 사용 (기본: 첫 번째)"
            ).offering(.folders),
            CommandOption("reference", "TEXT", "Your own reference, returned with the job", "작업과 함께 돌려받을 참조 텍스트"),
            CommandOption("tag", "NAME", "Add a tag; may be repeated", "태그 추가. 여러 번 쓸 수 있음").offering(.tags),
            CommandOption(
                "key", "TEXT", "Idempotency key: the same key always yields the same job", "멱등 키: 같은 키는 항상 같은 작업"),
            CommandOption(
                "quiet", letter: "q", "Show no progress and print no ID", "진행 상황도 ID도 출력하지 않음"),
        ] + SubmitArguments.fieldOptions
    }

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let seconds = try session.timeout(1...86_400) ?? 600
        let waits = session.options.last("wait") != nil
        let isPlanned = try PlanOptions.arePresent(session)
        if isPlanned, waits { throw session.usageError(session.words.waitsForPlan("wait")) }
        let arguments = try SubmitArguments(session)
        if isPlanned { return try await PlansCommand.add(arguments, session) }
        let query = arguments.pictures.isEmpty ? [] : arguments.request.query
        let body: ControlBody =
            arguments.pictures.isEmpty ? try session.json(arguments.request) : .pictures(arguments.pictures)
        let showsProgress = waits && !session.wantsJSON && !session.isQuiet && StandardStream.error.isTerminal
        let headers = headers(session, waits && !showsProgress ? seconds : nil)
        let job = try await session.post(
            "/v1/jobs", query, body: body, headers: headers, limit: .seconds(seconds + 30), as: JobDetail.self)
        guard waits else {
            warnOfHeld(job, session)
            return try session.report(job, \.ids)
        }
        if session.wantsJSON { try session.report(job) { _ in [] } }
        let deadline = showsProgress ? ContinuousClock.now + .seconds(seconds) : nil
        try await SubmittedArt(session: session, deadline: deadline).print(job)
    }

    /// Reports the samples that the budget does not cover, before any of them costs anything.
    private static func warnOfHeld(_ job: JobDetail, _ session: ControlSession) {
        guard !session.isQuiet, !session.wantsJSON else { return }
        for sample in job.sampleJobs where sample.state == "held" {
            let text = session.words.ended(JobFormatter.short(sample.id), sample.state, sample.detail ?? "")
            try? StandardStream.error.write(TerminalText("submit: " + TerminalText.line(text) + "\n"))
        }
    }

    static func headers(_ session: ControlSession, _ seconds: Int?) -> [HTTPHeader] {
        let wait = seconds.map { HTTPHeader(ControlHeader.prefer, "wait=\($0)") }
        let key = session.options.last("key")?.text.map { HTTPHeader(ControlHeader.idempotencyKey, $0) }
        return [wait, key].compactMap(\.self)
    }
}

extension JobDetail {
    /// The IDs of the job and the others of its request, by sample.
    fileprivate var ids: [String] { sampleJobs.isEmpty ? [summary.id] : sampleJobs.map(\.id) }
}

/// The art of submitted jobs that were waited for.
struct SubmittedArt {
    let session: ControlSession
    /// The time until which progress is shown; `nil` if the service has waited.
    let deadline: ContinuousClock.Instant?

    /// Prints the art of each sample that is done, with an empty line between two. Then throws if any is not.
    func print(_ job: JobDetail) async throws(CommandFailure) {
        var failures: [CommandFailure] = []
        var hasPrinted = false
        for id in job.ids {
            do throws(CommandFailure) {
                try JobFormatter.check(try await settled(id, job), session.words)
                if session.wantsJSON { continue }
                if hasPrinted { try CommandOutput.standard("\n") }
                hasPrinted = true
                try await CatCommand.print(id, nil, session)
            } catch {
                // Nobody reads the rest.
                if error.exit == .ok { throw error }
                failures.append(error)
            }
        }
        if let failure = CommandFailure.joined(failures) { throw failure }
    }

    private func settled(_ id: String, _ job: JobDetail) async throws(CommandFailure) -> JobSummary {
        if let deadline { return try await SubmitProgress(session: session, id: id, deadline: deadline).run() }
        return id == job.summary.id ? job.summary : try await session.job(id).summary
    }
}

/// A submission built from the command line, checked against the field tables before anything is sent.
struct SubmitArguments {
    private(set) var request = SubmitRequest()
    /// The bytes of the input pictures, in their order.
    private(set) var pictures: [[UInt8]] = []
    private var fields = Request.builtIn
    private let table = FieldTable.request(backends: [])

    init(_ session: ControlSession) throws(CommandFailure) {
        var paths = session.options.all("picture").compactMap(\.value).map(FilePath.init)
        if let prompt = session.options.last("prompt")?.text {
            paths = session.options.positionals.map(FilePath.init) + paths
            // An empty prompt means that the picture is only upscaled.
            if prompt.isEmpty, paths.isEmpty { throw session.usageError(session.words.missing(.picture)) }
            if !prompt.isEmpty { request.fields["prompt"] = .text(prompt) }
        } else {
            request.fields["prompt"] = .text(try SubmitPrompt(session).text)
        }
        guard paths.count <= InputPictures.most else {
            throw session.usageError(session.words.tooManyPictures(paths.count, most: InputPictures.most))
        }
        var rest = Self.maxBytes
        for path in paths {
            pictures.append(try Self.bytes(of: path, limit: rest))
            rest -= Int64(pictures.last?.count ?? 0)
        }
        for name in ["folder", "reference"] {
            request.fields[name] = session.options.last(name)?.text.map { .text($0) }
        }
        for option in session.options.options { try apply(option) }
    }

    /// The fields of the tables as command-line options.
    static var fieldOptions: [CommandOption] {
        let own = FieldTable.request(backends: []).fields.filter { $0.type != .table && $0.name != "prompt" }
        return own.map(option) + FieldTable.art.fields.map(option)
    }

    private static func option<Target>(_ field: Field<Target>) -> CommandOption {
        let option = CommandOption(field, placeholder(field.type))
        return field.name == "backend" ? option.offering(.backends) : option
    }

    private static func placeholder(_ type: FieldType) -> String {
        switch type {
        case .integer, .number: "N"
        case .size: "WxH"
        case .list: "WORDS"
        default: "VALUE"
        }
    }

    /// The largest size of all pictures that any service accepts; the service enforces its own, lower limit.
    private static let maxBytes: Int64 = 512 << 20

    private static func bytes(of path: FilePath, limit: Int64) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileFailure) {
            let file = try path.open(O_RDONLY)
            let size = try file.entry(named: path.name).size
            guard size <= limit else { throw .tooLarge(bytes: size, limit: limit) }
            bytes = try file.all(limit: Int(limit))
        } catch {
            if case .tooLarge(let bytes, let limit) = error {
                let text = Wording.terminal.tooLargeToSubmit(path.shown, bytes: bytes, limit: limit)
                throw CommandFailure(exit: .data, text: text)
            }
            throw CommandFailure(exit: .noInput, text: Wording.terminal.sentence(error, about: path.shown))
        }
        guard PictureFormat(magic: bytes) != nil else {
            let failure = PictureFailure.notAPicture
            throw CommandFailure(exit: .data, text: Wording.terminal.sentence(failure, about: path.shown))
        }
        return bytes
    }

    private mutating func apply(_ option: ParsedOptions.Found) throws(CommandFailure) {
        // Each `--tag` adds to `--tags`.
        let word = option.name == "tag" ? "tags" : option.name
        let name = String(word.map { $0 == "-" ? "_" : $0 })
        if name == "backend" {
            // The service knows which backends there are.
            request.fields[name] = .text(option.text ?? "")
        } else if let field = table.field(name), field.type != .table, name != "prompt" {
            try apply(table, word, option.text, to: &fields)
            let value = Self.value(field.type, option.text)
            if name == "tags", case .list(let earlier) = request.fields[name], case .list(let new) = value {
                request.fields[name] = .list(earlier + new)
            } else {
                request.fields[name] = value
            }
        } else if let field = FieldTable.art.field(name) {
            try apply(.art, word, option.text, to: &fields.art)
            var art: [String: JSONValue] = [:]
            if case .object(let members) = request.fields["art"] { art = members }
            art[name] = Self.value(field.type, option.text)
            request.fields["art"] = .object(art)
        }
    }

    private func apply<Target>(
        _ table: FieldTable<Target>, _ word: String, _ text: String?, to target: inout Target
    ) throws(CommandFailure) {
        do throws(FieldFailure) { try table.apply(word: word, text, to: &target) } catch {
            throw .usage("submit: " + Wording.terminal.sentence(error))
        }
    }

    /// - Precondition: the table has accepted the text.
    private static func value(_ type: FieldType, _ text: String?) -> JSONValue? {
        do throws(FieldFailure.Problem) { return try type.value(of: text).json } catch { return nil }
    }
}

/// The prompt of a submission without `--prompt`: the operand, or standard input. A picture's path in its place is a
/// mistake that would cost money.
struct SubmitPrompt {
    let text: String
    private static let maxBytes = 256 << 10

    init(_ session: ControlSession) throws(CommandFailure) {
        let operand = try session.operand(.prompt)
        let path = FilePath(bytes: session.options.positionals[0])
        if path.isStandardInput {
            text = try Self.standardInput(session)
            return
        }
        if path.isExistingFile {
            throw session.usageError(session.words.fileAsPrompt(path.shown, isPicture: path.hasPictureName))
        }
        if path.hasPictureName { try Self.confirm(path, session) }
        text = operand
    }

    private static func standardInput(_ session: ControlSession) throws(CommandFailure) -> String {
        let bytes: [UInt8]
        do { bytes = try FileDescriptor(adopting: dup(0)).all(limit: maxBytes) } catch {
            let name = session.words.standardInput
            throw CommandFailure(exit: .noInput, text: session.words.sentence(error, about: name))
        }
        do throws(PromptFailure) {
            let text = try TextDecoding.text(of: bytes)
            try PromptText.checkNoPictures(text.split(separator: "\n", omittingEmptySubsequences: false))
            // The service enforces the limit on the length.
            return try PromptText.checked(text, limit: .max)
        } catch {
            let text = session.words.sentence(error, about: session.words.standardInput)
            throw CommandFailure(exit: .data, text: text)
        }
    }

    /// Asks the person at the terminal whether a missing picture's name is the prompt; refuses without a terminal.
    private static func confirm(_ path: FilePath, _ session: ControlSession) throws(CommandFailure) {
        let words = session.words
        guard isatty(0) == 1, StandardStream.error.isTerminal else {
            throw CommandFailure(exit: .noInput, text: "submit: " + words.missingPicture(path.shown))
        }
        try? StandardStream.error.write(TerminalText(words.confirmPrompt(path.shown) + " "))
        let answer = readLine()?.lowercased() ?? ""
        guard words.isConsent(answer) else { throw CommandFailure(exit: .noInput, text: words.nothingSubmitted) }
    }
}

/// Shows a waiting job's progress on one line of the terminal, updated with every event.
struct SubmitProgress {
    let session: ControlSession
    let id: String
    let deadline: ContinuousClock.Instant

    /// Returns the job when it has settled or the deadline has passed.
    func run() async throws(CommandFailure) -> JobSummary {
        let stream = try EventStream(socket: try session.socket(), words: session.words)
        // Fetched after subscribing to the events, so that no change is missed.
        var job = try await session.job(id).summary
        show(job.state, job.progress, job.detail)
        while !Self.settled.contains(job.state), let event = try stream.next(until: deadline) {
            guard let change = try? ControlJSON.decode(ServiceEvent.self, from: Array(event.data.utf8)),
                change.job == id
            else { continue }
            if let state = change.state { job.state = state }
            // A job that had settled at the event may have continued since, so it is fetched again.
            if change.progress == nil, change.state.map(Self.settled.contains) != false {
                job = try await session.job(id).summary
            }
            show(change.state ?? job.state, change.progress, change.detail)
        }
        try? StandardStream.error.write(Self.clear)
        return try await session.job(id).summary
    }

    /// The states in which a job has ended or continues only after a person's decision.
    private static let settled: Set = ["done", "failed", "cancelled", "held", "unknown"]
    private static let clear = TerminalText(order: "\r\u{1B}[K")

    /// One column is left free: in some terminals a cursor after the last column starts a new line.
    private var columns: Int { (TerminalSize(of: .error)?.columns ?? 79) - 1 }

    /// Shows how far the backend is with the picture, else the detail.
    private func show(_ state: String, _ progress: JobProgress?, _ detail: String?) {
        let word = session.words.state(state)
        let rest = progress?.checked.map(session.words.progress) ?? detail
        let line = TerminalText.line("\(JobFormatter.short(id)) \(word)" + (rest.map { ": " + $0 } ?? ""))
        try? StandardStream.error.write(Self.clear + TerminalText(CellText.shortened(line, columns)))
    }
}
