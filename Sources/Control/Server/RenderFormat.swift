internal import ControlAPI
internal import Domain

/// What `POST /v1/render` and an artwork's text can be.
struct RenderFormat {
    let output: OutputKind
    let type: String

    /// Every media type that art may have.
    static let types = OutputKind.formats.map { type(of: $0) }.reduce(into: [String]()) { types, type in
        if !types.contains(type) { types.append(type) }
    }

    init(_ word: String?) throws(Rejection) {
        let word = word ?? "txt"
        guard let output = OutputKind(format: word) else {
            let choices = OutputKind.formats.map(\.format)
            throw Parameters.wrong(
                "format", .notOneOf(got: word, choices: choices, nearest: NearestName.of(word, among: choices)))
        }
        self.output = output
        type = Self.type(of: output)
    }

    private static func type(of output: OutputKind) -> String {
        switch output {
        case .html, .matrix: MediaType.html
        case .svg: MediaType.svg
        case .artPNG: MediaType.png
        case .artBMP: MediaType.bmp
        case .artJSON, .json: MediaType.json
        case .txt, .ansi, .irc, .discord, .discordANSI, .bbcode, .picture: MediaType.text
        }
    }
}
