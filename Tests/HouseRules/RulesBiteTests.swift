import Testing

/// Each rule is tested with a violation and a similar harmless text.
@Suite("Rules find violations")
struct RulesBiteTests {
    private func file(_ room: String, _ text: String) -> SourceFile {
        SourceFile(path: "Sources/\(room)/Some.swift", text: text)
    }

    @Test(
        "imports",
        arguments: [
            ("Domain", "import FoundationEssentials"), ("Domain", "import Synchronization"),
            ("MVI/Core", "public import Observation"), ("Words", "@testable import Testing"),
            ("Configuration", "internal import struct Dispatch.DispatchTime"), ("Nowhere", "import Domain"),
        ])
    func imports(room: String, text: String) {
        #expect(HouseRules.imports(file(room, text)).count == 1)
    }

    @Test("allowed imports, and text that only looks like an import") func harmlessImports() {
        let text = "public import Domain\nimport FoundationEssentials\n// import Testing\nlet a = \"import Testing\""
        #expect(HouseRules.imports(file("Words", text)).isEmpty)
    }

    @Test(
        "printing foreign words",
        arguments: [
            "print(job.name)", "fputs(text, stderr)", "debugPrint(job)", "let out = FileHandle.standardOutput",
            "try out.write(TerminalText(art: job.prompt))", "try StandardStream.output.write(art: bytes)",
            "try CommandOutput.standard(art: bytes)", "Swift.print(job)",
        ])
    func printing(text: String) {
        #expect(HouseRules.printing(file("textify", text)).count >= 1)
    }

    @Test(
        "printing harmless text",
        arguments: [
            "try CommandOutput.standard(job.name)", "CatCommand.print(job)", "func print(_ text: String) {}\nprint(1)",
            "let blueprint = footprint(1)", "// print(job)",
        ])
    func shown(text: String) {
        #expect(HouseRules.printing(file("textify", text)).isEmpty)
    }

    @Test("joining work and runtime") func joining() {
        let text = "import MVIRuntime\nimport JobsSideEffect"
        #expect(HouseRules.joining(file("Rendering", text)).count == 1)
        #expect(HouseRules.joining(file("App", text)).isEmpty)
        #expect(HouseRules.joining(file("Rendering", "import JobsSideEffect")).isEmpty)
    }

    @Test(
        "purity",
        arguments: [
            "print(1)", "let a = Int.random(in: 0..<2)", "list.shuffled()", "final class Memory {}", "actor Memory {}",
            "import _Concurrency", "a.hashValue", "static var count = 0", "func f() async { }", "await f()",
        ])
    func purity(text: String) {
        #expect(HouseRules.purity(file("TextArt", text)).count >= 1)
        #expect(HouseRules.purity(file("Rendering", text)).isEmpty)
    }

    @Test(
        "purity leaves requirements, names and comments alone",
        arguments: [
            "func f() async throws(SomeFailure) -> Int", "let classes = 1", "case blueprint(Int)", "// await nothing",
            "let factor = 2", "static var two: Int { 2 }", "let text = \"print(\"",
        ])
    func pure(text: String) {
        #expect(HouseRules.purity(file("Domain", text)).isEmpty)
    }

    @Test(
        "forbidden words",
        arguments: [
            "try! f()", "a as! B", "fatalError(\"no\")", "final class A: @unchecked Sendable {}",
            "nonisolated(unsafe) var a = 1", "try await Task.sleep(for: .seconds(1))", "await Task.yield()",
            "static let shared = A()", "import Foundation", "public import Foundation",
        ])
    func forbidden(text: String) {
        #expect(HouseRules.forbidden(file("Rendering", text)).count == 1)
        #expect(HouseRules.forbidden(file("Rendering", "// " + text)).isEmpty)
    }

    @Test("tests neither spin nor sleep", arguments: ["try await Task.sleep(for: .seconds(1))", "await Task.yield()"])
    func waits(text: String) {
        let test = SourceFile(path: "Tests/Rendering/File.swift", text: text)
        #expect(HouseRules.forbidden(test).count == 1)
    }

    @Test("modules over C may use one forbidden word") func overC() {
        #expect(HouseRules.forbidden(file("Platform/System/Swift", "nonisolated(unsafe) let a = b")).isEmpty)
        #expect(HouseRules.forbidden(file("Platform/System/Swift", "try! f()")).count == 1)
    }

    @Test(
        "names",
        arguments: [
            "struct PictureCache {}", "public final class PictureCache: Sendable {", "class TaskManager {}",
            "enum StringUtils {", "struct RenderHelper {", "typealias JobManager = Int",
        ])
    func names(text: String) {
        #expect(HouseRules.names(file("Rendering", text)).count == 1)
    }

