package import Domain

extension Wording {
    /// Explains why a drop failed, and what to do.
    package func sentence(_ failure: DropFailure, about name: String) -> String {
        let topic = "\(name) 파일은"
        switch failure {
        case .folder:
            return say(
                "\(name) is a folder, but only files are accepted. Drop its files one by one.",
                "\(name) 폴더는 받지 않습니다. 안의 파일을 하나씩 넣으세요.")
        case .link:
            return say(
                "\(name) is a link, and links are never followed. Drop the file itself.",
                "\(name) 링크는 따라가지 않습니다. 파일 자체를 넣으세요.")
        case .special:
            return say(
                "\(name) is a pipe, a socket or a device, not a file. Drop a regular file.",
                "\(topic) 일반 파일이 아니라 파이프, 소켓 또는 장치입니다. 일반 파일을 넣으세요.")
        case .empty:
            return say(
                "\(name) is empty (0 bytes). Copy it again.", "\(topic) 비어 있습니다(0바이트). 다시 복사하세요.")
        case .unknownKind(let ending, let looksLikeText): return unknownKind(name, ending, looksLikeText)
        case .notAccepted(let kind, let accepted):
            let list = accepted.joined(separator: ", ")
            return say(
                "\(name) is of kind \(kind), but its folder accepts only \(list). Drop it into another folder, or add the kind to the folder's accept setting.",
                "\(topic) \(kind) 종류인데 이 폴더는 \(list)만 받습니다. 다른 폴더에 넣거나 폴더의 accept 설정에 추가하세요.")
        case .notAPicture(let ending, let looksLikeText): return notAPicture(name, ending, looksLikeText)
        case .ownOutput(let job):
            return say(
                "\(name) is an output of job \(job), not a prompt, so it was rejected. Remove it, or edit it if it is meant as a prompt.",
                "\(topic) 프롬프트가 아니라 작업 \(job)의 결과물이라 받지 않았습니다. 지우거나, 프롬프트로 쓰려면 내용을 고치세요.")
        case .vanished:
            return say(
                "\(name) disappeared before it could be read. Drop it again if that was not intended.",
                "\(topic) 읽기 전에 사라졌습니다. 의도한 것이 아니면 다시 넣으세요.")
        case .withdrawn:
            return say(
                "\(name) was removed or overwritten while it was waiting, so it was not processed. Drop it again if that was not intended.",
                "\(topic) 대기하는 동안 사라지거나 덮어써져서 처리하지 않았습니다. 의도한 것이 아니면 다시 넣으세요.")
        case .unreadable(let file): return sentence(file, about: name)
        case .tooLarge(let bytes, let limit):
            return sentence(FileFailure.tooLarge(bytes: bytes, limit: limit), about: name)
        case .picture(let picture): return sentence(picture, about: name)
        case .prompt(let prompt): return sentence(prompt, about: name)
        case .sidecar(let prompt): return sentence(prompt, about: name + ".toml") + moveBack(name)
        case .sidecarFile(let file): return sentence(file, about: name + ".toml") + moveBack(name)
        case .sidecarMissing(let seconds):
            return say(
                "\(name) needs a sidecar \(name).toml in this folder, but none arrived within \(seconds) s. Move both files into the folder, or set sidecar = \"optional\".",
                "이 폴더에서는 \(name) 파일에 \(name).toml 파일이 필요하지만 \(seconds)초 안에 오지 않았습니다. 두 파일을 함께 넣거나 sidecar = \"optional\"로 바꾸세요."
            )
        case .job(let job), .sample(let job): return sentence(job, about: name)
        }
    }

    /// Explains why no drops are picked up from a folder or from a subfolder.
    package func sentence(_ fault: FolderConfigFailure, in folder: String) -> String {
        let file = fault.file.shown
        let why =
            switch fault.reason {
            case .mistake(let prompt): sentence(prompt, about: file)
            case .unreadable(let failure): sentence(failure, about: file)
            }
        return why + " "
            + say(
                "No drops are picked up from \(folder) until this is fixed.", "고칠 때까지 \(folder) 폴더의 파일을 처리하지 않습니다.")
    }

    /// Advice after an error in a picture's sidecar: both files are in `failed` by then.
    private func moveBack(_ name: String) -> String {
        say(
            " Then move it back into the folder together with \(name).", " 그런 다음 \(name) 파일과 함께 폴더로 다시 옮기세요.")
    }

    private func unknownKind(_ name: String, _ ending: String, _ looksLikeText: Bool) -> String {
        let topic = "\(name) 파일은"
        guard looksLikeText else {
            return say(
                "\(name) is neither a picture nor a prompt. Drop a picture such as a PNG file, or a text file ending in .txt or .prompt.",
                "\(topic) 그림도 프롬프트도 아닙니다. PNG 같은 그림이나 확장자가 .txt 또는 .prompt인 텍스트 파일을 넣으세요.")
        }
        let shown = FileName(ending).shown
        let english = ending.isEmpty ? "has no extension" : "has the extension .\(shown)"
        let korean = ending.isEmpty ? "확장자가 없습니다" : "확장자가 .\(shown)입니다"
        return say(
            "\(name) contains text but \(english), so it is not treated as a prompt. If it is one, rename it to .txt or .prompt.",
            "\(topic) 텍스트지만 \(korean). 프롬프트라면 확장자를 .txt나 .prompt로 바꾸세요.")
    }

