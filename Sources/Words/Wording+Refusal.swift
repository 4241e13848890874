package import Domain

extension Wording {
    /// Explains why a request on the control socket was rejected.
    package func sentence(_ refusal: RequestRefusal) -> String {
        switch refusal {
        case .noSuchPath:
            say(
                "There is no resource at this path. /v1/openapi.json describes all paths.",
                "이 경로에는 리소스가 없습니다. 모든 경로는 /v1/openapi.json에 있습니다.")
        case .methodNotAllowed(let allowed):
            say("This path accepts only \(list(allowed)).", "이 경로는 \(list(allowed))만 받습니다.")
        case .notAcceptable(let offered):
            say(
                "This path answers with \(list(offered)), which Accept excludes.",
                "이 경로는 \(list(offered)) 형식으로 응답하는데 Accept가 허용하지 않습니다.")
        case .unsupportedMediaType(let wanted):
            say(
                "The body must be \(list(wanted)); set Content-Type accordingly.",
                "본문은 \(list(wanted)) 형식이어야 합니다. Content-Type을 맞게 설정하세요.")
        case .noBody:
            say("The body is empty. Send the request or the picture as the body.", "본문이 비었습니다. 요청이나 그림을 본문으로 보내세요.")
        case .bodyTooLarge(let limit):
            say(
                "The body is larger than \(Figures.bytes(Int64(limit))), the limit for this path. Send a smaller one; for pictures the limit is limits.file_bytes in the configuration.",
                "본문이 이 경로의 한도 \(Figures.bytes(Int64(limit)))보다 큽니다. 더 작은 것을 보내세요. 그림의 한도는 설정의 limits.file_bytes입니다.")
        case .tooBusy:
            say(
                "The service is receiving too much at once. Try again in a moment.",
                "한꺼번에 너무 많은 요청이 들어왔습니다. 잠시 뒤 다시 시도하세요.")
        case .malformedTarget:
            say(
                "The request's address is malformed. Send an absolute path such as /v1/status.",
                "요청의 주소 형식이 잘못되었습니다. /v1/status 같은 절대 경로를 보내세요.")
        case .malformedForm:
            say(
                "The form can't be read. Send multipart/form-data with its boundary, the picture in the part picture, and the other fields as UTF-8.",
                "폼을 읽을 수 없습니다. boundary가 있는 multipart/form-data로 picture 부분에 그림을, 나머지 필드는 UTF-8로 보내세요.")
        case .malformedQuery:
            say(
                "The query is malformed: % must be followed by two hexadecimal digits, and text must be UTF-8.",
                "질의 형식이 잘못되었습니다. % 뒤에는 16진수 두 자리가 와야 하고 텍스트는 UTF-8이어야 합니다.")
        case .malformedHead:
            say(
                "The request head is ambiguous. Send one Host, one Content-Length or Transfer-Encoding, and no control characters or blanks in header names.",
                "요청 헤더가 모호합니다. Host 하나, Content-Length나 Transfer-Encoding 하나만 보내고, 헤더 이름에 제어 문자나 공백을 넣지 마세요.")
        case .unknownTransferCoding:
            say(
                "The body has an unknown transfer coding. Send it unencoded or chunked.",
                "본문의 전송 인코딩을 알 수 없습니다. 인코딩하지 않거나 chunked로 보내세요.")
        case .hostMissing: say("Host is missing. Send Host: textifyd.", "Host가 없습니다. Host: textifyd를 보내세요.")
        case .foreignHost(let host):
            say(
                "The Host header is \(Figures.quoted(host)). It must be textifyd or localhost on the socket, and localhost or 127.0.0.1 over the network.",
                "Host 헤더가 \(Figures.quoted(host))입니다. 소켓에서는 textifyd나 localhost, 네트워크에서는 localhost나 127.0.0.1이어야 합니다.")
        case .fromWebPage(let header):
            say(
                "Requests from web pages are rejected, and this one carries \(header).",
                "웹 페이지에서 온 요청은 거부합니다. 이 요청에는 \(header) 헤더가 있습니다.")
        case .notAllowed(let role, let group): denial(role, group)
        case .noToken:
            say(
                "This address requires a token: send Authorization: Bearer with the content of the token file.",
                "이 주소에는 토큰이 필요합니다. Authorization: Bearer에 토큰 파일의 내용을 보내세요.")
        case .timedOut(let open):
            say(
                "The timeout expired with \(Figures.counted(open, "job", "jobs")) unfinished. \(open == 1 ? "It continues" : "They continue"); request again with a longer timeout.",
                "제한 시간이 지났지만 작업 \(Figures.count(open))개가 끝나지 않았습니다. 작업은 계속되니 timeout을 늘려 다시 요청하세요.")
        case .tooManyListeners(let limit):
            say(
                "There are already \(Figures.count(limit)) event listeners, which is the limit. End one, or try again later.",
                "이벤트 수신이 이미 한도인 \(Figures.count(limit))개입니다. 하나를 끝내거나 나중에 다시 시도하세요.")
        case .tooManyConnections:
            say(
                "You have reached the limit of open connections per user. Close some, or try again in a moment.",
                "사용자당 연결 수의 한도에 이르렀습니다. 몇 개를 닫거나 잠시 뒤 다시 시도하세요.")
        case .serviceNotReady:
            say(
                "The service is not ready yet. Try again in a moment.", "서비스가 아직 준비되지 않았습니다. 잠시 뒤 다시 시도하세요.")
        }
    }

