import Domain
import Glibc
import PlatformHTTP
import PlatformSystem
import Rendering
import Words

/// The conversion of one picture, with its input and output.
struct ConversionTask: Sendable {
    /// A finished conversion.
    struct Outcome: Sendable {
        let art: [UInt8]
        /// The bytes for standard output; `nil` when the art was written to its file.
        let bytes: [UInt8]?
        /// Lines for standard error.
        let warning: String?
        /// The exit code despite the art: a truncated picture is shown with `ok`; a corrupt one is shown too, but ends
        /// with `data`.
        let exit: ExitCode
    }

    let input: FilePath
    /// `nil` is standard output.
    let output: FilePath?
    let plan: ConvertPlan
    /// The memory that all pictures of the command share.
    let budget: MemoryBudget

    /// Makes one conversion for each file. In a folder the outputs are named after the pictures; equal names are
    /// numbered.
    static func list(_ options: ConvertOptions, _ plan: ConvertPlan) -> [ConversionTask] {
        let budget = MemoryBudget(options.memory)
        guard let output = options.output, output.isFolder else {
            return options.files.map { ConversionTask(input: $0, output: options.output, plan: plan, budget: budget) }
        }
        let ending = Array(("." + plan.format.rawValue).utf8)
        var uses: [FileName: Int] = [:]
        let folder = output.bytes.last == UInt8(ascii: "/") ? output.bytes : output.bytes + [UInt8(ascii: "/")]
        return options.files.map { input in
            let stem = stem(of: input) ?? FileName("picture")
            uses[stem, default: 0] += 1
            let name = OutputName.numbered(
                FileName(bytes: stem.bytes + ending), uses[stem] ?? 1, ending: ending.count)
            return ConversionTask(
                input: input, output: FilePath(bytes: folder + name.bytes), plan: plan, budget: budget)
        }
    }

    var shown: String {
        if input.isStandardInput { return Wording.terminal.standardInput }
        return PictureAddress(input)?.shown ?? input.shown
    }

    /// The name that the art is saved under; `nil` for a picture without a name.
    private static func stem(of input: FilePath) -> FileName? {
        guard !input.isStandardInput else { return nil }
        return (PictureAddress(input)?.name ?? input.name).stem
    }

    /// Converts the picture and writes the output file, if there is one.
    func run() async throws(CommandFailure) -> Outcome {
        var download: [UInt8]?
        if let address = PictureAddress(input) { download = try await RemotePicture.bytes(of: address) }
        let converted = try await convert(download)
        let art = converted.outputs.first?.bytes ?? []
        if let output { try CommandOutput.file(output, art) }
        let exit: ExitCode = if case .corrupt = converted.damage { .data } else { .ok }
        return Outcome(
            art: art, bytes: output == nil ? art : nil, warning: warning(converted),
            exit: exit)
    }

    /// The scores, for standard error; `nil` when not requested or already part of the art.
    private func score(_ converted: ConversionResult) -> String? {
        let detail = plan.options.art.score
        guard detail != .none, plan.format != .artJSON else { return nil }
        guard let score = converted.outputs.first?.score else {
            return "textify: \(Wording.terminal.notScored(shown))\n"
        }
        let figures = score.figures.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
        let total = Wording.terminal.scored(shown, total: score.total)
        guard detail == .full else { return total + "\n" }
        let chosen = converted.outputs.first?.choice.map { Wording.terminal.chosen($0) + "\n" } ?? ""
        return total + " (\(figures))\n" + chosen
    }

    private func warning(_ converted: ConversionResult) -> String? {
        var lines = converted.warnings.map { "\(shown): \(Wording.terminal.sentence($0))" }
        if let damage = converted.damage {
            lines.append(Wording.terminal.partiallyShown(Wording.terminal.sentence(damage, about: shown)))
        }
        if converted.hasBrokenProfile { lines.append(Wording.terminal.brokenProfile(of: shown)) }
        let text = lines.map { "textify: \($0)\n" }.joined() + (score(converted) ?? "")
        return text.isEmpty ? nil : text
    }

