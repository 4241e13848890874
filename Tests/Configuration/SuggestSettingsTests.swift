import Configuration
import Domain
import Testing

@Suite("The vision model in the configuration")
struct SuggestSettingsTests {
    private static let eyes = """
        [backends.eyes]
        type = 'openai-chat'
        base_url = 'https://api.example/v1'
        model = 'see'
        cost = { per_picture = "0.001 USD" }

        """
    private static let suggest = "[library.suggest]\nbackend = 'eyes'\n"

    private func watch(_ name: String, _ lines: String = "") -> String {
        "[[watch]]\npath = '/in/\(name)'\noutbox = '/out'\n" + lines
    }

    private func failures(_ text: String) -> [String] {
        do throws(ConfigurationFailure) {
            _ = try Settings.read(text)
            return []
        } catch .invalid(let failures) {
            return failures.map(\.key)
        } catch {
            return ["\(error)"]
        }
    }

    @Test("It is off by default, and a model alone changes nothing")
    func off() throws {
        #expect(try Settings.read(watch("a")).tagSuggestions == nil)
        #expect(try Settings.read(Self.eyes + watch("a")).tagSuggestions == nil)
    }

    @Test("Folders offer by default, and say otherwise")
    func folders() throws {
        let text =
            Self.eyes + Self.suggest + "prompt = 'tags?'\n" + watch("a") + watch("b", "suggest = 'apply'\n")
            + watch("c", "suggest = 'off'\n")
        let rules = try #require(try Settings.read(text).tagSuggestions)
        #expect(rules.backend == "eyes" && rules.question == "tags?")
        #expect(rules.folders == ["a": .offer, "b": .apply, "c": .off] && rules.appliedFolders == ["b"])
        #expect(rules.suggesting(in: "gone") == .offer)
    }

    @Test("A folder whose pictures stay here shows them to no model elsewhere")
    func local() throws {
        let text = Self.eyes + Self.suggest
        let rules = try #require(try Settings.read(text + watch("a", "local_only = true\n")).tagSuggestions)
        #expect(rules.folders == ["a": .off])
        #expect(failures(text + watch("a", "local_only = true\nsuggest = 'apply'\n")) == ["watch[0].suggest"])
        let near = text.replacing("https://api.example", with: "http://127.0.0.1:8080")
        let own = try #require(try Settings.read(near + watch("a", "local_only = true\n")).tagSuggestions)
        #expect(own.folders == ["a": .offer])
    }

    @Test("A model makes no pictures, and what makes pictures is no model")
    func kinds() {
        #expect(failures(Self.eyes + watch("a", "backend = 'eyes'\n")) == ["watch[0].backend"])
        #expect(failures("[library.suggest]\nbackend = 'sketch'\n" + watch("a")) == ["library.suggest.backend"])
        #expect(failures("[library.suggest]\nprompt = 'x'\n" + watch("a")) == ["library.suggest.backend"])
        #expect(failures(watch("a", "suggest = 'apply'\n")) == ["library.suggest.backend"])
        #expect(failures(watch("a", "suggest = 'offer'\n")) == [])
        #expect(failures(Self.eyes + "concurrency = 3\n" + watch("a")) == ["backends.eyes.concurrency"])
    }

    @Test("Its price and caps are read like any other's")
    func money() throws {
        let settings = try Settings.read(Self.eyes + "budget = { per_day = '1 USD' }\n" + watch("a"))
        #expect(settings.budget.prices["eyes"]?.perPicture == Money(micros: 1_000, currency: "USD"))
        #expect(settings.budget.backends["eyes"]?.perDay == Money(micros: 1_000_000, currency: "USD"))
        #expect(settings.backendNames == ["sketch"])
    }
}