    @Test("good names", arguments: ["public actor PictureCache {", "protocol PictureCache: Actor {", "let cache = 1"])
    func goodNames(text: String) {
        #expect(HouseRules.names(file("Rendering", text)).isEmpty)
    }

    @Test(
        "text in one language",
        arguments: [
            ("Words", "say(\"A cat sleeps.\", \"A cat sleeps.\")"),
            ("Words", "say(\n    \"A \\(cat) sleeps.\",\n    \"\")\n// 고양이"),
            ("textify", "text: \"nobody answers there\""), ("textify", "a(\"The cat sleeps\",\n\n\n\n\"고양이\")"),
        ])
    func oneLanguage(room: String, text: String) {
        #expect(HouseRules.languages(file(room, text)).count == 1)
    }

    @Test(
        "text in both languages, and strings that aren't sentences",
        arguments: [
            ("Words", "say(\"A cat sleeps.\", \"고양이가 잡니다.\")"),
            ("Words", "say(\n    \"A \\(cat(1)) sleeps.\",\n    \"고양이\")"),
            ("Words", "say(\"\\(cat.name) \\(dog)\", \"\\(dog) \\(cat.name)\")"),
            ("Words", "func say(_ english: String) {}"), ("textify", "a(\"The cat sleeps\",\n\"고양이\")"),
            ("textify", "// \"nobody answers there\""), ("textify", "let a = \"textify jobs all\""),
            ("textify", "[\"queued\", \"submitting\", \"submitted\"]"), ("App", "\"nobody answers there\""),
            ("textify/Manual", "\"nobody answers there\""),
        ])
    func bothLanguages(room: String, text: String) {
        #expect(HouseRules.languages(file(room, text)).isEmpty)
    }

    @Test(
        "places",
        arguments: [
            "docs/page.md", "Makefile", "Sources/Utilities/A.swift", "Sources/loose.swift", "Tests/Nowhere/A.swift",
            "Tests/MVI/loose.swift",
        ])
    func places(path: String) {
        #expect(HouseRules.place(path).count == 1)
    }

    @Test(
        "good places",
        arguments: [
            "README.md", ".ci/run", "config/textifyd.toml", "Sources/Domain/Jobs/Job.swift", "Sources/CGlyphs/glyphs.c",
            "Tests/run", "Tests/Platform/System/A.swift", "Tests/HouseRules/A.swift", "Tests/Harness/CFaults/faults.c",
        ])
    func goodPlaces(path: String) {
        #expect(HouseRules.place(path).isEmpty)
    }

    @Test("a listed word is found in comments and texts, not inside other words") func wording() {
        let page = "text\n## Words that stay out\n\nNot in `Sources`: `mend` · `so many`\n"
        let words = HouseRules.words(listedIn: page)
        #expect(words == ["mend", "so many"])
        let text = "// Mend it.\nlet a = \"so many\"\n// recommend\n// so\n"
        #expect(HouseRules.wording(file("Words", text), without: words).count == 2)
    }

    @Test("a module without tests") func untested() {
        let module = "module(\"Some\", \"Some\", [\"Domain\"], house)"
        #expect(HouseRules.untested(House(manifest: module)) == ["Some has no tests"])
        #expect(HouseRules.untested(House(manifest: module + "\ntests(\"Some\", \"Some\")")).isEmpty)
    }

    @Test("the manifest tells which modules are pure and which wrap C") func manifest() {
        let house = House(
            manifest: """
                func module(_ name: String, _ path: String) -> Target {}
                module("A", "Of/A", ["B"], pure),
                module(
                    "B", "B", ["A"],
                    overC),
                module("C", "C", ["A"], pure + optimised),
                cModule("CB", "B/CB", links: ["png"]),
                .executableTarget(name: "a", dependencies: ["A"], path: "Sources/a", swiftSettings: house),
                """)
        #expect(
            house.modules == [
                House.Module(name: "A", folder: "Sources/Of/A", isPure: true),
                House.Module(name: "B", folder: "Sources/B", isOverC: true),
                House.Module(name: "C", folder: "Sources/C", isPure: true),
                House.Module(name: "a", folder: "Sources/a"),
            ])
        #expect(house.folders == ["Sources/Of/A", "Sources/B", "Sources/C", "Sources/B/CB", "Sources/a"])
        #expect(house.names == ["A", "B", "C", "CB", "a"])
    }
}
