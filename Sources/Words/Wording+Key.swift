public import Domain

extension Wording {
    /// Why a backend has no key: where it should be, never what is there. `name` is the backend's.
    public func sentence(_ failure: KeyFailure, about name: String) -> String {
        let topic = say("The key of the backend \(name)", "백엔드 \(name)의 키:")
        return topic + " " + problem(failure)
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
        }
    }
}
