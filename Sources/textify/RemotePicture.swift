import Domain
import PlatformHTTP
import Words

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
