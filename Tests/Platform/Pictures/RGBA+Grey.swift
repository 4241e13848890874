import Domain

extension RGBA {
    static func grey(_ level: UInt8) -> RGBA { RGBA(red: level, green: level, blue: level) }
}
