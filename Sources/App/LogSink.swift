/// Where events go.
protocol LogSink: Sendable {
    func write(_ entry: LogEntry)
    /// The same of one that is made when somebody reads it, if anybody does.
    func write(later entry: @escaping @Sendable () -> LogEntry)
}

extension LogSink {
    func write(later entry: @escaping @Sendable () -> LogEntry) { write(entry()) }
}
