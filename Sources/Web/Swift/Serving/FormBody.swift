internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// A form as a browser sends it without script.
struct FormBody {
    let items: [QueryString.Item]
    /// The picture that was chosen; `nil` for none.
    let picture: [UInt8]?

    /// `nil` for anything else than a form of UTF-8 texts.
    init?(_ body: [UInt8], _ head: RequestHead) {
        let type = head["Content-Type"] ?? "application/x-www-form-urlencoded"
        if type.lowercased().hasPrefix(MediaType.form) {
            guard let form = MultipartForm(body, type: type) else { return nil }
            var items: [QueryString.Item] = []
            for part in form.parts where part.name != "picture" {
                guard let text = String(validating: part.bytes, as: UTF8.self) else { return nil }
                items.append(QueryString.Item(part.name, Self.plain(text)))
            }
            self.items = items
            picture = form.parts.first { $0.name == "picture" && !$0.bytes.isEmpty }?.bytes
        } else {
            guard type.lowercased().hasPrefix("application/x-www-form-urlencoded"),
                let text = String(validating: body, as: UTF8.self), let items = QueryString.decode(text)
            else { return nil }
            self.items = items.map { QueryString.Item($0.name, $0.value.map(Self.plain)) }
            picture = nil
        }
    }

    /// The first value of a field; `nil` if it is empty or absent.
    func text(_ name: String) -> String? {
        items.text(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    func all(_ name: String) -> [String] { items.filter { $0.name == name }.compactMap(\.value) }

    /// Browsers end lines with CRLF in what they send.
    private static func plain(_ text: String) -> String { text.replacing("\r\n", with: "\n") }
}