    private func convert(_ download: [UInt8]?) async throws(CommandFailure) -> ConversionResult {
        let caption = ArtCaption(label: Self.stem(of: input)?.shown ?? "")
        let conversion = Conversion(
            art: plan.options.art, outputs: [plan.format], writing: plan.options.writing, caption: caption,
            limits: PictureLimits(memory: budget.limit), isLenient: true)
        do throws(PictureFailure) {
            if let download { return try await conversion.run(.bytes(download), in: budget) }
            if input.isStandardInput { return try await conversion.run(.descriptor(0), in: budget, canReopen: false) }
            let file: FileDescriptor
            do throws(FileFailure) { file = try input.open(O_RDONLY) } catch { throw .unreadable(error) }
            return try await conversion.run(.descriptor(file.number), in: budget)
        } catch {
            throw CommandFailure(exit: Self.exit(error), text: sentence(error))
        }
    }

    private func sentence(_ failure: PictureFailure) -> String {
        if case .tooMuchMemory(let bytes, let limit) = failure {
            return Wording.terminal.tooMuchMemory(shown, bytes: bytes, limit: limit, setting: "--memory")
        }
        guard failure == .unreadable(.failed(code: .isDirectory)), !input.isStandardInput else {
            return Wording.terminal.sentence(failure, about: shown)
        }
        return Wording.terminal.folder(shown)
    }

    private static func exit(_ failure: PictureFailure) -> ExitCode {
        switch failure {
        case .font(_, .unreadable(let reason)): exit(.unreadable(reason))
        case .font(_, .noLibrary): .unavailable
        case .unreadable(.missing), .unreadable(.notRegular), .unreadable(.failed(.isDirectory)),
            .unreadable(.failed(.notDirectory)):
            .noInput
        case .unreadable(.denied): .noPermission
        case .unreadable(.tooLarge): .data
        case .unreadable: .io
        case .outOfMemory: .software
        default: .data
        }
    }
}

/// A picture's web address, as written on the command line.
struct PictureAddress {
    /// The whole address, as requested.
    let text: String

    /// The address without parts that may contain a key: user name and password, query and fragment.
    let shown: String

    /// `nil` for file names.
    init?(_ path: FilePath) {
        text = String(decoding: path.bytes, as: UTF8.self)
        guard WebAddress.isMeant(by: text), let parts = URLParts(text) else { return nil }
        shown = FileName(parts.shown).shown
    }

    /// The name that the art is saved under: the last component of the path, or the server's name.
    var name: FileName {
        let parts = shown.split(separator: "/")
        return FileName(String(parts.last ?? "picture"))
    }
}

/// Downloads pictures given by address. One client, created on first use, serves all of them.
enum RemotePicture {
    private static let client = Result { () throws(HTTPFault) in
        try HTTPClient(HTTPClientSettings(userAgent: "textify/\(Version.text)"))
    }

    /// Downloads the body, whatever it contains, up to the size limit of picture files.
    static func bytes(of address: PictureAddress) async throws(CommandFailure) -> [UInt8] {
        let limits = HTTPLimits(
            total: .seconds(120), stall: .seconds(20), bodyBytes: Int(clamping: PictureLimits().fileBytes))
        let request = HTTPRequest(.get, address.text, limits: limits, redirects: 5)
        let answer: HTTPResponse
        do throws(HTTPFailure) {
            answer = try await connected().perform(request)
        } catch {
            throw CommandFailure(exit: exit(error), text: Wording.terminal.sentence(error, about: address.shown))
        }
        guard answer.status == 200 else {
            let text = Wording.terminal.sentence(status: answer.status, about: address.shown)
            throw CommandFailure(exit: exit(answer.status), text: text)
        }
        return answer.body
    }

    private static func connected() throws(HTTPFailure) -> HTTPClient {
        do throws(HTTPFault) { return try client.get() } catch { throw .notSent(host: "", error) }
    }

    private static func exit(_ failure: HTTPFailure) -> ExitCode {
        switch failure {
        case .notSent(_, let fault) where fault.reason == .address: .usage
        case .bodyTooLarge: .data
        default: .unavailable
        }
    }

    private static func exit(_ status: Int) -> ExitCode {
        switch status {
        case 404, 410: .noInput
        case 401, 403: .noPermission
        case 408, 429, 500...: .tryAgain
        default: .unavailable
        }
    }
}
