import Domain
import Glibc
import PlatformHTTP
import PlatformSystem
import Rendering
import Words

/// A picture that was named on the command line: a file, standard input or a web address.
struct PictureInput: Sendable {
    let path: FilePath
    /// The memory that all pictures of the command share.
    let budget: MemoryBudget
    /// The option that sets the budget, if the command has one.
    var memorySetting: String?

    var shown: String {
        if path.isStandardInput { return Wording.terminal.standardInput }
        return PictureAddress(path)?.shown ?? path.shown
    }

    /// Opens the picture. A web address is downloaded. Standard input is left unread, unless it is to be read more than
    /// once.
    func open(again: Bool = false) async throws(CommandFailure) -> OpenPicture {
        if let address = PictureAddress(path) {
            return OpenPicture(source: .bytes(try await RemotePicture.bytes(of: address)))
        }
        do throws(FileFailure) {
            guard path.isStandardInput else {
                let file = try path.open(O_RDONLY)
                return OpenPicture(source: .descriptor(file.number), file: file)
            }
            guard again else { return OpenPicture(source: .descriptor(0), canReopen: false) }
            let file = FileDescriptor(adopting: dup(0))
            return OpenPicture(source: .bytes(try file.all(limit: Int(clamping: PictureLimits().fileBytes))))
        } catch {
            throw failure(.unreadable(error))
        }
    }

    /// Reads the picture and converts it.
    func run(_ conversion: Conversion) async throws(CommandFailure) -> ConversionResult {
        try await run(conversion, try await open(again: conversion.outputs.contains(where: \.isMoving)))
    }

    func run(
        _ conversion: Conversion, _ picture: borrowing OpenPicture
    ) async throws(CommandFailure) -> ConversionResult {
        do throws(PictureFailure) {
            return try await conversion.run(picture.source, in: budget, canReopen: picture.canReopen)
        } catch {
            throw failure(error)
        }
    }

    func failure(_ failure: PictureFailure) -> CommandFailure {
        CommandFailure(exit: Self.exit(failure), text: sentence(failure))
    }

    private func sentence(_ failure: PictureFailure) -> String {
        if case .tooMuchMemory(let bytes, let limit) = failure, let memorySetting {
            return Wording.terminal.tooMuchMemory(shown, bytes: bytes, limit: limit, setting: memorySetting)
        }
        guard failure == .unreadable(.failed(code: .isDirectory)), !path.isStandardInput else {
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

/// A picture that can be read.
struct OpenPicture: ~Copyable {
    let source: PictureSource
    /// Keeps the source's descriptor open.
    var file: FileDescriptor?
    /// Whether it can be read more than once.
    var canReopen = true
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
