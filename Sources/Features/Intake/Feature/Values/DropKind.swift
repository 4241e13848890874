package import Domain

/// What a name's ending promises. The content decides in the end.
package enum DropKind: Equatable, Sendable {
    case picture
    case prompt
    /// A whole request: TOML or JSON.
    case request
    /// A request on each line.
    case batch

    /// `ending` in lower case and without its dot. `nil` when it promises nothing.
    package init?(ending: String) {
        switch ending {
        case "png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "bmp",
            "dib", "ppm", "pgm", "pbm", "pnm":
            self = .picture
        case "txt", "prompt": self = .prompt
        case "toml", "json": self = .request
        case "jsonl": self = .batch
        default: return nil
        }
    }

    /// Half a text may be a valid one that costs money.
    package var isText: Bool { self != .picture }
}

extension FileName {
    /// What the file beside a picture is named: `photo.png.toml`.
    package var sidecar: FileName { FileName(bytes: bytes + Array(".toml".utf8)) }

    /// The file whose presence says that this one is complete: `photo.png.done`.
    package var done: FileName { FileName(bytes: bytes + Array(".done".utf8)) }

    /// What a file of this name says to be complete; `nil` when it is no such name.
    package var completed: FileName? {
        bytes.count > 5 && bytes.suffix(5).elementsEqual(".done".utf8) ? FileName(bytes: bytes.dropLast(5)) : nil
    }

    /// The picture that a file of this name lies beside; `nil` when it is no such name.
    package var accompanied: FileName? {
        guard bytes.suffix(5).elementsEqual(".toml".utf8), DropKind(ending: stem.ending) == .picture else { return nil }
        return stem
    }
}
