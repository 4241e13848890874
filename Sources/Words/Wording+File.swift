package import Domain
internal import Glibc

extension Wording {
    /// Why a file or folder could not be used.
    package func sentence(_ failure: FileFailure, about name: String) -> String {
        let topic = Particle.topic.after(name)
        switch failure {
        case .missing: return say("\(name) is not there. Check the path.", "\(topic) 없습니다. 경로를 확인하세요.")
        case .exists:
            return say(
                "\(name) is there already and is never written over. Move it away or choose another name.",
                "\(topic) 이미 있어 덮어쓰지 않습니다. 옮기거나 다른 이름을 고르세요.")
        case .denied:
            return say(
                "\(name) may not be used: permission is denied. Change its owner or its mode.",
                "\(topic) 쓸 권한이 없습니다. 소유자나 권한을 바꾸세요.")
        case .full:
            return say(
                "\(name) could not be written: the disk is full or the quota is used up. Make room.",
                "\(Particle.object.after(name)) 쓰지 못했습니다. 디스크가 가득 찼거나 할당량을 다 썼습니다. 공간을 비우세요.")
        case .readOnly:
            return say(
                "\(name) lies on a file system that can only be read. Mount it for writing or choose another folder.",
                "\(topic) 읽기 전용 파일 시스템에 있습니다. 쓰기 가능하게 마운트하거나 다른 폴더를 고르세요.")
        case .notRegular:
            return say(
                "\(name) is not a regular file, but a folder, a link, a socket or a device. Give the file itself.",
                "\(topic) 일반 파일이 아니라 폴더, 링크, 소켓 또는 장치입니다. 파일 자체를 주세요.")
        case .notFolder(let place):
            return say(
                "\(place) is a link or a file, and textifyd needs a folder there for \(name). Links below a watch folder, an outbox or an archive are never followed. Remove it, and textifyd makes the folder.",
                "\(place) 위치에는 \(name) 파일을 위한 폴더가 필요하지만 링크나 파일이 있습니다. 감시 폴더, 출력 폴더, 보관 폴더 아래의 링크는 따라가지 않습니다. 지우면 textifyd가 폴더를 만듭니다."
            )
        case .tooLarge(let bytes, let limit):
            return say(
                "\(name) has \(Figures.bytes(bytes)); the most is \(Figures.bytes(limit)). Make it smaller, or raise limits.file_bytes.",
                "\(topic) \(Figures.bytes(bytes))이며 최대 \(Figures.bytes(limit))까지 받습니다. 줄이거나 limits.file_bytes를 올리세요.")
        default: return rareSentence(failure, name)
        }
    }

    /// That a folder stands where a file is wanted by a command line.
    package func folder(_ name: String) -> String {
        let all = name + (name.hasSuffix("/") ? "*" : "/*")
        return say(
            "\(name) is a folder. Name a file in it, or \(all) for all of them.",
            "\(Particle.topic.after(name)) 폴더입니다. 안의 파일을 주거나, 전부면 \(all) 형식으로 쓰세요.")
    }

    private func rareSentence(_ failure: FileFailure, _ name: String) -> String {
        let topic = Particle.topic.after(name)
        switch failure {
        case .changing:
            return say(
                "\(name) changed while it was read. Copy it under a temporary name and rename it when it is whole.",
                "\(topic) 읽는 동안 바뀌었습니다. 임시 이름으로 복사한 뒤 다 끝나면 이름을 바꾸세요.")
        case .otherDevice:
            return say(
                "\(name) lies on another file system. Choose a folder on the same one.",
                "\(topic) 다른 파일 시스템에 있습니다. 같은 파일 시스템의 폴더를 고르세요.")
        case .nameTooLong:
            return say("\(name) has too long a name. Shorten it.", "\(topic) 이름이 너무 깁니다. 줄이세요.")
        case .unmounted:
            return say(
                "\(name) is not the folder that it was: its file .textifyd is missing or another one. Mount its disk; if the folder is meant as it is, make an empty .textifyd in it.",
                "\(topic) 예전의 폴더가 아닙니다. .textifyd 파일이 없거나 다릅니다. 디스크를 마운트하세요. 지금 폴더가 맞다면 그 안에 빈 .textifyd 파일을 만드세요.")
        case .served(let pid):
            return say(
                "Another textifyd (process \(pid)) takes drops from \(name). Stop one of the two, or give one of them another folder.",
                "다른 textifyd(프로세스 \(pid))가 \(name)에서 가져가고 있습니다. 둘 중 하나를 멈추거나 한쪽에 다른 폴더를 주세요.")
        case .failed(code: EISDIR):
            return say("\(name) is a folder. Give a file.", "\(topic) 폴더입니다. 파일을 주세요.")
        case .failed(let code):
            return say(
                "\(name) could not be used: the system says \"\(Self.said(code))\". Check the disk and its mount.",
                "\(Particle.object.after(name)) 쓸 수 없습니다. 시스템의 말: \"\(Self.said(code))\". 디스크와 마운트를 확인하세요.")
        case .missing, .exists, .denied, .full, .readOnly, .notRegular, .notFolder, .tooLarge:
            return sentence(failure, about: name)
        }
    }

    /// The system's own words for an errno.
    private static func said(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