    /// Explains why the control socket can't be served at `path`.
    package func sentence(_ failure: SocketFailure, about path: String) -> String {
        switch failure {
        case .inUse:
            say(
                "Another service already answers at \(path). Stop it first, or choose another --socket.",
                "다른 서비스가 이미 \(path) 소켓을 쓰고 있습니다. 먼저 멈추거나 다른 --socket을 지정하세요.")
        case .notASocket:
            say(
                "\(path) exists and is not a socket. Move it away, or choose another --socket.",
                "\(path) 위치에 소켓이 아닌 것이 있습니다. 옮기거나 다른 --socket을 지정하세요.")
        case .pathTooLong(let bytes, let limit):
            say(
                "\(path) is \(bytes) bytes long, but a socket path may have at most \(limit). Choose a shorter --socket.",
                "\(path) 경로는 \(bytes)바이트입니다. 소켓 경로는 \(limit)바이트까지입니다. 더 짧은 --socket을 지정하세요.")
        case .file(let inner): sentence(inner, about: path)
        case .notListening:
            say(
                "The inherited control socket is not a listening Unix socket. Check the socket unit.",
                "넘겨받은 제어 소켓이 연결을 기다리는 유닉스 소켓이 아닙니다. 소켓 유닛을 확인하세요.")
        case .serverFailed:
            say(
                "The control server could not start: the system is out of threads or file descriptors.",
                "제어 서버를 시작할 수 없습니다. 시스템에 스레드나 파일 서술자가 부족합니다.")
        }
    }

    /// Explains why a state folder of another user is rejected.
    package func foreignState(_ folder: String, owner: UInt32, user: UInt32) -> String {
        if owner == 0 {
            return say(
                "the state folder \(folder) belongs to root, but textifyd runs as user \(user). Run chown \(user) \(folder), "
                    + "or for the volume of a container chgrp 0 \(folder) and chmod g=u \(folder), or choose another "
                    + "folder with --state.",
                "상태 폴더 \(folder)의 소유자는 root인데 textifyd는 사용자 \(user)로 실행됩니다. chown \(user) \(folder) 명령을 "
                    + "실행하거나, 컨테이너 볼륨이면 chgrp 0 \(folder) 및 chmod g=u \(folder) 명령을 실행하거나, --state로 다른 "
                    + "폴더를 지정하세요.")
        }
        return say(
            "the state folder \(folder) belongs to another user (\(owner)), who could tamper with it. "
                + "textifyd runs as user \(user). Start it as the owner, or choose another folder with --state.",
            "상태 폴더 \(folder)의 소유자(\(owner))가 textifyd를 실행하는 사용자(\(user))와 달라 내용이 변조될 수 있습니다. "
                + "소유자로 실행하거나 --state로 다른 폴더를 지정하세요.")
    }

    /// Explains why a network address can't be listened on. `table`: the one that sets it, `control` or `web`.
    package func notListening(_ failure: SocketFailure, at address: String, of table: String) -> String {
        switch failure {
        case .inUse:
            say(
                "Another program is listening on \(address). Stop it, or set another address in [\(table)].",
                "다른 프로그램이 \(address) 주소를 쓰고 있습니다. 멈추거나 [\(table)]에 다른 주소를 설정하세요.")
        case .file(.denied):
            say(
                "The port of \(address) requires more privileges. Set a port above 1023 in [\(table)].",
                "\(address)의 포트에는 더 높은 권한이 필요합니다. [\(table)]에 1023보다 큰 포트를 설정하세요.")
        default:
            say(
                "\(address) can't be listened on: it is not an address of this machine. Set another one in [\(table)].",
                "\(address) 주소에서 연결을 받을 수 없습니다. 이 컴퓨터의 주소가 아닙니다. [\(table)]에 다른 주소를 설정하세요.")
        }
    }

    private func denial(_ role: String, _ group: String?) -> String {
        guard let group else {
            return say(
                "You are not allowed to \(role) here: only root and the service's own user are.",
                "\(role) 권한이 없습니다. root와 서비스 사용자만 할 수 있습니다.")
        }
        return say(
            "You are not allowed to \(role) here: join the group \(group).", "\(role) 권한이 없습니다. \(group) 그룹에 들어가세요.")
    }

    private func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}

extension Wording {
    /// Explains why the socket passed by the service manager can't be used.
    package func sentence(_ failure: PassedSocketFailure) -> String {
        switch failure {
        case .notListening(let name):
            let whole = name.isEmpty ? "" : " “\(name)”"
            return say(
                "The socket\(whole) passed by the service manager is not a listening Unix stream socket. Configure one "
                    + "ListenStream= with a path in the socket unit.",
                "서비스 관리자가 넘긴 소켓\(whole)이 연결을 기다리는 유닉스 스트림 소켓이 아닙니다. 소켓 유닛에 경로로 된 ListenStream= 하나를 쓰세요.")
        case .several(let count):
            return say(
                "The service manager passed \(count) sockets, but only one is supported. Configure one "
                    + "ListenStream= in the socket unit.",
                "서비스 관리자가 소켓을 \(count)개 넘겼지만 하나만 쓸 수 있습니다. 소켓 유닛에 ListenStream= 하나만 쓰세요.")
        case .unusable(let code):
            return say(
                "The socket passed by the service manager can't be used (error \(code)). Check LISTEN_FDS and the socket unit.",
                "서비스 관리자가 넘긴 소켓을 쓸 수 없습니다(오류 \(code)). LISTEN_FDS와 소켓 유닛을 확인하세요.")
        }
    }
}
