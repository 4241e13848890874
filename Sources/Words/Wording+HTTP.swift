package import Domain

extension Wording {
    /// Why an address gave nothing. `name` is what may be shown of it: addresses can hold keys.
    package func sentence(_ failure: HTTPFailure, about name: String) -> String {
        switch failure {
        case .notSent(_, let fault): unsent(fault, name)
        case .sentNoAnswer(let host, let fault) where fault.reason == .timeout:
            say(
                "\(name): no answer from \(host) came in time. Try again later.",
                "\(name): \(Particle.subject.after(host)) 제때 답하지 않았습니다. 나중에 다시 해 보세요.")
        case .sentNoAnswer(let host, let fault) where fault.reason == .redirects,
            .partialAnswer(let host, let fault, _, _) where fault.reason == .redirects:
            say(
                "\(name): \(host) sends from one address to the next. Give the picture's own address.",
                "\(name): \(Particle.subject.after(host)) 다른 주소로만 넘깁니다. 그림 자체의 주소를 주세요.")
        case .sentNoAnswer, .partialAnswer:
            say(
                "\(name): the connection ended before the whole picture had come. Try again.",
                "\(name): 그림이 다 오기 전에 연결이 끊겼습니다. 다시 해 보세요.")
        case .headersTooLarge:
            say("\(name): what answers there is no web server.", "\(name): 그 주소에서 답하는 것은 웹 서버가 아닙니다.")
        case .bodyTooLarge(_, _, let limit):
            say(
                "\(name) has more than \(Figures.bytes(Int64(limit))). Make the picture smaller.",
                "\(Particle.topic.after(name)) \(Figures.bytes(Int64(limit)))보다 큽니다. 그림을 줄이세요.")
        case .cancelled: say("\(name): called off.", "\(name): 취소했습니다.")
        }
    }

    /// A whole answer that is no picture.
    package func sentence(status: Int, about name: String) -> String {
        switch status {
        case 404, 410:
            say(
                "\(name) is not there (\(status)). Check the address.",
                "\(Particle.topic.after(name)) 없습니다(\(status)). 주소를 확인하세요.")
        case 401, 403:
            say(
                "\(name) is not for everybody (\(status)). Fetch it where you may, and give the file.",
                "\(Particle.topic.after(name)) 아무나 볼 수 없습니다(\(status)). 권한이 있는 곳에서 받아 파일로 주세요.")
        case 300..<400:
            say(
                "\(name) sends to another address (\(status)) that is not followed. Give the picture's own address.",
                "\(Particle.topic.after(name)) 따라갈 수 없는 다른 주소로 넘깁니다(\(status)). 그림 자체의 주소를 주세요.")
        default:
            say(
                "\(name): the server answers \(status). Try again later.",
                "\(name): 서버의 답은 \(status)입니다. 나중에 다시 해 보세요.")
        }
    }

    private func unsent(_ fault: HTTPFault, _ name: String) -> String {
        switch fault.reason {
        case .address, .header:
            say(
                "\(name) is no web address. Write https://, the server and the path.",
                "\(Particle.topic.after(name)) 웹 주소가 아닙니다. https://, 서버, 경로 순으로 쓰세요.")
        case .resolve:
            say(
                "\(name): there is no such server. Check the address and the network.",
                "\(name): 그런 서버가 없습니다. 주소와 네트워크를 확인하세요.")
        case .tls:
            say(
                "\(name): the server's certificate can't be trusted. Check the address and this machine's clock.",
                "\(name): 서버의 인증서를 믿을 수 없습니다. 주소와 이 컴퓨터의 시계를 확인하세요.")
        case .trust:
            say(
                "\(name): the file of trusted certificates\(fault.about.map { " \($0)" } ?? "") can't be read or holds no certificate.",
                "\(name): 믿을 인증서 파일\(fault.about.map { " \($0)" } ?? "") 안의 인증서를 읽을 수 없습니다.")
        case .proxy:
            say("\(name): the proxy refuses. Check https_proxy.", "\(name): 프록시가 거절합니다. https_proxy를 확인하세요.")
        default:
            say(
                "\(name): the server can't be reached. Check the address and the network.",
                "\(name): 서버에 연결할 수 없습니다. 주소와 네트워크를 확인하세요.")
        }
    }
}
