import BackendKit
import Domain

/// Maps `{"code": …, "msg": …}` to a failure. The code counts and not the status: most errors have status 400, even
/// Kakao's internal ones.
///
/// Source: Kakao's table of REST API error codes.
struct KarloRefusal {
    private let code: Int?
    private let plain: StatusRefusal

    init(_ response: HTTPResponse, _ service: HTTPService) {
        plain = service.refusal(response)
        code = Int(plain.error.code)
    }

    var failure: BackendFailure {
        switch byCode ?? plain.failure {
        case .gone: .closed(message: "there is no Karlo at base_url (status \(plain.status))")
        case let failure: failure
        }
    }

    /// Whether the body is in the format of Kakao's errors.
    @Sendable
    static func isKakaoError(_ response: HTTPResponse) -> Bool {
        let body = JSONBody.value(response.body)
        guard let code = body?["code"]?.word.flatMap({ Int($0) }) else { return false }
        return code < 0 && body?["msg"]?.text != nil
    }

    /// The failure of a known code; `nil` for an unknown code or a response that isn't Kakao's.
    var byCode: BackendFailure? {
        switch code {
        case -1: plain.transient
        case -2: plain.invalid
        case -3, -4, -5, -6, -12, -401: .auth
        // Maintenance takes a while, and no request is to blame for it.
        case -7: plain.loading
        case -8: .config(message: plain.message)
        case -9: .closed(message: "Kakao has ended Karlo (\(plain.message))")
        case -10, -11: .quota
        default: nil
        }
    }
}
