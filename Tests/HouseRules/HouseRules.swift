/// The rules, as pure functions from a file or a listing to what is wrong with it.
enum HouseRules {
    /// Imports against the table of rooms.
    static func imports(_ file: SourceFile) -> [String] {
        guard let path = file.belowSources, file.isSwift else { return [] }
        guard let room = House.room(of: path) else { return ["\(file.path): its room is not listed"] }
        let allowed = room.imports.union(room.isPure ? House.standard : House.standard.union(House.toolchain))
        return file.imports.filter { !allowed.contains($0) }.map { "\(file.path): \(room.path) may not import \($0)" }
    }

    /// Only the room App may know both an implementation and the runtime: there and nowhere else they are joined.
    static func joining(_ file: SourceFile) -> [String] {
        let imports = file.imports
        let hasImplementation = imports.contains { $0.hasSuffix("SideEffect") }
        let isApp = file.belowSources?.hasPrefix("App/") ?? false
        let isJoined = hasImplementation && imports.contains("MVIRuntime")
        return isJoined && !isApp && file.belowSources != nil ? ["\(file.path): only App joins work and runtime"] : []
    }

    /// What the compiler can't keep out of a pure room.
    static func purity(_ file: SourceFile) -> [String] {
        guard let path = file.belowSources, let room = House.room(of: path), room.isPure else { return [] }
        return find(impure, in: file, "is not pure") + asyncBodies(file) + storedStatics(file)
    }

    /// Words that no room may use.
    static func forbidden(_ file: SourceFile) -> [String] {
        guard let path = file.belowSources, file.isSwift else { return [] }
        let isOverC = House.room(of: path)?.isOverC ?? false
        let words = isOverC ? forbiddenWords.filter { $0 != "nonisolated(unsafe)" } : forbiddenWords
        let whole = file.imports.contains("Foundation") ? ["\(file.path): imports Foundation whole"] : []
        return find(words, in: file, "is forbidden") + whole
    }

    /// Shared caches are actors; names say what a type is.
    static func names(_ file: SourceFile) -> [String] {
        guard file.belowSources != nil, file.isSwift else { return [] }
        return file.code.compactMap(declaration).compactMap { kind, name in
            if name.hasSuffix("Cache") && kind != "actor" && kind != "protocol" {
                return "\(file.path): \(name) must be an actor"
            }
            let vague = ["Manager", "Helper", "Util"].first { name.contains($0) }
            return vague.map { "\(file.path): \(name) says \($0), not what it is" }
        }
    }

    /// Where files lie: the top, the rooms, and tests that mirror them.
    static func place(_ path: String) -> [String] {
        let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
        guard let top = parts.first, House.top.contains(top) else { return ["\(path): not at the top"] }
        guard let below = parts.dropFirst().first else { return [] }
        switch top {
        case "Sources": return House.room(of: below) == nil && !House.isInCRoom(below) ? ["\(path): no such room"] : []
        case "Tests": return below == "run" || isTestPlace(below) ? [] : ["\(path): mirrors no room"]
        default: return []
        }
    }

    /// Every room of which there is a file has a folder of tests with a file in it.
    static func untested(_ paths: [String]) -> [String] {
        House.swiftRooms.compactMap { room in
            let folder = "Tests/" + House.testFolder(of: room.path) + "/"
            let exists = paths.contains { $0.hasPrefix("Sources/" + room.path + "/") }
            return exists && !paths.contains { $0.hasPrefix(folder) } ? "\(room.path) has no tests" : nil
        }
    }
}

extension HouseRules {
    private static let impure = [
        "print(", ".random", "shuffle(", "shuffled(", "hashValue", "ObjectIdentifier", "CommandLine", "readLine",
        "class", "actor",
        "await", "Task", "nonisolated(unsafe)", "@unchecked", "_Concurrency", "Clock",
    ]

    private static let forbiddenWords = [
        "try!", "as!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)", "Task.sleep", "Task.yield",
        "static let shared",
    ]

    private static func find(_ words: [String], in file: SourceFile, _ verdict: String) -> [String] {
        file.code.enumerated().flatMap { number, line in
            words.filter { line.hasWord($0) }.map { "\(file.path):\(number + 1): \($0) \(verdict)" }
        }
    }

    /// A pure room may declare an async requirement, never a body: one crashes the compiler.
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

    private static func isTestPlace(_ below: String) -> Bool {
        House.testFolders.contains { below.hasPrefix($0 + "/") }
    }
}

extension SourceFile {
    fileprivate var belowSources: String? {
        path.hasPrefix("Sources/") ? String(path.dropFirst("Sources/".count)) : nil
    }
}

extension String {
    /// Whether `word` stands in the line by itself: not as the end or the beginning of a longer name.
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
