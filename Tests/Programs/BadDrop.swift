import Domain
import Glibc
import PlatformPictures
import Testing

/// A drop that cannot become art, and a fragment of the error text that it must produce.
struct BadDrop: CustomTestStringConvertible, Sendable {
    let what: String
    let name: FileName
    let says: String
    private let make: @Sendable (Service, FileName) throws -> Void

    var testDescription: String { what }

    func drop(into service: Service) throws {
        try make(service, name)
    }

    static let all: [BadDrop] =
        texts + pictures + [
            BadDrop("a folder named like a picture", "folder.png", says: "is a folder") { mkdir($0, 0o775) },
            BadDrop("a dangling link", "link.png", says: "is a link") { symlink("/nonexistent/picture.png", $0) },
            BadDrop("a FIFO", "pipe.png", says: "is a pipe") { mkfifo($0, 0o664) },
        ]

    private static let texts = [
        BadDrop("an empty prompt", "nothing.txt", [], says: "is empty"),
        BadDrop("a prompt of only white space", "blank.txt", Array(" \r\n\t\n".utf8), says: "contains no prompt"),
        BadDrop(
            "a prompt in CP949", "korean.txt",
            [0xB9, 0xE3, 0xC0, 0xC7, 0x20, 0xB5, 0xEE, 0xB4, 0xEB, 0xBF, 0xCD, 0x20, 0xB9, 0xD9, 0xB4, 0xD9],
            says: "CP949"),
        BadDrop(
            "a prompt in UTF-16 without a byte order mark", "wide.txt",
            "a boat at sea".utf16.flatMap { [UInt8($0), 0] },
            says: "UTF-16LE"),
        BadDrop("a text named like a picture", "text.png", Array("a boat\n".utf8), says: "contains text"),
        BadDrop("a name with a line break", "two\nlines.txt", [], says: "two\\x0alines.txt is empty"),
        BadDrop(
            "a name that is not UTF-8", FileName(bytes: [0x61, 0xFF, 0x2E, 0x74, 0x78, 0x74]), [], says: "a\\xff.txt"),
    ]

    private static let pictures = [
        BadDrop("a picture that claims 65,000 × 65,000 pixels", "vast.png", says: "65,000") { service, name in
            try service.drop(name, Pictures.claiming(width: 65_000, height: 65_000))
        },
        BadDrop("a tiny PNG that would need two gigabytes", "wide.png", says: "limits.memory") { service, name in
            try service.drop(name, Pictures.claiming(width: 299_000_000, height: 1))
        },
        BadDrop("a drawing in an unsupported format", "drawing.svg", Array("<svg/>".utf8), says: "rsvg-convert"),
        BadDrop("a truncated pixmap", "half.ppm", Array("P2 4 4 15 0 1 2 3 4 5".utf8), says: "row 1 of 4"),
        BadDrop(
            "a truncated JPEG", "half.jpg", Array(Pictures.jpeg.prefix(Pictures.jpeg.count - 40)), says: "half.jpg"),
    ]
}

extension BadDrop {
    private init(
        _ what: String, _ name: FileName, says: String, make: @escaping @Sendable (Service, FileName) throws -> Void
    ) {
        (self.what, self.name, self.says, self.make) = (what, name, says, make)
    }

    private init(
        _ what: String, _ name: String, says: String, make: @escaping @Sendable (Service, FileName) throws -> Void
    ) {
        self.init(what, FileName(name), says: says, make: make)
    }

    private init(_ what: String, _ name: FileName, _ bytes: [UInt8], says: String) {
        self.init(what, name, says: says) { service, name in try service.dropOld(name, bytes) }
    }

    private init(_ what: String, _ name: String, _ bytes: [UInt8], says: String) {
        self.init(what, FileName(name), bytes, says: says)
    }

    /// Creates an entry that is not a regular file: `entry` makes it at the given path.
    private init(_ what: String, _ name: String, says: String, entry: @escaping @Sendable (String) -> Int32) {
        self.init(what, FileName(name), says: says) { service, name in try service.drop(name, make: entry) }
    }
}
