package import Domain

extension Wording {
    /// Why a font file could not be used.
    package func sentence(_ failure: FontFailure, about name: String) -> String {
        let topic = Particle.topic.after(name)
        switch failure {
        case .unreadable(let file): return sentence(file, about: name)
        case .notAFont:
            return say(
                "\(name) is not a TrueType or OpenType font, or it is damaged. Name another file, or a built-in font.",
                "\(topic) 트루타입이나 오픈타입 글꼴이 아니거나 손상되었습니다. 다른 파일이나 내장 글꼴을 쓰세요.")
        case .noOutlines:
            return say(
                "\(name) holds pictures of characters, not outlines. Name a font with outlines.",
                "\(topic) 윤곽선이 아니라 그림으로 된 글꼴입니다. 윤곽선 글꼴을 쓰세요.")
        case .noCharacters:
            return say(
                "\(name) has none of the characters that the art is to be made of. Name another font or charset.",
                "\(topic) 작품에 쓸 글자가 하나도 없습니다. 다른 글꼴이나 글자 모음을 쓰세요.")
        case .noLibrary:
            return say(
                "\(name) can't be read: FreeType is not installed. Install libfreetype6, or use a built-in font.",
                "\(topic) 읽을 수 없습니다. FreeType이 없습니다. libfreetype6을 설치하거나 내장 글꼴을 쓰세요.")
        case .outOfMemory:
            return say(
                "\(name) needs more memory than there is. Use another font.",
                "\(topic) 읽을 메모리가 모자랍니다. 다른 글꼴을 쓰세요.")
        }
    }

    /// What may disappoint about a piece of art.
    package func sentence(_ warning: ArtWarning) -> String {
        switch warning {
        case .thinToneRange(inks: 1, _):
            return say(
                "the characters all have the same amount of ink, which shows no tones; add lighter and darker ones, such as a space and @",
                "글자들의 잉크 양이 모두 같아 명암이 없습니다. 빈칸이나 @처럼 더 밝고 어두운 글자를 더하세요")
        case .thinToneRange(let inks, let range):
            let share = "\(Int((range * 100).rounded())) %"
            return say(
                "the characters have \(inks) amounts of ink within \(share) of a cell, which show few tones; add lighter and darker ones, such as a space and @",
                "글자들의 잉크 양이 \(inks)가지, 차이가 칸의 \(share)뿐이라 명암이 적습니다. 빈칸이나 @처럼 더 밝고 어두운 글자를 더하세요")
        case .unusable(let scalars):
            let names = Wording.names(of: scalars)
            return say(
                "left out, as the font lacks them or they keep no place in a line: \(names)",
                "글꼴에 없거나 줄에서 자리를 지키지 않아 뺀 글자: \(names)")
        case .nothingUsable:
            return say(
                "none of the characters can be used; the art is made of the charset",
                "쓸 수 있는 글자가 없어 글자 모음으로 만들었습니다")
        case .readingNeedsColors:
            return say(
                "reading shows the picture by colours alone; without colours the text was given holes, as mode holes does",
                "reading은 색으로만 그림을 보입니다. 색이 없어서 holes처럼 빈칸을 두었습니다")
        case .fewGlyphs(let left, let missing):
            return say(
                "the font lacks \(Figures.counted(missing, "character", "characters")) of the charset; \(Figures.counted(left, "is", "are")) left",
                "글꼴에 글자 모음의 글자 \(missing)개가 없어 \(left)개만 썼습니다")
        }
    }

    /// The first ones as `U+200D`: most of them can't be seen.
    private static func names(of scalars: [Unicode.Scalar]) -> String {
        let shown = scalars.prefix(8).map { scalar in
            let hex = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
        }
        return shown.joined(separator: ", ") + (scalars.count > 8 ? ", …" : "")
    }
}
