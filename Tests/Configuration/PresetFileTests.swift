import Configuration
import Domain
import FoundationEssentials
import TestFolders
import Testing

@Suite("Preset file")
struct PresetFileTests {
    @Test("Presets are in the user's configuration folder; an empty XDG variable is ignored")
    func place() {
        let both = ["XDG_CONFIG_HOME": "/c", "HOME": "/h"]
        #expect(PresetFile.path(environment: both) == "/c/textify/textify.toml")
        #expect(PresetFile.path(environment: ["HOME": "/h"]) == "/h/.config/textify/textify.toml")
        #expect(
            PresetFile.path(environment: ["XDG_CONFIG_HOME": "", "HOME": "/h"]) == "/h/.config/textify/textify.toml")
        #expect(PresetFile.path(environment: [:]) == nil)
    }

    @Test("A missing file leaves the built-in presets, a valid one adds to them, an invalid one fails with its line")
    func file() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_CONFIG_HOME": folder.path.shown]
        #expect(try PresetFile.load(environment: environment) == Preset.builtIn)
        try folder.folder("textify")
        let file = try folder.write("[presets.mine]\ncolumns = 20\n".utf8, to: "textify/textify.toml")
        #expect(try PresetFile.load(environment: environment).last?.name == "mine")
        try folder.write("[presets.mine]\ncolumns = 2\n".utf8, to: "textify/textify.toml")
        let failure = try #require(
            throws: ConfigurationFailure.self, performing: { try PresetFile.load(environment: environment) })
        guard case .invalid(let failures) = failure else { return #expect(Bool(false), "\(failure)") }
        #expect(failures.map(\.key) == ["presets.mine.columns"] && failures[0].line == 2 && failures[0].file == file)
    }
}
