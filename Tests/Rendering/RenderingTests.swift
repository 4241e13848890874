import Domain
import PlatformPictures
import TextArt
import Testing

@testable import Rendering

@Suite("Rendering")
struct RenderingTests {
    private let art = ArtOptions(columns: 20)
    private let escape: UInt8 = 27

    @Test("Outputs come in the requested order, kinds that are not art are omitted, and txt has no colour")
    func kinds() async throws {
        let outputs = try await render([.ansi, .picture, .txt, .json, .html, .artPNG])
        #expect(outputs.map(\.kind) == [.ansi, .txt, .html, .artPNG])
        #expect(outputs.map(\.ending) == ["ansi", "txt", "html", "art.png"])
        #expect(outputs[0].bytes.contains(escape))
        #expect(!outputs[1].bytes.contains(escape))
        let lines = String(decoding: outputs[1].bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 11 && lines.last == "" && lines.allSatisfy { $0.count <= 20 })
    }

    @Test("The colour setting does not affect txt, and ansi without colour has no colour codes")
    func plain() async throws {
        var grey = art
        grey.color = .none
        let colored = try await render([.txt])
        let plain = try await render([.txt, .ansi], grey)
        #expect(colored[0].bytes == plain[0].bytes)
        #expect(!String(decoding: plain[1].bytes, as: UTF8.self).contains("\u{1B}[38;2;"))
    }

    @Test(
        "An output does not depend on which others are made with it",
        arguments: [Charset.ascii, .half, .braille, .quad])
    func beside(charset: Charset) throws {
        var adjusted = art
        (adjusted.charset, adjusted.contrast, adjusted.brightness, adjusted.gamma) = (charset, 1.2, 0.1, 1.5)
        let kinds: [OutputKind] = [.ansi, .txt, .irc, .artPNG]
        let together = try Conversion(art: adjusted, outputs: kinds).run(.bytes(Tiny.png())).outputs
        for (kind, output) in zip(kinds, together) {
            let alone = try Conversion(art: adjusted, outputs: [kind]).run(.bytes(Tiny.png())).outputs
            #expect(alone == [output], "\(kind)")
        }
    }

    @Test(
        "Tables cached for other options do not change any output", arguments: [Charset.ascii, .braille, .block, .all])
    func shelved(charset: Charset) throws {
        let recentTables = RecentTables()
        for (look, invert) in [(Look.auto, false), (.tone, false), (.sharp, true), (.auto, true), (.auto, false)] {
            for characters in [nil, " .:+#", "가나다. "] {
                let art = ArtOptions(
                    columns: 16, charset: charset, characters: characters, look: look, invert: invert)
                let conversion = Conversion(art: art, outputs: [.txt, .ansi])
                let png = try Tiny.png()
                let kept = try conversion.run(.bytes(png), recentTables: recentTables)
                let again = try conversion.run(.bytes(png), recentTables: recentTables)
                let anew = try conversion.run(.bytes(png))
                #expect(kept == anew && again == anew)
            }
        }
    }

    @Test("Parameters are in PNG art only, whole and on any page, and change no cell")
    func parameters() throws {
        let parameters = GenerationParameters(prompt: "등대\nat night", settings: [("Seed", "7")])
        let caption = ArtCaption(label: "a", credit: "by", parameters: parameters)
        let (kinds, png) = ([OutputKind.artPNG, .txt, .html, .svg, .artJSON], try Tiny.png())
        for writing in [WritingOptions(), WritingOptions(depth: .one)] {
            let with = try Conversion(art: art, outputs: kinds, writing: writing, caption: caption).run(.bytes(png))
            let without = try Conversion(
                art: art, outputs: kinds, writing: writing, caption: ArtCaption(label: "a", credit: "by")
            ).run(.bytes(png))
            #expect(with.outputs.dropFirst() == without.outputs.dropFirst())
            #expect(PNGParameters.text(in: with.outputs[0].bytes) == parameters.text)
            #expect(PNGParameters.text(in: without.outputs[0].bytes) == nil)
        }
    }

