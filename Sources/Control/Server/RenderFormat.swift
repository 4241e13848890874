internal import ControlAPI
internal import Domain

/// What `POST /v1/render` and an artwork's text can be.
struct RenderFormat {
    let output: OutputKind
    let type: String

    init(_ word: String?) throws(Rejection) {
        switch word {
        case nil, "txt": (output, type) = (.txt, MediaType.text)
        case "ansi": (output, type) = (.ansi, MediaType.text)
        case "html": (output, type) = (.html, MediaType.html)
        case "png", "art.png": (output, type) = (.artPNG, MediaType.png)
        case .some(let other):
            let choices = ["txt", "ansi", "html", "png"]
            throw Parameters.wrong(
                "format",
                .notOneOf(got: other, choices: choices, nearest: NearestName.of(other, among: choices)))
        }
    }
}
