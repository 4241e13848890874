/// How still text art is set in motion; `help` describes each.
package enum ArtEffect: String, CaseIterable, Sendable, Codable {
    case typewriter, wipe, dissolve, rain, wave

    /// Whether the art appears piece by piece and then stays. The others are loops that flow into themselves.
    package var isReveal: Bool { self != .wave }
}

extension ArtEffect {
    /// One line, for help texts.
    package var help: FieldHelp {
        switch self {
        case .typewriter: FieldHelp("Typed character by character, in reading order", "읽는 순서로 한 글자씩 타자")
        case .wipe: FieldHelp("Uncovered from left to right", "왼쪽에서 오른쪽으로 드러남")
        case .dissolve: FieldHelp("Characters appear in random order", "문자가 무작위 순서로 나타남")
        case .rain: FieldHelp("Characters fall into place from above", "문자가 위에서 제자리로 떨어짐")
        case .wave: FieldHelp("Rows sway like a flag, in a seamless loop", "줄이 깃발처럼 흔들리며 끊김 없이 반복")
        }
    }
}