    private func notAPicture(_ name: String, _ ending: String, _ looksLikeText: Bool) -> String {
        let topic = "\(name) 파일은"
        let shown = FileName(ending).shown
        return looksLikeText
            ? say(
                "\(name) has the picture extension .\(shown) but contains text. If it is a prompt, rename it to .txt.",
                "\(topic) 확장자가 그림 형식인 .\(shown)인데 내용은 텍스트입니다. 프롬프트라면 확장자를 .txt로 바꾸세요.")
            : say(
                "\(name) has the picture extension .\(shown) but is not a picture. Save it again as PNG or JPEG.",
                "\(topic) 확장자가 그림 형식인 .\(shown)인데 그림이 아닙니다. PNG나 JPEG로 다시 저장하세요.")
    }
}

extension Wording {
    /// Reports a control character; used for every kind of text.
    func controlCharacter(at offset: Int) -> String {
        say(
            "byte \(Figures.count(offset)) is a control character.", "바이트 \(Figures.count(offset))에 제어 문자가 있습니다.")
    }

    /// Explains why a text is not a valid prompt.
    package func sentence(_ failure: PromptFailure, about name: String) -> String {
        let topic = name + ":"
        switch failure {
        case .empty:
            return say(
                "\(name) contains no prompt. Write what the picture should show.",
                "\(topic) 프롬프트가 비어 있습니다. 그림에 담을 내용을 쓰세요.")
        case .tooLong(let characters, let limit):
            return say(
                "The prompt of \(name) has \(Figures.counted(characters, "character", "characters")); the limit is \(Figures.count(limit)). Shorten it, or raise limits.prompt_characters.",
                "\(topic) 프롬프트가 \(Figures.count(characters))자입니다. 한도는 \(Figures.count(limit))자입니다. 줄이거나 limits.prompt_characters를 올리세요."
            )
        case .notUTF8(let offset, let likely):
            let english = likely.map { "; the encoding is probably \($0)" } ?? ""
            let korean = likely.map { " \($0) 인코딩으로 보입니다." } ?? ""
            return say(
                "\(name) is not UTF-8 text: byte \(Figures.count(offset)) is invalid\(english). Save it as UTF-8.",
                "\(topic) UTF-8 텍스트가 아닙니다. 바이트 \(Figures.count(offset))에서 잘못되었습니다.\(korean) UTF-8로 저장하세요.")
        case .binary(let offset):
            return say(
                "\(name) is not text: \(controlCharacter(at: offset)) Drop a text file, or a picture with its own extension.",
                "\(topic) 텍스트가 아닙니다. \(controlCharacter(at: offset)) 텍스트 파일을 넣거나, 그림이면 알맞은 확장자로 넣으세요.")
        case .yamlFrontMatter:
            return say(
                "\(name) begins with ---: YAML front matter is not supported. Use TOML between +++ lines.",
                "\(topic) ---로 시작합니다. YAML 머리말은 지원하지 않습니다. +++ 줄 사이에 TOML을 쓰세요.")
        case .frontMatterNotClosed:
            return say(
                "\(name) opens front matter with +++ but never closes it. Add a second +++ line before the prompt.",
                "\(topic) +++로 연 머리말이 닫히지 않았습니다. 프롬프트 앞에 +++ 줄을 하나 더 넣으세요.")
        case .frontMatter(let field):
            return say(
                "\(name) has an error in its front matter: \(sentence(field))",
                "\(topic) 머리말에 오류가 있습니다. \(sentence(field))")
        case .request(let field):
            return say("\(name) has an error: \(sentence(field))", "\(topic) 오류가 있습니다. \(sentence(field))")
        case .emptyBatch:
            return say(
                "\(name) is a batch without any lines. Write one request per line.",
                "\(topic) 줄이 하나도 없는 일괄 파일입니다. 한 줄에 요청 하나씩 쓰세요.")
        case .tooManyPictures(let pictures, let limit):
            return say(
                "\(name) asks for \(Figures.count(pictures)) pictures, more than the limit of \(Figures.count(limit)). Split it into several files or lower samples.",
                "\(topic) 그림 \(Figures.count(pictures))개를 요청하며, 한도 \(Figures.count(limit))개를 넘습니다. 여러 파일로 나누거나 samples 값을 줄이세요."
            )
        case .tooManyLines(let lines, let limit):
            return say(
                "\(name) is a batch of \(Figures.count(lines)) lines; the limit is \(Figures.count(limit)). Split it, or raise limits.batch_lines.",
                "\(topic) 일괄 파일이 \(Figures.count(lines))줄입니다. 한도는 \(Figures.count(limit))줄입니다. 나누거나 limits.batch_lines를 올리세요."
            )
        case .unfit(let field):
            return say(
                "\(name) requests something that its backend does not support: \(sentence(field))",
                "\(topic) 백엔드가 지원하지 않는 것을 요청합니다. \(sentence(field))")
        case .pictureList(let line):
            return say(
                "\(name) is a list of pictures from line \(line) on, not a prompt. Drop the pictures themselves. "
                    + "If this really is the prompt, write prompt = \"…\" into a .toml file and drop that.",
                "\(topic) \(line)번째 줄부터 프롬프트가 아니라 그림 파일의 목록입니다. 그림 파일을 직접 넣으세요. "
                    + "정말 프롬프트라면 .toml 파일에 prompt = \"…\" 형식으로 써서 넣으세요.")
        case .promptTwice(let line):
            return say(
                "\(name) has two prompts: one in line \(line) of the front matter and one below it. Keep one of them.",
                "\(topic) 프롬프트가 두 개입니다. 하나는 머리말의 \(line)번째 줄에, 하나는 그 아래에 있습니다. 하나만 남기세요.")
        }
    }
}
