import Domain
import Testing
import Words

@testable import Web

@Suite("The words of the script")
struct ScriptWordsTests {
    static let script = String(decoding: Assets.bytesOfScript, as: UTF8.self)

    @Test("Every text that the script asks for is there", arguments: Language.allCases)
    func complete(language: Language) throws {
        let words = Wording(language).pages.script
        let asked = Self.script.matches(of: /say\("([a-z_]+)"[,)]/).map { String($0.1) }
        #expect(asked.count > 5)
        for key in asked { #expect(words[key] != nil, "\(key)") }
    }

    @Test("No text is left that the script doesn't use")
    func used() {
        for key in Wording(.english).pages.script.keys where !key.hasPrefix("state_") && !key.hasPrefix("done_") {
            #expect(Self.script.contains("\"\(key)\"") || Self.script.contains("\(key):"), "\(key)")
        }
    }

    @Test("Both languages have the same places for numbers and names")
    func places() {
        let (english, korean) = (Wording(.english).pages.script, Wording(.korean).pages.script)
        for (key, text) in english {
            let places = Set(text.matches(of: /\{[a-z]+\}/).map { String($0.0) })
            #expect(Set((korean[key] ?? "").matches(of: /\{[a-z]+\}/).map { String($0.0) }) == places, "\(key)")
        }
    }
}
