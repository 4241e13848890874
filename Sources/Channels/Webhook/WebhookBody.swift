import BackendKit
import Domain

/// Writes messages in the formats of receivers. Whatever a prompt or a file name contains is shown as text: nothing of it
/// becomes markup, a link or a mention.
enum WebhookBody {
    /// `topic`: ntfy's; `chat`: Telegram's.
    static func json(
        _ message: NotificationMessage, _ template: WebhookTemplate, topic: String = "", chat: String = ""
    ) -> JSONValue {
        let (title, text) = (oneLine(message.title), cut(message.text, template.longest))
        switch template {
        case .ntfy:
            return .object([
                "topic": .text(topic), "title": .text(cut(title, 250)),
                "message": .text(plain(text, message.art, template.longest)),
                "priority": .integer(message.isTrouble ? 4 : 3),
                "tags": .list([.text(message.isTrouble ? "warning" : "art")]),
            ])
        case .discord:
            let content = "**\(markdown(title))**\n\(markdown(text))"
            return .object([
                "content": .text(withBlock(cut(content, template.longest), message.art, template.longest)),
                "allowed_mentions": .object(["parse": .list([])]),
            ])
        case .slack:
            let content = "*\(entities(title))*\n\(entities(text))"
            return .object([
                "text": .text(withBlock(cut(content, template.longest), message.art.map(slack), template.longest)),
                "unfurl_links": .flag(false),
            ])
        case .matrix: return matrix(message, title, text)
        case .telegram:
            var html = "<b>\(entities(title))</b>\n\(entities(text))"
            if let art = message.art, html.count + entities(art.plain).count < template.longest {
                html += "\n<pre>\(entities(art.plain))</pre>"
            }
            return .object([
                "chat_id": .text(chat), "text": .text(html), "parse_mode": .text("HTML"),
                "link_preview_options": .object(["is_disabled": .flag(true)]),
            ])
        case .gotify:
            return .object([
                "title": .text(title), "message": .text(plain(text, message.art, template.longest)),
                "priority": .integer(message.isTrouble ? 8 : 4),
                "extras": .object(["client::display": .object(["contentType": .text("text/plain")])]),
            ])
        case .json:
            guard case .object(var members) = message.json(withPaths: false) else { return .null }
            if let art = message.art { members["art"] = .text(art.plain) }
            return .object(members)
        }
    }

    private static func matrix(_ message: NotificationMessage, _ title: String, _ text: String) -> JSONValue {
        var html = "<b>\(entities(title))</b><br>" + entities(text).replacing("\n", with: "<br>")
        if let art = message.art, art.plain.count <= 20_000 { html += "<pre><code>\(entities(art.plain))</code></pre>" }
        return .object([
            // Notices are what robots write; other robots don't answer them.
            "msgtype": .text("m.notice"), "body": .text(plain("\(title)\n\(text)", message.art, 30_000)),
            "format": .text("org.matrix.custom.html"), "formatted_body": .text(html),
            "m.mentions": .object([:]),
        ])
    }

    /// Text with the art below it, if both fit.
    private static func plain(_ text: String, _ art: NotificationArt?, _ limit: Int) -> String {
        guard let art, text.count + art.plain.count + 2 <= limit else { return text }
        return text + "\n\n" + art.plain
    }

    /// Text with the art in a block of code below it, if both fit.
    private static func withBlock(_ text: String, _ art: NotificationArt?, _ limit: Int) -> String {
        // Three of them would end the block.
        guard let art, !art.plain.contains("```"), text.count + art.plain.count + 9 <= limit else { return text }
        return text + "\n```\n" + art.plain + "\n```"
    }

    private static func slack(_ art: NotificationArt) -> NotificationArt {
        NotificationArt(plain: entities(art.plain), html: art.html)
    }

    static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    static func cut(_ text: String, _ limit: Int) -> String {
        text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }

    /// Escapes what HTML and Slack's markup would read.
    static func entities(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Escapes what Discord's Markdown would read.
    static func markdown(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if "\\*_~`|>#-[]()<@:".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}
