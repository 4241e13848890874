/// A colour word, and the ink it stands for.
enum Tint: String, CaseIterable, Sendable {
    case red, orange, yellow, green, turquoise, blue, purple, pink, brown, black, gray, white, gold

    var ink: Ink {
        switch self {
        case .red: Ink(0xD92B2B)
        case .orange: Ink(0xF0802A)
        case .yellow: Ink(0xF7D038)
        case .green: Ink(0x3FA34D)
        case .turquoise: Ink(0x2FB5AC)
        case .blue: Ink(0x2F6FD6)
        case .purple: Ink(0x8A4FC4)
        case .pink: Ink(0xF48FB1)
        case .brown: Ink(0x7A4A2B)
        case .black: Ink(0x1B1B22)
        case .gray: Ink(0x8C929B)
        case .white: Ink(0xF7F5F0)
        case .gold: Ink(0xE5B53B)
        }
    }
}
