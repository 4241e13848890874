package import Domain

extension Wording {
    /// Explains why a picture could not be read or written.
    package func sentence(_ failure: PictureFailure, about name: String) -> String {
        let topic = name + ":"
        switch failure {
        case .notAPicture:
            return say(
                "\(name) is not a picture: its first bytes match no picture format. Save it as PNG or JPEG.",
                "\(topic) 그림이 아닙니다. 첫 바이트가 어떤 그림 형식과도 맞지 않습니다. PNG나 JPEG로 저장하세요.")
        case .unsupported(let format):
            return say(
                "\(name) is in \(format.name) format, which is not supported. Convert it to PNG: \(ConversionAdvice.command(format)).",
                "\(topic) 지원하지 않는 \(format.name) 형식입니다. PNG로 변환하세요: \(ConversionAdvice.command(format)).")
        case .unsupportedKind(let format, let message):
            let quoted = Figures.quoted(message)
            return say(
                "\(name) is an unsupported kind of \(format.name): \"\(quoted)\". Convert it to PNG: \(ConversionAdvice.command(format)).",
                "\(topic) 지원하지 않는 종류의 \(format.name)입니다: \"\(quoted)\". PNG로 변환하세요: \(ConversionAdvice.command(format))."
            )
        case .missingLibrary(let format):
            let package = ConversionAdvice.package(format)
            return say(
                "\(name) is in \(format.name) format, but the library that reads it is not installed. Install \(package).",
                "\(topic) \(format.name) 그림을 읽는 라이브러리가 설치되어 있지 않습니다. 설치할 패키지: \(package).")
        case .tooManyPixels(let width, let height, let limit):
            let size = "\(Figures.count(width)) x \(Figures.count(height))"
            return say(
                "\(name) has \(size) pixels; the limit is \(Figures.count(limit)). Make it smaller, or raise limits.pixels or limits.held_pixels.",
                "\(topic) \(size) 픽셀입니다. 한도는 \(Figures.count(limit))픽셀입니다. 줄이거나 limits.pixels 또는 limits.held_pixels를 올리세요."
            )
        case .tooMuchMemory(let bytes, let limit):
            return tooMuchMemory(name, bytes: bytes, limit: limit, setting: "limits.memory")
        case .truncated(rows: 0, _):
            return say(
                "\(name) is incomplete: its data ends before the first row. Copy it again, ideally to a temporary name that is then renamed.",
                "\(topic) 완전하지 않은 그림입니다. 데이터가 첫 줄도 채우지 못하고 끝납니다. 다시 복사하세요. 임시 이름으로 복사한 뒤 이름을 바꾸는 것이 가장 안전합니다.")
        case .truncated(let rows, let height):
            return say(
                "\(name) is incomplete: its data ends after row \(rows) of \(height). Copy it again, ideally to a temporary name that is then renamed.",
                "\(topic) 완전하지 않은 그림입니다. 데이터가 \(height)줄 중 \(rows)줄에서 끝납니다. 다시 복사하세요. 임시 이름으로 복사한 뒤 이름을 바꾸는 것이 가장 안전합니다."
            )
        case .truncatedClip(let frames):
            return say(
                "\(name) is incomplete: its data ends after \(Figures.counted(frames, "frame", "frames")). Copy it again, ideally to a temporary name that is then renamed.",
                "\(topic) 완전하지 않은 그림입니다. 데이터가 \(frames)번째 프레임에서 끝납니다. 다시 복사하세요. 임시 이름으로 복사한 뒤 이름을 바꾸는 것이 가장 안전합니다."
            )
        case .corrupt(let message):
            return say(
                "\(name) is damaged: the decoder reports \"\(Figures.quoted(message))\". Save or copy it again.",
                "\(topic) 손상되었습니다. 디코더 오류: \"\(Figures.quoted(message))\". 다시 저장하거나 복사하세요.")
        case .outOfMemory:
            return say(
                "\(name) needs more memory than is available. Make the picture smaller, or give the service more memory.",
                "\(topic) 처리할 메모리가 부족합니다. 그림을 줄이거나 서비스에 메모리를 더 할당하세요.")
        case .artTooLarge(let bytes, let limit):
            let most = Figures.count(limit)
            let least = Figures.counted(bytes, "byte", "bytes")
            return say(
                "The art of \(name) needs at least \(least); the limit is \(most). Reduce columns, or raise bytes.",
                "\(name)의 텍스트 아트는 적어도 \(Figures.count(bytes))바이트입니다. 한도는 \(most)바이트입니다. columns를 줄이거나 bytes를 올리세요.")
        case .font(let path, let font): return sentence(font, about: FileName(path).shown)
        case .unreadable(let file): return sentence(file, about: name)
        }
    }

    /// Reports that rendering a picture needs more memory than `setting` allows.
    package func tooMuchMemory(_ name: String, bytes: Int64, limit: Int64, setting: String) -> String {
        let (needed, allowed) = (Figures.bytes(bytes), Figures.bytes(limit))
        return say(
            "\(name) can't be rendered: it needs \(needed) of memory, but \(setting) allows \(allowed). Make the picture smaller, reduce columns, or raise \(setting).",
            "\(name): 렌더링할 수 없습니다. 필요한 메모리는 \(needed), \(setting) 한도는 \(allowed)입니다. 그림이나 columns를 줄이거나 \(setting) 값을 올리세요."
        )
    }

