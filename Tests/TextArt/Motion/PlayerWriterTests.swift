import Domain
import FoundationEssentials
import PlatformDigest
import Testing

@testable import TextArt

@Suite struct PlayerWriterTests {
    private let caption = ArtCaption(label: "</title><script>\"'&", credit: "</p><img src=x><!--")

    private func page(_ grids: [ArtGrid], plays: ClipPlays = .forever, caption: ArtCaption = ArtCaption()) -> String {
        var writer = PlayerWriter(plays: plays, caption: caption, sha256: sha256)
        for (index, grid) in grids.enumerated() { writer.add(grid, at: index * 100) }
        writer.finish(at: grids.count * 100)
        return String(decoding: writer.out, as: UTF8.self)
    }

    /// What is between two marks.
    private func part(_ page: String, from start: String, to end: String) throws -> Substring {
        let first = try #require(page.firstRange(of: start)).upperBound
        let rest = page[first...]
        return try rest[..<(#require(rest.firstRange(of: end)).lowerBound)]
    }

    @Test(
        "What the frames set adds up to the art",
        arguments: [
            (Charset.half, ArtColor.full), (.ascii, .full), (.quad, .full), (.ascii, .none), (.half, .sixteen),
        ])
    func replay(_ charset: Charset, _ color: ArtColor) throws {
        let clip = Clip.sprite(frames: 8)
        let grids = clip.art(ArtOptions(columns: 20, charset: charset), color).compactMap(\.self)
        try check(grids)
        let noise = (0..<3).map {
            Picture.random(80, 96, seed: $0).art(ArtOptions(columns: 20, charset: charset), color: color)
        }
        try check(noise)
    }

    @Test("Wide characters, marks and characters with a meaning in HTML and JSON arrive")
    func characters() throws {
        func row(_ cells: [ArtCell]) -> ArtGrid { ArtGrid(columns: 8, rows: 1, cells: cells) }
        let one = row("<\\\"&'a/ ".unicodeScalars.map { ArtCell($0) })
        let two = row(
            [ArtCell("永"), ArtCell(nil), ArtCell("e", marks: ["\u{301}", "\u{323}"]), ArtCell("<")]
                + "!--\u{2028}".unicodeScalars.map { ArtCell($0, foreground: .white, background: .black) })
        try check([one, two, one])
        let page = page([one, two])
        let json = try part(page, from: "application/json\">", to: "</script>")
        #expect(!json.contains("<"))
    }

    @Test("A frame that changes little is short, and one that changes nothing isn't written")
    func size() throws {
        let grids = Clip.sprite(frames: 4).art(ArtOptions(columns: 20, charset: .half), .full).compactMap(\.self)
        let lines = try part(page([grids[0], grids[0], grids[1]]), from: "application/json\">", to: "</script>")
            .split(separator: "\n")
        #expect(lines.count == 4 && lines[2].hasPrefix("[200,") && lines[3] == "[300]]")
        #expect(lines[2].utf8.count < 80 && lines[1].utf8.count > 500)
    }

    @Test("The policy allows the page's own script and style and nothing else")
    func policy() throws {
        let page = page(Clip.sprite(frames: 2).art(ArtOptions(columns: 20, charset: .half), .full).compactMap(\.self))
        let policy = try part(page, from: "http-equiv=\"Content-Security-Policy\" content=\"", to: "\"")
        let style = try part(page, from: "<style>", to: "</style>")
        let script = try part(page, from: "<script>", to: "</script>")
        func source(_ text: Substring) -> String {
            "'sha256-\(Data(sha256(Array(text.utf8)).bytes).base64EncodedString())'"
        }
        #expect(
            policy == "default-src 'none'; script-src \(source(script)); style-src \(source(style)); base-uri 'none'; "
                + "form-action 'none'")
        let policyPlace = try #require(page.firstRange(of: "Content-Security-Policy")).lowerBound
        #expect(policyPlace < page.firstRange(of: "<style>")?.lowerBound ?? page.startIndex)
        #expect(script.utf8.count < 6_000 && !script.contains("\n//") && !script.contains("\n "))
        for outside in ["http:", "https:", "//", "url(", "src=", "@import", "<link", "style=", "innerHTML", "eval"] {
            #expect(!page.replacing("+/\"]", with: "").contains(outside), "\(outside)")
        }
    }

    @Test("Titles and captions stay text, and the first frame is there without script")
    func poster() throws {
        let grids = Clip.sprite(frames: 2).art(ArtOptions(columns: 20, charset: .half), .full).compactMap(\.self)
        let page = page(grids, caption: caption)
        #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;</title>"))
        #expect(page.contains("<pre role=\"img\" aria-label=\"&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;\">"))
        #expect(page.contains("<p>&lt;/p&gt;&lt;img src=x&gt;&lt;!--</p>"))
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n"))
        let still = String(decoding: HTMLWriter.bytes(of: grids[0], caption: caption), as: UTF8.self)
        #expect(try part(page, from: "<pre ", to: "</pre>") == part(still, from: "<pre ", to: "</pre>"))
        let rules = try part(still, from: "\n.c0", to: "</style>")
        #expect(page.contains(rules))
    }

    @Test("The page has its own words, escaped, and says how often it plays")
    func words() {
        let grid = ArtGrid(columns: 1, rows: 1, cells: [ArtCell("a")])
        let texts = PlayerWriter.Texts(language: "ko", play: "<재생>", pause: "\"")
        var writer = PlayerWriter(plays: .times(3), texts: texts, sha256: sha256)
        writer.add(grid, at: 0)
        writer.finish(at: 50)
        let page = String(decoding: writer.out, as: UTF8.self)
        #expect(page.contains("<html lang=\"ko\">"))
        #expect(page.contains("data-play=\"&lt;재생&gt;\" data-pause=\"&quot;\" hidden>&lt;재생&gt;</button>"))
        #expect(page.contains("[[1,1,3],\n") && page.contains("\n[50]]\n"))
        #expect(self.page([grid]).contains("[[1,1,0],\n"))
        var empty = PlayerWriter(sha256: sha256)
        empty.finish(at: 10)
        #expect(empty.out.isEmpty)
    }

    /// Reads the frames as the page's script does.
    private func check(_ grids: [ArtGrid]) throws {
        let json = try part(page(grids), from: "application/json\">", to: "</script>")
        let lines = json.split(separator: "\n")
        var screen = Screen(count: grids[0].cells.count)
        #expect(lines.count == grids.count + 2)
        for (line, grid) in zip(lines.dropFirst(), grids) {
            let frame = try JSONDecoder().decode(Frame.self, from: Data(line.dropLast().utf8))
            try screen.show(frame)
            let isSame = screen.cells == grid.cells
            #expect(isSame)
        }
    }

    private struct Frame: Decodable {
        let cells: String
        let inks: String
        let papers: String
        let text: String

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            _ = try values.decode(Int.self)
            cells = try values.decode(String.self)
            inks = try values.decode(String.self)
            papers = try values.decode(String.self)
            text = try values.decode(String.self)
        }
    }

