/// What a picture is rendered to: the query of `POST /v1/render`.
package struct RenderQuery: Equatable, Sendable {
    /// `txt`, `ansi`, `html`, `svg`, `png`, `json`, `irc`, `discord`, `discord-ansi`, `bbcode` or `matrix`.
    package var format: String
    /// Options of the art by their names as in files, such as `columns`, each as a person would write it.
    package var options: [QueryString.Item]

    package init(format: String = "txt", options: [QueryString.Item] = []) {
        self.format = format
        self.options = options
    }

    /// Without the question mark.
    package var text: String {
        QueryString.encode([QueryString.Item("format", format)] + options)
    }
}