    @Test("Letters are the default without colours only; with them blocks")
    func charsets() throws {
        var plain = art
        plain.color = .none
        for kind in OutputKind.formats {
            #expect(plain.charset(for: kind, hasColors: false) == .ascii)
            let isPlain = kind == .txt || kind == .discord
            #expect(art.charset(for: kind, hasColors: true) == (isPlain ? .ascii : .block))
            var said = art
            said.charset = .half
            #expect(said.charset(for: kind, hasColors: true) == .half)
            var own = art
            own.characters = "ab"
            #expect(own.charset(for: kind, hasColors: true) == .ascii)
            for (options, isColored) in [(art, true), (plain, false)] {
                var resolved = options
                resolved.charset = options.charset(for: kind, hasColors: isColored)
                let outputs = try [options, resolved].map {
                    try Conversion(art: $0, outputs: [kind]).run(.bytes(Tiny.png())).outputs
                }
                #expect(outputs[0] == outputs[1], "\(kind)")
            }
        }
        let page = try Conversion(art: art, outputs: [.artPNG], writing: WritingOptions(depth: .one))
            .run(.bytes(Tiny.png())).outputs
        var letters = art
        letters.charset = .ascii
        let same = try Conversion(art: letters, outputs: [.artPNG], writing: WritingOptions(depth: .one))
            .run(.bytes(Tiny.png())).outputs
        #expect(page == same)
    }

    @Test("Outputs that differ only in their charsets share samples, and change nothing for each other")
    func shared() throws {
        let kinds: [OutputKind] = [.txt, .html, .artPNG, .ansi, .svg]
        let conversion = Conversion(art: art, outputs: kinds)
        let info = try PictureDecoder.inspect(.bytes(Tiny.png()), limits: PictureLimits())
        let renderer = OutputRenderer(
            info: info, conversion: conversion, face: Face(), recentTables: nil, parallelRunner: nil)
        #expect(renderer.samplerCount == 2)
        let together = try conversion.run(.bytes(Tiny.png())).outputs
        for (kind, output) in zip(kinds, together) {
            #expect(try Conversion(art: art, outputs: [kind]).run(.bytes(Tiny.png())).outputs == [output], "\(kind)")
        }
    }

    @Test("Every output knows the look of the whole picture, whatever part of it the art shows")
    func likeness() throws {
        let png = try Tiny.png()
        let whole = try Conversion(art: art, outputs: [.txt, .html]).run(.bytes(png)).outputs
        let likeness = try #require(whole[0].likeness)
        #expect(whole.allSatisfy { $0.likeness == likeness })
        // Red on the left, blue on the right: the first and last areas differ in both of Oklab's colours.
        #expect(likeness.colors[1] > 140 && likeness.colors[11] < 110)
        var small = art
        (small.columns, small.rows, small.fit) = (4, 9, .fill)
        #expect(try Conversion(art: small, outputs: [.txt]).run(.bytes(png)).outputs[0].likeness == likeness)
        let torn = try Conversion(art: art, outputs: [.txt], isLenient: true).run(.bytes(Tiny.truncated()))
        #expect(torn.damage != nil && torn.outputs[0].likeness == nil)
    }

