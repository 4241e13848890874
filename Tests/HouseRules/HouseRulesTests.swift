import Testing

@Suite("House rules")
struct HouseRulesTests {
    private let package = PackageFiles.here

    @Test("the package is found and its manifest is read") func looksAtSomething() {
        #expect(package.files.count > 100)
        #expect(House.here.modules.count > 30)
        #expect(House.here.modules.contains(House.Module(name: "Domain", folder: "Sources/Domain", isPure: true)))
    }

    @Test("modules import only the package's modules and few system modules") func imports() {
        check(HouseRules.imports)
    }
    @Test("only App imports both a side effect and the runtime") func joining() { check(HouseRules.joining) }
    @Test("pure modules stay pure") func purity() { check(HouseRules.purity) }
    @Test("no forbidden words") func forbidden() { check(HouseRules.forbidden) }
    @Test("caches are actors, and no type is a manager, helper or util") func names() { check(HouseRules.names) }
    @Test("text for people exists in English and Korean") func languages() { check(HouseRules.languages) }
    @Test("only terminal text and art are printed") func printing() { check(HouseRules.printing) }

    @Test("every file is in a target's folder") func places() {
        for path in package.paths { report(HouseRules.place(path)) }
    }

    @Test("every module has tests") func tested() { report(HouseRules.untested(.here)) }

    @Test("the words that the development page lists stay out of comments and texts") func words() {
        let page = package.files.first { $0.path == "config/doc/development.md" }?.text ?? ""
        let words = HouseRules.words(listedIn: page)
        #expect(words.count > 5)
        check { HouseRules.wording($0, without: words) }
    }

    private func check(_ rule: (SourceFile) -> [String]) {
        for file in package.files { report(rule(file)) }
    }

    private func report(_ faults: [String]) {
        for fault in faults { Issue.record(Comment(rawValue: fault)) }
    }
}
