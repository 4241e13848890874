/// What a picture is rendered to: the query of `POST /v1/render`.
public struct RenderQuery: Equatable, Sendable {
    /// `txt`, `ansi`, `html`, `svg`, `png`, `json`, `irc`, `discord`, `discord-ansi`, `bbcode` or `matrix`.
    public var format: String
    /// Options of the art by their names as in files, such as `columns`, each as a person would write it.
    public var options: [QueryString.Item]

    public init(format: String = "txt", options: [QueryString.Item] = []) {
        self.format = format
        self.options = options
    }

    /// Without the question mark.
    public var text: String {
        QueryString.encode([QueryString.Item("format", format)] + options)
    }
}
