import Configuration
import Domain
import FoundationEssentials
import Testing

@Suite("Presets of a person")
struct PresetFileTests {
    @Test("they lie where configuration does; a place that is not absolute doesn't count")
    func place() {
        let both = ["XDG_CONFIG_HOME": "/c", "HOME": "/h"]
        #expect(PresetFile.path(environment: both) == "/c/textify/textify.toml")
        #expect(PresetFile.path(environment: ["HOME": "/h"]) == "/h/.config/textify/textify.toml")
        #expect(
            PresetFile.path(environment: ["XDG_CONFIG_HOME": "", "HOME": "/h"]) == "/h/.config/textify/textify.toml")
        #expect(PresetFile.path(environment: [:]) == nil)
    }

    @Test("no file is no fault; a good one adds; a bad one says where")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "textify-presets-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let environment = ["XDG_CONFIG_HOME": folder.path]
        #expect(try PresetFile.load(environment: environment) == Preset.builtIn)
        let place = folder.appending(path: "textify")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let file = place.appending(path: "textify.toml").path
        try Data("[presets.mine]\ncolumns = 20\n".utf8).write(to: URL(filePath: file))
        #expect(try PresetFile.load(environment: environment).last?.name == "mine")
        try Data("[presets.mine]\ncolumns = 2\n".utf8).write(to: URL(filePath: file))
        let failure = try #require(
            throws: ConfigurationFailure.self, performing: { try PresetFile.load(environment: environment) })
        guard case .invalid(let failures) = failure else { return #expect(Bool(false), "\(failure)") }
        #expect(failures.map(\.key) == ["presets.mine.columns"] && failures[0].line == 2 && failures[0].file == file)
    }
}
