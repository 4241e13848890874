package import Domain

extension Wording {
    /// Why a drop came to nothing.
    package func sentence(_ failure: DropFailure, about name: String) -> String {
        let topic = Particle.topic.after(name)
        switch failure {
        case .folder:
            return say(
                "\(name) is a folder, and only files are taken. Drop its files one by one.",
                "\(topic) 폴더인데 파일만 받습니다. 안의 파일을 하나씩 넣으세요.")
        case .link:
            return say(
                "\(name) is a link, and links are never followed. Drop the file itself.",
                "\(topic) 링크인데 링크는 따라가지 않습니다. 파일 자체를 넣으세요.")
        case .special:
            return say(
                "\(name) is a pipe, a socket or a device, not a file. Drop a regular file.",
                "\(topic) 파일이 아니라 파이프, 소켓 또는 장치입니다. 일반 파일을 넣으세요.")
        case .empty:
            return say(
                "\(name) is empty: it has 0 bytes. Copy it again.", "\(topic) 비어 있습니다(0바이트). 다시 복사하세요.")
        case .unknownKind(let ending, let looksLikeText): return unknownKind(name, ending, looksLikeText)
        case .notAccepted(let kind, let accepted):
            let list = accepted.joined(separator: ", ")
            return say(
                "\(name) is one of the \(kind), and its folder only takes \(list). Drop it into another folder, or add it to accept.",
                "\(topic) \(kind) 종류인데 이 폴더는 \(list)만 받습니다. 다른 폴더에 넣거나 accept에 더하세요.")
        case .notAPicture(let ending, let looksLikeText): return notAPicture(name, ending, looksLikeText)
        case .ownOutput(let job):
            return say(
                "\(name) is an output of job \(job), not a prompt, so nothing was asked for. Take it out, or change it if it is meant as a prompt.",
                "\(topic) 프롬프트가 아니라 작업 \(job)의 결과물이라 아무것도 요청하지 않았습니다. 꺼내거나, 프롬프트라면 내용을 고치세요.")
        case .vanished:
            return say(
                "\(name) was gone before it could be read. Drop it again if it was not meant.",
                "\(topic) 읽기 전에 사라졌습니다. 뜻한 일이 아니면 다시 넣으세요.")
        case .withdrawn:
            return say(
                "\(name) was taken away or written over while it waited, so nothing was made of it. Drop it again if it was not meant.",
                "\(topic) 기다리는 동안 사라지거나 덮어써져서 아무것도 만들지 않았습니다. 뜻한 일이 아니면 다시 넣으세요.")
        case .unreadable(let file): return sentence(file, about: name)
        case .tooLarge(let bytes, let limit): return sentence(.tooLarge(bytes: bytes, limit: limit), file: name)
        case .picture(let picture): return sentence(picture, about: name)
        case .prompt(let prompt): return sentence(prompt, about: name)
        case .sidecar, .sidecarFile, .sidecarMissing: return sidecar(failure, name)
        case .job(let job): return sentence(job, about: name)
        }
    }

    /// Why nothing is taken from a folder, or from one below it.
    package func sentence(_ fault: FolderFault, in folder: String) -> String {
        let file = fault.file.shown
        let why =
            switch fault.reason {
            case .mistake(let prompt): sentence(prompt, about: file)
            case .unreadable(let failure): sentence(failure, about: file)
            }
        return why + " "
            + say(
                "Nothing is taken from \(folder) until that is mended.", "고칠 때까지 \(folder)에서 아무것도 받지 않습니다.")
    }

    /// What is wrong with the file beside a picture. Both lie in `failed` then.
    private func sidecar(_ failure: DropFailure, _ name: String) -> String {
        let again = say("Then move it back into the folder together with \(name).", "그런 다음 \(name)와(과) 함께 폴더로 다시 옮기세요.")
        switch failure {
        case .sidecar(let prompt): return sentence(prompt, about: name + ".toml") + " " + again
        case .sidecarFile(let file): return sentence(file, about: name + ".toml") + " " + again
        case .sidecarMissing(let seconds):
            return say(
                "\(name) has no \(name).toml beside it, which its folder wants, and none came within \(seconds) s. Move both into the folder, or set sidecar = \"optional\".",
                "\(Particle.topic.after(name)) 폴더가 바라는 \(name).toml이 \(seconds)초 안에 오지 않았습니다. 둘을 함께 넣거나 sidecar = \"optional\"로 바꾸세요."
            )
        default: return ""
        }
    }

    private func sentence(_ failure: FileFailure, file name: String) -> String {
        sentence(failure, about: name)
    }

    private func unknownKind(_ name: String, _ ending: String, _ looksLikeText: Bool) -> String {
        let topic = Particle.topic.after(name)
        guard looksLikeText else {
            return say(
                "\(name) is neither a picture nor a prompt. Drop a picture, such as a PNG, or a text named .txt or .prompt.",
                "\(topic) 그림도 프롬프트도 아닙니다. PNG 같은 그림이나 이름이 .txt나 .prompt인 텍스트를 넣으세요.")
        }
        let shown = FileName(ending).shown
        let english = ending.isEmpty ? "has no ending" : "has the ending .\(shown)"
        let korean = ending.isEmpty ? "확장자가 없습니다" : "확장자가 .\(shown)입니다"
        return say(
            "\(name) holds text but \(english), so it is not taken for a prompt. Rename it to .txt or .prompt if it is one.",
            "\(topic) 텍스트지만 \(korean). 프롬프트라면 .txt나 .prompt로 이름을 바꾸세요.")
    }

    private func notAPicture(_ name: String, _ ending: String, _ looksLikeText: Bool) -> String {
        let topic = Particle.topic.after(name)
        let shown = FileName(ending).shown
        return looksLikeText
            ? say(
                "\(name) has the ending .\(shown) of a picture but holds text. Rename it to .txt if it is a prompt.",
                "\(topic) 그림 확장자 .\(shown)인데 텍스트입니다. 프롬프트라면 .txt로 이름을 바꾸세요.")
            : say(
                "\(name) has the ending .\(shown) of a picture but holds none. Save it again as PNG or JPEG.",
                "\(topic) 그림 확장자 .\(shown)인데 그림이 아닙니다. PNG나 JPEG로 다시 저장하세요.")
    }
}