    /// Warns that a picture's colour profile was ignored.
    package func brokenProfile(of name: String) -> String {
        say(
            "\(name) has an unusable colour profile; its colours were treated as sRGB.",
            "\(name)의 색 프로필을 쓸 수 없어 sRGB로 처리했습니다.")
    }
}

/// Advice for picture formats that can't be read here.
enum ConversionAdvice {
    /// A command that converts the format to PNG.
    static func command(_ format: PictureFormat) -> String {
        switch format {
        case .svg: "rsvg-convert in.svg -o out.png"
        case .pdf: "pdftoppm -png -r 150 -singlefile in.pdf out"
        case .jpegXL: "djxl in.jxl out.png"
        case .jpeg2000: "opj_decompress -i in.jp2 -o out.png"
        case .video: "ffmpeg -i in.mp4 -frames:v 1 out.png"
        case .raw: "dcraw -e -c in.raw > out.jpg, or darktable-cli in.raw out.png"
        default: "magick in.\(format.ending) out.png"
        }
    }

    /// The Debian packages whose libraries read the format.
    static func package(_ format: PictureFormat) -> String {
        switch format {
        case .webp: "libwebp7, libwebpdemux2"
        case .gif: "libgif7"
        case .heic, .avif: "libheif1"
        case .tiff: "libtiff6"
        default: format.name
        }
    }
}

extension Wording {
    /// Explains why a font file could not be used.
    package func sentence(_ failure: FontFailure, about name: String) -> String {
        let topic = "\(name) 파일은"
        switch failure {
        case .unreadable(let file): return sentence(file, about: name)
        case .notAFont:
            return say(
                "\(name) is not a TrueType or OpenType font, or it is damaged. Use another file or a built-in font.",
                "\(topic) 트루타입이나 오픈타입 글꼴이 아니거나 손상되었습니다. 다른 파일이나 내장 글꼴을 쓰세요.")
        case .noOutlines:
            return say(
                "\(name) contains bitmap glyphs instead of outlines. Use an outline font.",
                "\(topic) 윤곽선 글꼴이 아니라 비트맵 글꼴입니다. 윤곽선 글꼴을 쓰세요.")
        case .noCharacters:
            return say(
                "\(name) has none of the characters needed for the art. Use another font or charset.",
                "\(topic) 텍스트 아트에 필요한 글자가 하나도 없습니다. 다른 글꼴이나 글자 모음을 쓰세요.")
        case .noLibrary:
            return say(
                "\(name) can't be read because FreeType is not installed. Install libfreetype6, or use a built-in font.",
                "\(topic) FreeType이 설치되어 있지 않아 읽을 수 없습니다. libfreetype6을 설치하거나 내장 글꼴을 쓰세요.")
        case .outOfMemory:
            return say(
                "The font \(name) needs more memory than is available. Use another font.",
                "\(topic) 메모리가 부족해 읽을 수 없습니다. 다른 글꼴을 쓰세요.")
        }
    }

    /// Explains why a piece of art may look worse than expected.
    package func sentence(_ warning: ArtWarning) -> String {
        switch warning {
        case .thinToneRange(inks: 1, _):
            return say(
                "all characters have the same ink density, so the art has no tones; add lighter and darker ones, such as a space and @",
                "모든 글자의 잉크 농도가 같아 명암이 없습니다. 빈칸이나 @처럼 더 밝고 어두운 글자를 더하세요")
        case .thinToneRange(let inks, let range):
            let share = "\(Int((range * 100).rounded())) %"
            return say(
                "the characters have only \(inks) different ink densities, and the darkest and the lightest differ by only \(share) of a cell, so the art has few tones; add lighter and darker ones, such as a space and @",
                "글자의 잉크 농도가 \(inks)가지뿐이고 차이가 칸의 \(share)라서 명암이 적습니다. 빈칸이나 @처럼 더 밝고 어두운 글자를 더하세요")
        case .unusable(let scalars):
            let names = Wording.names(of: scalars)
            return say(
                "characters left out because the font lacks them or they don't fill a fixed cell: \(names)",
                "글꼴에 없거나 칸 너비가 일정하지 않아 뺀 글자: \(names)")
        case .nothingUsable:
            return say(
                "none of the given characters can be used; the charset was used instead",
                "지정한 글자를 하나도 쓸 수 없어 글자 모음을 썼습니다")
        case .readingNeedsColors:
            return say(
                "mode reading shows the picture by colours alone; without colours, the text was rendered as in mode holes",
                "reading 모드는 색으로만 그림을 보여 줍니다. 색이 없어 holes 모드로 만들었습니다")
        case .fewerFrames(let kept, let all):
            return say(
                "\(kept) of \(all) frames are shown; more are kept with a higher fps or max_frames, or less art in each",
                "프레임 \(all)개 중 \(kept)개만 보여 줍니다. fps나 max_frames를 높이거나 칸을 줄이면 더 많이 남습니다")
        case .fewGlyphs(let left, let missing):
            return say(
                "the font lacks \(Figures.counted(missing, "character", "characters")) of the charset; \(Figures.counted(left, "character remains", "characters remain"))",
                "글꼴에 글자 모음의 글자 \(missing)개가 없어 나머지 \(left)개만 썼습니다")
        }
    }

    /// Lists the first eight as `U+200D`, because most of them are invisible.
    private static func names(of scalars: [Unicode.Scalar]) -> String {
        let shown = scalars.prefix(8).map { scalar in
            let hex = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
        }
        return shown.joined(separator: ", ") + (scalars.count > 8 ? ", …" : "")
    }
}
