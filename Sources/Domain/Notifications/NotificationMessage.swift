/// A message as a channel sends it, in words and as facts.
package struct NotificationMessage: Equatable, Sendable {
    /// Identifies the message to its receiver; the same in each attempt.
    package let id: String
    /// Its subject; `nil` for a digest of several.
    package let kind: NotificationKind?
    /// When the first thing happened.
    package let at: UTCMillis
    /// One line.
    package let title: String
    /// Lines about what happened, without the title.
    package let text: String
    /// The number of notifications in it, and those that are listed.
    package let count: Int
    package let entries: [NotificationEntry]
    /// The art of a single artwork, if it is sent along.
    package let art: NotificationArt?

    package init(
        id: String, kind: NotificationKind?, at: UTCMillis, title: String, text: String, count: Int = 1,
        entries: [NotificationEntry] = [], art: NotificationArt? = nil
    ) {
        self.id = id
        self.kind = kind
        self.at = at
        self.title = title
        self.text = text
        self.count = count
        self.entries = entries
        self.art = art
    }

    /// Whether it reports a problem that a person should look at.
    package var isTrouble: Bool {
        kind.map(NotificationKind.troubles.contains) ?? entries.contains { NotificationKind.troubles.contains($0.kind) }
    }
}

/// Text art as plain text and as an HTML document.
package struct NotificationArt: Equatable, Sendable {
    package let plain: String
    package let html: String

    package init(plain: String, html: String) {
        self.plain = plain
        self.html = html
    }
}

/// One notification of a message. What must not leave this machine is missing from messages that do.
package struct NotificationEntry: Equatable, Sendable {
    package let kind: NotificationKind
    package let at: UTCMillis
    /// What happened, as a sentence.
    package let sentence: String
    /// The stable code of a failure.
    package var code: String?
    package var job: JobID?
    /// The state that the job reached.
    package var state: String?
    package var folder: String?
    package var backend: String?
    package var gate: String?
    package var name: String?
    package var prompt: String?
    package var tags: [String] = []
    package var reference: String?
    /// The absolute paths of what was delivered.
    package var outputs: [String] = []
    package var model: String?
    package var seed: UInt64?

    package init(kind: NotificationKind, at: UTCMillis, sentence: String) {
        self.kind = kind
        self.at = at
        self.sentence = sentence
    }
}

extension NotificationMessage {
    /// The message as JSON: what programs and plain webhooks get. `withPaths`: with what only this machine can use.
    package func json(withPaths: Bool) -> JSONValue {
        .object([
            "id": .text(id), "event": .text(kind?.rawValue ?? "digest"), "at": .text(at.rfc3339),
            "title": .text(title), "text": .text(text), "count": .integer(Int64(count)),
            "entries": .list(entries.map { $0.json(withPaths: withPaths) }),
        ])
    }
}

extension NotificationEntry {
    fileprivate func json(withPaths: Bool) -> JSONValue {
        var members: [String: JSONValue] = [
            "event": .text(kind.rawValue), "at": .text(at.rfc3339), "text": .text(sentence),
        ]
        let texts = [
            "code": code, "job": job?.text, "state": state, "folder": folder, "backend": backend, "gate": gate,
            "name": name, "prompt": prompt, "reference": reference, "model": model,
        ]
        for (key, text) in texts { if let text { members[key] = .text(text) } }
        if !tags.isEmpty { members["tags"] = .list(tags.map { .text($0) }) }
        // As text: not every program keeps all digits of such a number.
        if let seed { members["seed"] = .text("\(seed)") }
        if withPaths, !outputs.isEmpty { members["outputs"] = .list(outputs.map { .text($0) }) }
        return .object(members)
    }
}

/// A way to a target: a webhook, mail, or a program.
package protocol NotificationChannel: Sendable {
    /// Sends one message. Cancelling the task ends the attempt.
    func send(_ message: NotificationMessage) async -> NotificationOutcome
}