    private struct Screen {
        private(set) var cells: [ArtCell]
        private var recent: [Int: RGB] = [:]

        init(count: Int) { cells = Array(repeating: ArtCell("?"), count: count) }

        mutating func show(_ frame: Frame) throws {
            var spans = Digits(frame.cells)
            var (places, next) = ([Int](), 0)
            while !spans.isEmpty {
                next += spans.number()
                let count = spans.number()
                places += next..<next + count
                next += count
            }
            paint(places, frame.inks, \.foreground)
            paint(places, frame.papers, \.background)
            var scalars = Array(frame.text.unicodeScalars)[...]
            let isOne = scalars.count == 1
            for place in places {
                let scalar = try #require(isOne ? scalars.first : scalars.popFirst())
                cells[place].scalar = scalar == "\0" ? nil : scalar
                cells[place].marks = []
                while scalars.first == "\u{1}" {
                    cells[place].marks.append(scalars[scalars.startIndex + 1])
                    scalars = scalars.dropFirst(2)
                }
            }
            #expect(isOne || scalars.isEmpty)
        }

        private mutating func paint(_ places: [Int], _ text: String, _ plane: WritableKeyPath<ArtCell, RGB?>) {
            var (digits, color, isKept, repeats) = (Digits(text), RGB?.none, false, 0)
            for place in places {
                if repeats > 0 {
                    repeats -= 1
                } else {
                    let token = digits.digit()
                    switch token {
                    case 34: repeats = digits.number() - 1
                    case 35: isKept = true
                    default:
                        isKept = false
                        color = token == 33 ? nil : token == 32 ? new(&digits) : recent[token * 64 + digits.digit()]
                    }
                }
                if !isKept { cells[place][keyPath: plane] = color }
            }
            #expect(digits.isEmpty && repeats == 0)
        }

        private mutating func new(_ digits: inout Digits) -> RGB {
            let bits = (0..<4).reduce(0) { bits, _ in bits * 64 + digits.digit() }
            let color = RGB(red: UInt8(bits >> 16), green: UInt8(bits >> 8 & 255), blue: UInt8(bits & 255))
            recent[(bits * 0x9E37_79B1 & 0xFFFF_FFFF) >> 21] = color
            return color
        }
    }

    private struct Digits {
        private var rest: ArraySlice<UInt8>

        init(_ text: String) { rest = Array(text.utf8)[...] }

        var isEmpty: Bool { rest.isEmpty }

        mutating func digit() -> Int {
            guard let byte = rest.popFirst() else { return 0 }
            let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
            return digits.firstIndex(of: byte).map { digits.distance(from: digits.startIndex, to: $0) } ?? 0
        }

        mutating func number() -> Int {
            var (sum, shift) = (0, 0)
            while true {
                let value = digit()
                sum |= (value & 31) << shift
                if value < 32 { return sum }
                shift += 5
            }
        }
    }
}
