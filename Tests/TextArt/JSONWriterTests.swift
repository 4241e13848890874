import Domain
import TextArt
import Testing

@Suite("JSON")
struct JSONWriterTests {
    @Test("cells, colours, size and version have exactly these bytes")
    func golden() {
        let red = RGB(red: 255, green: 0, blue: 0)
        let cells = [
            ArtCell("가", foreground: red, background: .black), ArtCell(nil), ArtCell("\\"), ArtCell(" "), ArtCell("\""),
            ArtCell("x", background: red),
        ]
        let grid = ArtGrid(columns: 3, rows: 2, cells: cells)
        #expect(
            String(decoding: JSONWriter.bytes(of: grid, caption: ArtCaption(label: "a \"cat\"")), as: UTF8.self) == """
                {"engine":"textify \(Version.text)","columns":3,"rows":2,"cell_aspect":0.5,"inverted":false,\
                "label":"a \\"cat\\"","credit":null,"cells":[
                [["가","#ff0000","#000000"],[null,null,null],["\\\\",null,null]],
                [[" ",null,null],["\\"",null,null],["x",null,"#ff0000"]]
                ]}

                """)
    }

    @Test("any art and text survive a round trip", arguments: [Charset.extended, .half])
    func readBack(charset: Charset) throws {
        let art = Picture.random(40, 40, seed: 3).art(ArtOptions(columns: 20, charset: charset), color: .full)
        let hostile = "\"\\\u{1B}[31m\u{0}</script>\u{2028}"
        let caption = ArtCaption(label: hostile, credit: hostile)
        let tree = try JSONReader.read(JSONWriter.bytes(of: art, caption: caption))
        #expect(tree["label"]?.value.content == .text(caption.label))
        #expect(tree["columns"]?.value.content == .integer(20))
        guard case .list(let rows) = tree["cells"]?.value.content else {
            Issue.record("no cells")
            return
        }
        let read = rows.flatMap { row -> [ArtCell?] in
            guard case .list(let cells) = row.content else { return [] }
            return cells.map(cell)
        }
        #expect(read == art.cells)
    }

    private func cell(_ value: FieldValue) -> ArtCell? {
        guard case .list(let parts) = value.content, parts.count == 3 else { return nil }
        return ArtCell(
            text(parts[0])?.unicodeScalars.first, foreground: text(parts[1]).flatMap { RGB(text: $0) },
            background: text(parts[2]).flatMap { RGB(text: $0) })
    }

    private func text(_ value: FieldValue) -> String? {
        guard case .text(let text) = value.content else { return nil }
        return text
    }
}
