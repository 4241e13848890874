import BackendKit
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test(
        "either alphabet, with or without padding, with white space anywhere",
        arguments: [
            ("", []), ("TQ==", [77]), ("TQ", [77]), ("TWE=", [77, 97]), ("TWE", [77, 97]), ("TWFu", [77, 97, 110]),
            (" T\r\nW\tFu \n", [77, 97, 110]), ("-_-_", [251, 255, 191]), ("+/+/", [251, 255, 191]),
            ("AAAA", [0, 0, 0]), ("TWFuTQ==", [77, 97, 110, 77]),
        ] as [(String, [UInt8])])
    func reads(text: String, bytes: [UInt8]) {
        #expect(Base64.bytes(of: text.utf8) == bytes)
    }

    @Test(
        "anything else is nil", arguments: ["T", "TWFuT", "T!Fu", "<html>", "TQ==TQ==", "TQ=Q", "TWFü", "data:,TWFu"])
    func refuses(text: String) {
        #expect(Base64.bytes(of: text.utf8) == nil)
    }

    @Test("every byte survives text wrapped at 76 characters")
    func long() {
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 256) }
        #expect(Base64.bytes(of: lines(bytes).utf8) == bytes)
    }

    private func lines(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let three = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | Int($1 < three.count ? three[start + $1] : 0) }
            for place in 0..<4 {
                text.append(place <= three.count ? alphabet[bits >> (18 - 6 * place) & 63] : "=")
            }
            if text.count % 77 == 76 { text.append("\n") }
        }
        return text
    }
}
