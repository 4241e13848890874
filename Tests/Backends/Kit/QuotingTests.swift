import BackendKit
import Domain
import FoundationEssentials
import Testing

@Suite("Quotations")
struct QuotingTests {
    private let quoting = Quoting(hiding: [Secret("sk-hush")])

    @Test(
        "a secret is never quoted, wherever it is and however it is split",
        arguments: [
            "sk-hush", "Incorrect key: sk-hush.", "Bearer sk-hush", "sk-hushsk-hush", "a sk-\nhush b", "s k - h u s h",
            "sk-\u{200B}hush", String(repeating: "x", count: 195) + "sk-hush",
        ])
    func hides(words: String) {
        let quoted = quoting.quoted(words)
        #expect(!quoted.contains("hush") && !quoted.contains("h u s h") && quoted.count <= 200)
    }

    @Test("a one-letter secret is hidden too")
    func short() {
        #expect(!Quoting(hiding: [Secret("e")]).quoted("the key is e").contains("e"))
    }

    @Test("quotations are one line, without control characters, of limited length")
    func bounded() {
        #expect(quoting.quoted(" a\r\n\u{1B}[31mb\t\tc ") == "a [31mb c")
        #expect(quoting.quoted(String(repeating: "a", count: 999)).count == 200)
        #expect(Quoting().quoted("등대") == "등대")
    }
}

@Suite("Secrets in quotations, in part and in other spellings")
struct HiddenSecretTests {
    private static let key = "sk-abc/DEF+ghi?jkl_mno%pqr~stu|vwxyz-0123456789"
    private let quoting = Quoting(hiding: [Secret(key)])

    /// The longest piece of the key that the text still contains, in one of the spellings.
    private func leak(_ words: String, _ spelling: (ArraySlice<UInt8>) -> String) -> Int {
        let bytes = Array(Self.key.utf8)
        for length in stride(from: bytes.count, to: 0, by: -1) {
            for start in 0...(bytes.count - length)
            where words.contains(spelling(bytes[start..<start + length])) { return length }
        }
        return 0
    }

    @Test(
        "at most 7 characters of part of the key remain",
        arguments: [
            ("Incorrect API key provided: ", 0, 13, "***"), ("ends with ", 34, 47, ""), ("…", 10, 18, "…"),
            ("", 1, 46, ""), ("k=", 0, 8, "&x=1"),
        ])
    func parts(before: String, from: Int, to: Int, after: String) {
        let part = String(decoding: Array(Self.key.utf8)[from..<to], as: UTF8.self)
        let quoted = quoting.quoted(before + part + after)
        #expect(quoted == before + "•••" + after)
        #expect(leak(quoted) { String(decoding: $0, as: UTF8.self) } < 8)
    }

    @Test("seven consecutive characters are kept, since they may be anything")
    func few() {
        #expect(quoting.quoted("keys begin with sk-abc/") == "keys begin with sk-abc/")
    }

    @Test(
        "in Base64, at every offset in a longer text, with either alphabet, wrapped or padded",
        arguments: ["", "B", "Be", "Bea", "Bearer ", "user:", "{\"authorization\":\"Bearer "],
        ["", "!", "\"}", "\"}\n"])
    func base64(before: String, after: String) {
        let text = Data((before + Self.key + after).utf8).base64EncodedString()
        let web = text.replacing("+", with: "-").replacing("/", with: "_")
        let bare = String(web.prefix { $0 != "=" })
        let broken = String(text.prefix(20)) + "\r\n" + text.dropFirst(20)
        let percent = text.replacing("+", with: "%2B").replacing("/", with: "%2f").replacing("=", with: "%3D")
        for form in [text, web, bare, broken, percent] {
            let quoted = quoting.quoted("got: " + form + " (no)")
            #expect(quoted.hasPrefix("got: ") && quoted.hasSuffix(" (no)") && quoted.contains("•••"), "\(quoted)")
            // The rest beside the mask has the text around the key and at most a few bits of it.
            let left = quoted.dropFirst(5).dropLast(5).filter { $0 != "•" && $0 != " " }
            #expect(left.utf8.count <= (before.utf8.count + after.utf8.count) * 4 / 3 + 16, "\(quoted)")
        }
    }

    @Test("a part of the key in Base64 is hidden too")
    func partInBase64() {
        for start in 0..<3 {
            let part = Data(Array(Self.key.utf8)[start..<start + 16]).base64EncodedString()
            #expect(quoting.quoted("got \(part)").contains("•••"))
        }
    }

    @Test("in hexadecimal, percent-encoded fully, partly or twice")
    func otherSpellings() {
        let bytes = Array(Self.key.utf8)
        func hex(_ bytes: ArraySlice<UInt8>) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        func percent(_ byte: UInt8) -> String { "%" + hex([byte]) }
        let all = bytes.map(percent).joined()
        let some = bytes.map {
            $0 < 128 && Character(Unicode.Scalar($0)).isLetter ? String(Unicode.Scalar($0)) : percent($0)
        }
        .joined()
        let twice = all.replacing("%", with: "%25")
        let spaced = bytes.map { hex([$0]) }.joined(separator: " ")
        for form in [hex(bytes[...]), hex(bytes[...]).uppercased(), all, all.uppercased(), some, twice, spaced] {
            #expect(quoting.quoted("got: \(form).") == "got: •••.", "\(form)")
        }
        #expect(quoting.quoted("got: \(hex(bytes[5..<15])).") == "got: •••.")
    }

    @Test("in another case, as from a server that lowercases")
    func letters() {
        #expect(quoting.quoted(Self.key.uppercased()) == "•••")
    }

    @Test("a short key is hidden completely and hides nothing else; an empty one hides nothing")
    func short() {
        let quoting = Quoting(hiding: [Secret("passw"), Secret(""), nil])
        #expect(quoting.quoted("passw, p, pass, assw, cGFzc3c=, 7061737377") == "•••, p, pass, assw, •••c=, •••")
        #expect(Quoting(hiding: [Secret("x")]).quoted("eHg= 78 %78 a") == "eHg= 78 ••• a")
    }

    @Test("multi-byte characters are hidden completely")
    func scalars() {
        let quoting = Quoting(hiding: [Secret("비밀번호열두글자")])
        #expect(quoting.quoted("키: 비밀번호열, 밀번호") == "키: •••, •••")
    }

    @Test("a large text with many keys is shortened before it is searched", .timeLimit(.minutes(1)))
    func large() {
        let keys = (0..<40).map { Secret("key-\($0)-" + String(repeating: "abcdefghij", count: 20)) }
        let quoting = Quoting(hiding: keys)
        let text = String(repeating: "abcdefghi ", count: 1_000_000) + keys[7].value
        #expect(quoting.quoted(text).count <= 200)
    }

    @Test("an ordinary sentence is unchanged")
    func ordinary() {
        let words = "The model sd_xl_base_1.0.safetensors is not there (request 3f2504e0-4f89-11d3-9a0c-0305e82c3301)."
        #expect(quoting.quoted(words) == words)
    }

    @Test("secrets that become known later are hidden too")
    func later() {
        let known = KnownSecrets()
        let quoting = Quoting(hiding: known)
        #expect(quoting.quoted("a-later-key") == "a-later-key")
        known.add([Secret("a-later-key")])
        #expect(quoting.quoted("a-later-key") == "•••")
    }
}
