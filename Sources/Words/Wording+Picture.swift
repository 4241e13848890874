package import Domain

extension Wording {
    /// Why a picture could not be read or written.
    package func sentence(_ failure: PictureFailure, about name: String) -> String {
        let topic = Particle.topic.after(name)
        switch failure {
        case .notAPicture:
            return say(
                "\(name) is not a picture: its first bytes open none. Save it as PNG or JPEG.",
                "\(topic) 그림이 아닙니다. 첫 바이트가 그림 형식이 아닙니다. PNG나 JPEG로 저장하세요.")
        case .unsupported(let format):
            return say(
                "\(name) is in the format \(format.name), which is not read. Make a PNG of it: \(Converter.command(format)).",
                "\(topic) \(format.name) 형식인데 읽지 못합니다. PNG로 바꾸세요: \(Converter.command(format)).")
        case .unsupportedKind(let format, let said):
            let quoted = Figures.quoted(said)
            return say(
                "\(name) is a \(format.name) of a kind that is not read: \"\(quoted)\". Make a PNG of it: \(Converter.command(format)).",
                "\(topic) 읽지 못하는 종류의 \(format.name)입니다: \"\(quoted)\". PNG로 바꾸세요: \(Converter.command(format)).")
        case .missingLibrary(let format):
            let package = Converter.package(format)
            return say(
                "\(name) is a \(format.name), and the library that reads it is not installed. Install the package \(package).",
                "\(topic) \(format.name) 그림인데 읽는 라이브러리가 설치되어 있지 않습니다. \(package) 패키지를 설치하세요.")
        case .tooManyPixels(let width, let height, let limit):
            let size = "\(Figures.count(width)) x \(Figures.count(height))"
            return say(
                "\(name) has \(size) pixels; the most is \(Figures.count(limit)). Make it smaller, or raise limits.pixels or limits.held_pixels.",
                "\(topic) \(size) 픽셀로, 허용된 \(Figures.count(limit))픽셀보다 많습니다. 줄이거나 limits.pixels 또는 limits.held_pixels를 올리세요."
            )
        case .tooMuchMemory(let bytes, let limit):
            return tooMuchMemory(name, bytes: bytes, limit: limit, setting: "limits.memory")
        case .truncated(rows: 0, _):
            return say(
                "\(name) is not a whole picture: its data ends before a row of it is whole. Copy it again; writing to a temporary name and renaming is safest.",
                "\(topic) 온전한 그림이 아닙니다. 한 줄도 다 오기 전에 데이터가 끝납니다. 다시 복사하세요. 임시 이름으로 쓴 뒤 이름을 바꾸는 것이 가장 안전합니다.")
        case .truncated(let rows, let height):
            return say(
                "\(name) is not a whole picture: its data ends after row \(rows) of \(height). Copy it again; writing to a temporary name and renaming is safest.",
                "\(topic) 온전한 그림이 아닙니다. 데이터가 \(height)줄 중 \(rows)줄에서 끝납니다. 다시 복사하세요. 임시 이름으로 쓴 뒤 이름을 바꾸는 것이 가장 안전합니다.")
        case .corrupt(let said):
            return say(
                "\(name) is damaged: the decoder says \"\(Figures.quoted(said))\". Save or copy it again.",
                "\(topic) 손상되었습니다. 디코더의 말: \"\(Figures.quoted(said))\". 다시 저장하거나 복사하세요.")
        case .outOfMemory:
            return say(
                "\(name) needs more memory than there is. Make the picture smaller, or give the service more memory.",
                "\(topic) 처리할 메모리가 모자랍니다. 그림을 줄이거나 서비스에 메모리를 더 주세요.")
        case .artTooLarge(let bytes, let limit):
            let most = Figures.count(limit)
            let least = Figures.counted(bytes, "byte", "bytes")
            return say(
                "The art of \(name) takes \(least) at the least; the most is \(most). Ask for fewer columns, or raise bytes.",
                "\(name)의 작품은 아무리 줄여도 \(Figures.count(bytes))바이트로, 허용된 \(most)바이트보다 큽니다. columns를 줄이거나 bytes를 올리세요.")
        case .font(let path, let font): return sentence(font, about: FileName(path).shown)
        case .unreadable(let file): return sentence(file, about: name)
        }
    }

    /// That a picture can't be rendered in the memory that `setting` allows.
    package func tooMuchMemory(_ name: String, bytes: Int64, limit: Int64, setting: String) -> String {
        let (needed, allowed) = (Figures.bytes(bytes), Figures.bytes(limit))
        return say(
            "\(name) can't be rendered: that takes \(needed) of memory, and \(setting) allows \(allowed). Make the picture smaller, ask for fewer columns, or raise \(setting).",
            "\(Particle.topic.after(name)) 렌더링할 수 없습니다. 메모리 \(needed) 필요, \(setting) 한도는 \(allowed)입니다. 그림을 줄이거나 columns를 줄이거나 \(setting) 값을 올리세요."
        )
    }

    /// That a picture is shown without its profile of colours.
    package func brokenProfile(of name: String) -> String {
        say(
            "\(name) has a colour profile that can't be used; its colours are taken for sRGB.",
            "\(name)의 색 프로필을 쓸 수 없어 sRGB로 보고 그렸습니다.")
    }
}
