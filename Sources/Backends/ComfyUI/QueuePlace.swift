import Domain

/// Where a piece of work stands in the server's queue.
enum QueuePlace: Equatable {
    case running
    case pending
    case nowhere

    /// `queue` is the answer of `GET /queue`: items `[number, prompt_id, graph, extra, outputs]`.
    init(_ queue: JSONValue, id: String) {
        if Self.has(id, queue["queue_running"]) {
            self = .running
        } else {
            self = Self.has(id, queue["queue_pending"]) ? .pending : .nowhere
        }
    }

    private static func has(_ id: String, _ items: JSONValue?) -> Bool {
        items?.list?.contains { item in
            guard let parts = item.list, parts.count > 1 else { return false }
            return parts[1].text == id
        } == true
    }
}
