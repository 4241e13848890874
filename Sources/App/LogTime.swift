import FoundationEssentials

/// RFC 3339 in UTC, whole seconds.
enum LogTime {
    static func text(_ utc: Int64) -> String {
        Date(timeIntervalSince1970: Double(utc / 1_000)).formatted(.iso8601)
    }
}
