import Testing

@Suite("House rules")
struct HouseRulesTests {
    private let package = PackageFiles.here

    @Test("there is a house to look at") func looksAtSomething() {
        #expect(package.files.count > 100)
        #expect(package.paths.contains("Package.swift"))
    }

    @Test("a room imports only what the table allows") func imports() { check(HouseRules.imports) }
    @Test("only App joins a side effect with the runtime") func joining() { check(HouseRules.joining) }
    @Test("pure rooms stay pure") func purity() { check(HouseRules.purity) }
    @Test("no forbidden word is used") func forbidden() { check(HouseRules.forbidden) }
    @Test("caches are actors, and no type is a manager, helper or util") func names() { check(HouseRules.names) }
    @Test("what a person reads is there in English and Korean") func languages() { check(HouseRules.languages) }
    @Test("nothing is printed but text for terminals and art") func printing() { check(HouseRules.printing) }

    @Test("every file lies in a room, and tests mirror rooms") func places() {
        for path in package.paths { report(HouseRules.place(path)) }
    }

    @Test("every room has tests") func tested() { report(HouseRules.untested(package.paths)) }

    private func check(_ rule: (SourceFile) -> [String]) {
        for file in package.files { report(rule(file)) }
    }

    private func report(_ faults: [String]) {
        for fault in faults { Issue.record(Comment(rawValue: fault)) }
    }
}
