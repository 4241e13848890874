/// Where events go.
protocol LogSink: Sendable {
    func write(_ entry: LogEntry)
}
