package import Domain

extension Wording {
    /// Why a backend has no key: where it should be, never what is there. `name` is the backend's.
    /// The same of the token that who asks over the network has to know.
    package func tokenSentence(_ failure: KeyFailure) -> String {
        say("The token of [control] token_file:", "[control] token_file의 토큰:") + " " + problem(failure)
    }

    package func sentence(_ failure: KeyFailure, about name: String) -> String {
        let topic = say("The key of the backend \(name)", "백엔드 \(name)의 키:")
        return topic + " " + problem(failure)
    }

    /// The same for the user and the password of a backend's proxy.
    package func sentence(_ failure: KeyFailure, aboutProxyOf name: String) -> String {
        say("The proxy_login of the backend \(name)", "백엔드 \(name)의 proxy_login:") + " " + problem(failure)
    }

    /// What is wrong with a backend's file of trusted certificates.
    package func sentence(_ problem: CertificateFileProblem, backend name: String, file: String) -> String {
        let topic = say("The ca_file of the backend \(name)", "백엔드 \(name)의 ca_file:") + " "
        switch problem {
        case .unreadable(let failure):
            return topic + say("can't be read. ", "읽을 수 없습니다. ") + sentence(failure, about: file)
        case .empty:
            return topic
                + say(
                    "holds no certificate: \(file). Name a PEM file with BEGIN CERTIFICATE in it.",
                    "\(file) 파일에 인증서가 없습니다. BEGIN CERTIFICATE가 든 PEM 파일을 쓰세요.")
        }
    }

    /// The same as the second half of a sentence.
    package func reason(_ failure: KeyFailure) -> String {
        say("its key", "키:") + " " + problem(failure)
    }

    private func problem(_ failure: KeyFailure) -> String {
        let place = place(failure.source)
        switch failure.problem {
        case .missing: return missing(failure.source)
        case .unreadable(let reason):
            return say("can't be read. ", "읽을 수 없습니다. ") + sentence(reason, about: place)
        case .tooOpen(let mode):
            let bits = String(mode, radix: 8)
            return say(
                "is not safe: group or others can use \(place) (mode \(bits)). Make it yours alone: chmod 600.",
                "안전하지 않습니다. 다른 사람도 \(place) 파일을 쓸 수 있습니다(모드 \(bits)). chmod 600으로 혼자만 쓰게 하세요.")
        case .empty:
            return say("is missing: \(place) is empty. Put the key there.", "\(place) 안이 비었습니다. 그곳에 키를 넣으세요.")
        case .tooLong(let limit):
            return say(
                "can't be used: \(place) holds more than \(Figures.bytes(Int64(limit))). Put the key alone there.",
                "\(place) 안에 \(Figures.bytes(Int64(limit)))보다 많이 들어 있습니다. 키만 넣으세요.")
        case .failed(let ending):
            return say(
                "can't be had: \(place) ended \(how(ending)). Run it by hand, as the user of the service, to see why.",
                "받지 못했습니다. \(place) 프로그램이 잘못 끝났습니다(\(how(ending))). 서비스 사용자로 직접 실행해 까닭을 보세요.")
        case .late(let time):
            let seconds = time.components.seconds
            return say(
                "can't be had: \(place) took more than \(seconds) s and was stopped. It must not wait for a person.",
                "받지 못했습니다. \(place) 프로그램이 \(seconds)초를 넘겨 멈추게 했습니다. 사람을 기다리면 안 됩니다.")
        case .malformed where isCommand(failure.source):
            return say(
                "can't be used: \(place) says neither one line of plain characters nor JSON with \"token\". Let it say the key alone.",
                "쓸 수 없습니다. \(place) 프로그램의 답이 한 줄의 평범한 글자도 \"token\" 든 JSON도 아닙니다. 키만 말하게 하세요.")
        case .malformed:
            return say(
                "can't be used: \(place) holds something other than one line of plain characters. Put the key alone there.",
                "\(place) 안에 한 줄의 평범한 글자가 아닌 것이 있습니다. 키만 넣으세요.")
        }
    }

    private func missing(_ source: KeySource) -> String {
        switch source {
        case .credential(let name):
            say(
                "is missing: $CREDENTIALS_DIRECTORY is not set. Let systemd start the service with LoadCredential=\(name):FILE, or name another place for the key.",
                "찾을 수 없습니다. $CREDENTIALS_DIRECTORY 변수가 없습니다. systemd에서 LoadCredential=\(name):FILE 설정으로 시작하거나 키를 다른 곳에 두세요."
            )
        case .command:
            say(
                "is missing: \(place(source)) is not there, or can't be run. Install it, or name another place for the key.",
                "찾을 수 없습니다. \(place(source)) 프로그램이 없거나 실행할 수 없습니다. 설치하거나 키를 다른 곳에 두세요.")
        case .environment, .file:
            say(
                "is missing: \(place(source)) is not set. Set it, or name another place for the key.",
                "찾을 수 없습니다. \(place(source)) 값이 없습니다. 값을 정하거나 키를 다른 곳에 두세요.")
        }
    }

    private func place(_ source: KeySource) -> String {
        switch source {
        case .environment(let name): say("the environment variable \(name)", "환경 변수 \(name)")
        case .file(let path): path.shown
        case .credential(let name): say("the credential \(name)", "자격 증명 \(name)")
        // Its arguments may tell something.
        case .command(let words): say("the command \(words.first ?? "")", "명령 \(words.first ?? "")")
        }
    }

    private func isCommand(_ source: KeySource) -> Bool {
        if case .command = source { true } else { false }
    }

    private func how(_ ending: ChildEnding) -> String {
        switch ending {
        case .code(let code): say("with code \(code)", "코드 \(code)")
        case .signal(let number): say("by signal \(number)", "시그널 \(number)")
        }
    }
}