    @Test("A terminal's charset replaces auto alone, and only in coloured art")
    func preferred() {
        #expect(art.preferring(.sextant, for: .ansi).charset == .sextant)
        var others = [art, art, art]
        others[0].color = .none
        others[1].characters = "ab"
        others[2].charset = .braille
        for other in others { #expect(other.preferring(.sextant, for: .ansi) == other) }
        #expect(art.preferring(.sextant, for: .txt) == art)
    }

    @Test("A direct conversion equals the service's rendering")
    func same() async throws {
        let png = try Tiny.png()
        let kinds: [OutputKind] = [.txt, .ansi, .html, .artPNG]
        let converted = try Conversion(art: art, outputs: kinds).run(.bytes(png))
        #expect(converted.damage == nil)
        #expect(try await render(kinds) == converted.outputs)
    }

    @Test("Every kind of art is made, and sixteen colours also limit HTML")
    func all() throws {
        var few = art
        few.color = .sixteen
        few.charset = .half
        let converted = try Conversion(art: few, outputs: OutputKind.allCases).run(.bytes(Tiny.png()))
        #expect(converted.outputs.map(\.kind) == OutputKind.formats)
        #expect(converted.outputs.allSatisfy { !$0.bytes.isEmpty })
        let page = try #require(converted.outputs.first { $0.kind == .html })
        let named = Set(String(decoding: page.bytes, as: UTF8.self).split(separator: "#").map { $0.prefix(6) })
        #expect(named.contains("0000aa") && named.count < 12)
    }

    @Test("A score is measured for each output on request, changes no output, and is part of the JSON")
    func score() throws {
        var measured = art
        measured.score = true
        let kinds: [OutputKind] = [.txt, .ansi, .artPNG]
        let plain = try Conversion(art: art, outputs: kinds).run(.bytes(Tiny.png())).outputs
        let scored = try Conversion(art: measured, outputs: kinds).run(.bytes(Tiny.png())).outputs
        #expect(scored.map(\.bytes) == plain.map(\.bytes))
        #expect(plain.allSatisfy { $0.score == nil } && scored.allSatisfy { $0.score != nil })
        #expect(scored[1].score == scored[2].score && scored[0].score != scored[1].score)
        let json = try Conversion(art: measured, outputs: [.artJSON]).run(.bytes(Tiny.png())).outputs[0]
        let figure = try #require(json.score?.deltaE)
        #expect(String(decoding: json.bytes, as: UTF8.self).contains("\"delta_e\":\(figure),"))
    }

    @Test("Art that cannot meet the size limit is rejected with its size")
    func tooLarge() throws {
        let writing = WritingOptions(bytes: 300)
        let png = try Tiny.png()
        let failure = #expect(throws: PictureFailure.self) {
            try Conversion(art: art, outputs: [.html], writing: writing).run(.bytes(png))
        }
        guard case .artTooLarge(301..., 300) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("The art as a picture is a PNG in the shape of the art")
    func picture() async throws {
        let outputs = try await render([.artPNG])
        let info = try PictureDecoder.inspect(.bytes(outputs[0].bytes), limits: PictureLimits())
        #expect(info.format == .png && info.width.isMultiple(of: 20) && info.height.isMultiple(of: 10))
        #expect(info.width > 100 && info.height > 100)
    }

    @Test("HTML has the escaped label and credit, and txt has the credit on a line of its own")
    func words() async throws {
        let caption = ArtCaption(label: "a <cat> & \"dog\"", credit: "sketch, no AI")
        let outputs = try await render([.html, .txt], caption: caption)
        let html = String(decoding: outputs[0].bytes, as: UTF8.self)
        #expect(html.contains("aria-label=\"a &lt;cat&gt; &amp; &quot;dog&quot;\""))
        #expect(html.contains("<p>sketch, no AI</p>") && !html.contains("<cat>"))
        let plain = try await render([.txt])
        #expect(outputs[1].bytes == plain[0].bytes + Array("\nsketch, no AI\n".utf8))
    }

    @Test("The art as a picture shows its credit")
    func credit() async throws {
        let plain = try await render([.artPNG])
        let credited = try await render([.artPNG], caption: ArtCaption(label: "", credit: "sketch, no AI"))
        let limits = PictureLimits()
        let before = try PictureDecoder.inspect(.bytes(plain[0].bytes), limits: limits)
        let after = try PictureDecoder.inspect(.bytes(credited[0].bytes), limits: limits)
        #expect(after.height > before.height)
        #expect(after.width == before.width)
    }

    @Test("The service rejects a truncated picture, however much of it is present")
    func strict() async throws {
        let truncated = try Tiny.truncated()
        let failure = await #expect(throws: PictureFailure.self) {
            try await PictureRenderer().render(.bytes(truncated), art: art, outputs: [.txt], caption: ArtCaption())
        }
        guard case .truncated(0..<64, 64) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("A lenient conversion renders the rows that are present and reports the damage")
    func lenient() throws {
        var options = art
        options.color = .none
        let truncated = try Tiny.truncated()
        let shown = try Conversion(art: options, outputs: [.txt], isLenient: true).run(.bytes(truncated))
        guard case .truncated = shown.damage else {
            Issue.record("\(String(describing: shown.damage))")
            return
        }
        let lines = String(decoding: shown.outputs[0].bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 11 && !lines[0].isEmpty && lines[9].allSatisfy { $0 == " " })
    }

    @Test("An unrecognised, a missing and an oversized picture each fail with a specific error")
    func refused() async throws {
        let renderer = PictureRenderer(limits: PictureLimits(streamedPixels: 100))
        let png = try Tiny.png()
        await #expect(throws: PictureFailure.notAPicture) { try await render(.bytes(Array("hello".utf8)), renderer) }
        await #expect(throws: PictureFailure.tooManyPixels(width: 40, height: 40, limit: 100)) {
            try await render(.bytes(png), renderer)
        }
        await #expect(throws: PictureFailure.unreadable(.missing)) {
            try await render(.file(FileName("none"), in: FolderPath("/no-such-folder")), renderer)
        }
    }

    private func render(
        _ picture: PictureSource, _ renderer: PictureRenderer
    ) async throws(PictureFailure) -> [RenderedOutput] {
        try await renderer.render(picture, art: art, outputs: [.txt], caption: ArtCaption())
    }

    private func render(
        _ kinds: [OutputKind], _ options: ArtOptions? = nil, caption: ArtCaption = ArtCaption()
    ) async throws -> [RenderedOutput] {
        try await PictureRenderer().render(
            .bytes(Tiny.png()), art: options ?? art, outputs: kinds, caption: caption)
    }
}
