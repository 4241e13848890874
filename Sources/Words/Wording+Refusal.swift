package import Domain

extension Wording {
    /// What is wrong with a request on the control socket.
    package func sentence(_ refusal: RequestRefusal) -> String {
        switch refusal {
        case .noSuchPath: say("There is nothing at this path.", "이 경로에는 아무것도 없습니다.")
        case .methodNotAllowed(let allowed):
            say("This path takes \(list(allowed)).", "이 경로는 \(list(allowed))만 받습니다.")
        case .notAcceptable(let offered):
            say(
                "This path answers with \(list(offered)), which Accept rules out.",
                "이 경로는 \(list(offered))(으)로 답하는데, Accept가 받지 않습니다.")
        case .unsupportedMediaType(let wanted):
            say(
                "The body must be \(list(wanted)); say so in Content-Type.",
                "본문은 \(list(wanted))이어야 합니다. Content-Type에 적으세요.")
        case .noBody:
            say("The body is empty. Send the request or the picture as the body.", "본문이 비었습니다. 요청이나 그림을 본문으로 보내세요.")
        case .bodyTooLarge(let limit):
            say(
                "The body is larger than \(Figures.bytes(Int64(limit))), the most that is taken here. Send a smaller one; for pictures the bound is limits.file_bytes in the configuration.",
                "본문이 여기서 받는 한도 \(Figures.bytes(Int64(limit)))보다 큽니다. 더 작은 것을 보내세요. 그림의 한도는 설정의 limits.file_bytes입니다.")
        case .tooBusy:
            say("Too much is being received at once. Send it again in a moment.", "한꺼번에 너무 많이 들어왔습니다. 잠시 뒤 다시 보내세요.")
        case .malformedTarget: say("The address can't be read.", "주소를 읽을 수 없습니다.")
        case .malformedQuery:
            say(
                "The query can't be read: % wants two hexadecimal digits, and text is UTF-8.",
                "질의를 읽을 수 없습니다. % 뒤에는 16진수 두 자리, 글은 UTF-8이어야 합니다.")
        case .malformedHead:
            say(
                "The request's head could be read in two ways. Send one Host, one Content-Length or Transfer-Encoding, and no control characters or blanks in names.",
                "요청 머리를 두 가지로 읽을 수 있습니다. Host 하나, Content-Length나 Transfer-Encoding 하나만 보내고, 이름에 제어 문자나 공백을 넣지 마세요.")
        case .unknownTransferCoding:
            say(
                "The body comes in a transfer coding that is not known here. Send it as it is, or chunked.",
                "본문의 전송 부호화를 알 수 없습니다. 그대로 또는 chunked로 보내세요.")
        case .hostMissing: say("Host is missing. Send Host: textifyd.", "Host가 없습니다. Host: textifyd를 보내세요.")
        case .foreignHost(let host):
            say(
                "Host is \(Figures.quoted(host)), but must be textifyd or localhost at the socket, localhost or 127.0.0.1 over the network.",
                "Host가 \(Figures.quoted(host))입니다. 소켓에서는 textifyd나 localhost, 네트워크에서는 localhost나 127.0.0.1이어야 합니다.")
        case .fromWebPage(let header):
            say(
                "Requests of web pages are refused, and this one carries \(header).",
                "웹 페이지의 요청은 받지 않는데, 이 요청에는 \(header)가 있습니다.")
        case .notAllowed(let role, let group): denial(role, group)
        case .noToken:
            say(
                "This address takes a token: send Authorization: Bearer with what the token file holds.",
                "이 주소에는 토큰이 필요합니다. Authorization: Bearer와 토큰 파일의 내용을 보내세요.")
        case .timedOut(let open):
            say(
                "The time is over and \(Figures.counted(open, "job is", "jobs are")) still open. \(open == 1 ? "It goes" : "They go") on; ask again with a longer timeout.",
                "시간이 다 되었는데 작업 \(Figures.count(open))개가 아직 끝나지 않았습니다. 계속 진행되니 timeout을 늘려 다시 물으세요.")
        case .tooManyListeners(let limit):
            say(
                "\(Figures.count(limit)) listen to events already, as many as may. End one, or try again later.",
                "이미 \(Figures.count(limit))곳에서 이벤트를 듣고 있어 더 받지 않습니다. 하나를 끝내거나 나중에 다시 시도하세요.")
        case .tooManyConnections:
            say(
                "You have as many connections open as one user may have. Close some, or try again in a moment.",
                "한 사용자가 열 수 있는 만큼 연결이 열려 있습니다. 몇 개를 닫거나 잠시 뒤 다시 시도하세요.")
        case .serviceNotReady: say("The service is not ready.", "서비스가 아직 준비되지 않았습니다.")
        }
    }

    /// Why the control socket can't be served at `path`.
    package func sentence(_ failure: SocketFailure, about path: String) -> String {
        switch failure {
        case .inUse:
            say(
                "Another service answers at \(path). Stop it first, or give this one a --socket of its own.",
                "\(path)에서 다른 서비스가 답하고 있습니다. 먼저 멈추거나 다른 --socket을 주세요.")
        case .notASocket:
            say(
                "\(path) is there and is no socket. Move it away, or give another --socket.",
                "\(path)은(는) 소켓이 아닌 다른 것입니다. 옮기거나 다른 --socket을 주세요.")
        case .pathTooLong(let bytes, let limit):
            say(
                "\(path) is \(bytes) bytes long, and a socket's path may have \(limit). Give a shorter --socket.",
                "\(path)은(는) \(bytes)바이트인데 소켓 경로는 \(limit)바이트까지입니다. 더 짧은 --socket을 주세요.")
        case .file(let inner): sentence(inner, about: path)
        case .notListening:
            say(
                "What was handed over as the control socket is no listening Unix socket. Check the socket unit.",
                "제어 소켓으로 받은 것이 대기 중인 유닉스 소켓이 아닙니다. 소켓 유닛을 확인하세요.")
        case .serverFailed:
            say(
                "The control server could not start: the system grants no more threads or descriptors.",
                "제어 서버를 시작할 수 없습니다. 시스템이 스레드나 파일 서술자를 더 주지 않습니다.")
        }
    }

    /// Why nobody can be listened to at an address of the network.
    package func notListening(_ failure: SocketFailure, at address: String) -> String {
        switch failure {
        case .inUse:
            say(
                "Another program listens at \(address). Stop it, or name another address in [control].",
                "다른 프로그램이 \(address)에서 듣고 있습니다. 멈추거나 [control]에 다른 주소를 쓰세요.")
        case .file(.denied):
            say(
                "The port of \(address) takes more rights. Name one above 1023 in [control].",
                "\(address)의 포트에는 권한이 더 필요합니다. [control]에 1023보다 큰 포트를 쓰세요.")
        default:
            say(
                "Nobody can listen at \(address): it is no address of this machine. Name another in [control].",
                "\(address)에서 들을 수 없습니다. 이 컴퓨터의 주소가 아닙니다. [control]에 다른 주소를 쓰세요.")
        }
    }

    private func denial(_ role: String, _ group: String?) -> String {
        guard let group else {
            return say(
                "You may not \(role) here: only root and the service's own user may.",
                "\(role) 권한이 없습니다. root와 서비스 사용자만 할 수 있습니다.")
        }
        return say("You may not \(role) here: join the group \(group).", "\(role) 권한이 없습니다. 그룹 \(group)에 들어가세요.")
    }

    private func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
