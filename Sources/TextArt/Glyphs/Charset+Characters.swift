internal import Domain

extension Charset {
    /// What the charset is made of. `half` is drawn by its own rule.
    var characters: String {
        switch self {
        case .basic: " .:-=+*#%@"
        case .extended: " .'`^\",:;Il!i><~+_-?][}{1)(|\\/tfjrxnuvczXYUJCLQ0OZmwqpdbkhao*#MW&8%B@$"
        case .blocks: " ░▒▓█"
        case .minimal: " .#"
        case .digits: " 0123456789"
        case .half: " ▀▄█"
        }
    }
}
