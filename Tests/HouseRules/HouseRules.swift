/// The rules, as pure functions from a file or a list of files to violations.
enum HouseRules {
    /// A module may import the package's modules and a few system modules; a pure module no system modules.
    static func imports(_ file: SourceFile) -> [String] {
        guard file.isShipped, file.isSwift else { return [] }
        guard let module = House.here.module(of: file.path) else { return ["\(file.path): belongs to no module"] }
        let allowed = House.here.names.union(module.isPure ? ["Swift"] : systemModules)
        return file.imports.filter { !allowed.contains($0) }.map { "\(file.path): \(module.name) may not import \($0)" }
    }

    /// Only the module App may import both a side-effect implementation and the runtime: they are joined there and
    /// nowhere else.
    static func joining(_ file: SourceFile) -> [String] {
        let imports = file.imports
        let hasImplementation = imports.contains { $0.hasSuffix("SideEffect") }
        let isApp = file.path.hasPrefix("Sources/App/")
        let isJoined = hasImplementation && imports.contains("MVIRuntime")
        return isJoined && !isApp && file.isShipped ? ["\(file.path): only App may join work and runtime"] : []
    }

    /// Impure code that the compiler can't keep out of a pure module.
    static func purity(_ file: SourceFile) -> [String] {
        guard House.here.module(of: file.path)?.isPure == true else { return [] }
        return find(impure, in: file, "is not pure") + asyncBodies(file) + storedStatics(file)
    }

    /// Forbidden words. Tests may use some of them, but never wait by spinning or for a fixed time.
    static func forbidden(_ file: SourceFile) -> [String] {
        guard file.isSwift else { return [] }
        guard file.isShipped else { return find(waits, in: file, "is forbidden") }
        let isOverC = House.here.module(of: file.path)?.isOverC ?? false
        let words = isOverC ? forbiddenWords.filter { $0 != "nonisolated(unsafe)" } : forbiddenWords
        let whole = file.imports.contains("Foundation") ? ["\(file.path): imports Foundation whole"] : []
        return find(words, in: file, "is forbidden") + whole
    }

    /// Caches must be actors, and vague type names are forbidden.
    static func names(_ file: SourceFile) -> [String] {
        guard file.isShipped, file.isSwift else { return [] }
        return file.code.compactMap(declaration).compactMap { kind, name in
            if name.hasSuffix("Cache") && kind != "actor" && kind != "protocol" {
                return "\(file.path): \(name) must be an actor"
            }
            let vague = ["Manager", "Helper", "Util"].first { name.contains($0) }
            return vague.map { "\(file.path): \(name) is vague: \($0)" }
        }
    }

    /// Files must be in the root, in a target's folder, or listed explicitly.
    static func place(_ path: String) -> [String] {
        let top = path.prefix { $0 != "/" }
        guard House.top.contains(String(top)) else { return ["\(path): not allowed in the root"] }
        guard ["Sources", "Tests"].contains(top), !House.isBesideTargets(path) else { return [] }
        return House.here.folders.contains { path.hasPrefix($0 + "/") } ? [] : ["\(path): belongs to no target"]
    }

    /// The words in backquotes that the development page lists last.
    static func words(listedIn page: String) -> [String] {
        guard let heading = page.firstRange(of: "## Words that stay out") else { return [] }
        return page[heading.upperBound...].split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) && $0.element != "Sources" }.map { String($0.element) }
    }

    /// Comments and texts in shipped files must not contain any of these words.
    static func wording(_ file: SourceFile, without words: [String]) -> [String] {
        guard file.isShipped, file.isSwift else { return [] }
        return file.lines.enumerated().flatMap { number, line in
            let line = line.lowercased()
            return words.filter { line.hasWord($0) }.map { "\(file.path):\(number + 1): “\($0)”" }
        }
    }

    /// Every module must have a test target.
    static func untested(_ house: House) -> [String] {
        let tested = house.tested.union(House.testedElsewhere)
        return house.modules.map(\.name).filter { !tested.contains($0) }.map { "\($0) has no tests" }
    }
}

extension HouseRules {
    private static let systemModules: Set<String> = [
        "FoundationEssentials", "Glibc", "Observation", "Swift", "Synchronization", "_Concurrency",
    ]

    private static let impure = [
        "print(", ".random", "shuffle(", "shuffled(", "hashValue", "ObjectIdentifier", "CommandLine", "readLine",
        "class", "actor",
        "await", "Task", "nonisolated(unsafe)", "@unchecked", "_Concurrency", "Clock",
    ]

    private static let forbiddenWords =
        ["try!", "as!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)", "static let shared"] + waits

    private static let waits = ["Task.sleep", "Task.yield"]

    private static func find(_ words: [String], in file: SourceFile, _ verdict: String) -> [String] {
        file.code.enumerated().flatMap { number, line in
            words.filter { line.hasWord($0) }.map { "\(file.path):\(number + 1): \($0) \(verdict)" }
        }
    }

    /// A pure module may declare an async requirement but no async body, which crashes the compiler there.
    private static func asyncBodies(_ file: SourceFile) -> [String] {
        file.code.enumerated().compactMap { number, line in
            line.contains("func ") && line.hasWord("async") && line.contains("{")
                ? "\(file.path):\(number + 1): an async body" : nil
        }
    }

    private static func storedStatics(_ file: SourceFile) -> [String] {
        file.code.enumerated().compactMap { number, line in
            line.hasWord("static var") && !line.contains("{")
                ? "\(file.path):\(number + 1): a static var that is stored" : nil
        }
    }

    private static func declaration(_ line: String) -> (kind: Substring, name: Substring)? {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count else { return nil }
        let name = words[place + 1]
        return name.first?.isUppercase == true ? (words[place], name) : nil
    }

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
}

extension SourceFile {
    fileprivate var isShipped: Bool { path.hasPrefix("Sources/") }
}

extension String {
    /// Whether the line contains `word` as a whole word, not as part of a longer name.
    fileprivate func hasWord(_ word: String) -> Bool {
        var rest = self[...]
        while let found = rest.firstRange(of: word) {
            let before = found.lowerBound == startIndex ? " " : self[index(before: found.lowerBound)]
            let after = found.upperBound == endIndex ? " " : self[found.upperBound]
            let begins = !word.first.isName || !Optional(before).isName
            let ends = !word.last.isName || !Optional(after).isName
            if begins && ends { return true }
            rest = rest[found.upperBound...]
        }
        return false
    }

}

extension Character? {
    fileprivate var isName: Bool { self.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
}
