/// The modules declared in `Package.swift`, read from its text so that nothing is listed twice.
///
/// Which module may import which isn't checked here: the build fails on an import that isn't a declared dependency
/// (`--explicit-target-dependency-import-check error`).
struct House {
    struct Module: Equatable {
        let name: String
        /// The path from the package's root.
        let folder: String
        var isPure = false
        /// Whether it wraps a C library and so may use `nonisolated(unsafe)`.
        var isOverC = false
    }

    /// The Swift modules below `Sources`.
    let modules: [Module]
    /// The names of all targets that can be imported.
    let names: Set<String>
    /// The modules with their own test target.
    let tested: Set<String>
    /// The folders of all targets.
    let folders: Set<String>

    static let here = House(manifest: PackageFiles.here.files.first { $0.path == "Package.swift" }?.text ?? "")

    init(manifest: String) {
        let pureAndOthers = Self.calls("module", in: manifest).map { call in
            let settings = call.text.split(separator: ",").last?.split(whereSeparator: \.isWhitespace).first
            return Module(
                name: call.name, folder: "Sources/" + call.path, isPure: settings == "pure",
                isOverC: settings == "overC")
        }
        let programs = Self.calls(".executableTarget", in: manifest).map { Module(name: $0.name, folder: $0.path) }
        modules = pureAndOthers + programs.filter { $0.folder.hasPrefix("Sources/") }
        let cModules = Self.calls("cModule", in: manifest).map { ($0.name, "Sources/" + $0.path) }
        let harness = Self.calls("harness", in: manifest).map { ($0.name, "Tests/Harness/" + $0.path) }
        let tests = Self.calls("tests", in: manifest).map { ($0.name, "Tests/" + $0.path) }
        let plain = [".target", ".systemLibrary", ".testTarget"].flatMap { Self.calls($0, in: manifest) }
            .map { ($0.name, $0.path) }
        names = Set((modules.map { ($0.name, $0.folder) } + cModules + harness + plain).map(\.0))
        tested = Set(tests.map(\.0))
        folders = Set((cModules + harness + tests + plain).map(\.1) + modules.map(\.folder) + programs.map(\.folder))
    }

    /// The module of a file, if it is one of `modules`.
    func module(of path: String) -> Module? {
        modules.first { path.hasPrefix($0.folder + "/") }
    }

    /// The entries allowed in the package's root.
    static let top: Set<String> = [
        "Package.swift", "Package.resolved", "Sources", "Tests", "config", "systemd", "README.md", ".ci",
        ".swift-format", ".gitignore", ".gitattributes", ".editorconfig",
    ]

    /// Files below `Tests` that belong to no target.
    static func isBesideTargets(_ path: String) -> Bool {
        // The fuzzers' targets exist only on request.
        ["Tests/run", "Tests/Harness/README.md"].contains(path) || path.hasPrefix("Tests/Package/")
            || path.hasPrefix("Tests/Web/") && !path.hasPrefix("Tests/Web/Swift/")
            || path.hasPrefix("Tests/Gates/") || path.hasPrefix("Tests/Container/")
            || path.hasPrefix("Tests/Harness/Fuzz/")
    }

    /// Modules without a test target because another module's tests cover them.
    static let testedElsewhere: Set<String> = ["MVIEffects", "textify", "textifyd"]
}

extension House {
    private struct Call {
        let name: String
        let path: String
        /// The text between its parentheses.
        let text: Substring
    }

    /// Finds the calls of a function that creates a target. The name is the first string argument, the path is labelled
    /// `path` or the second.
    private static func calls(_ function: String, in manifest: String) -> [Call] {
        var (calls, rest) = ([Call](), manifest[...])
        while let found = rest.firstRange(of: function + "(") {
            rest = rest[found.upperBound...]
            let text = arguments(rest)
            let strings = text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
            let labelled = text.firstRange(of: "path: \"").map { text[$0.upperBound...].prefix { $0 != "\"" } }
            guard let name = strings.first, let path = labelled.map(String.init) ?? strings.dropFirst().first else {
                continue
            }
            calls.append(Call(name: name, path: path, text: text))
        }
        return calls
    }

    private static func arguments(_ text: Substring) -> Substring {
        var depth = 1
        let inside = text.prefix { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth > 0
        }
        return inside[
            ..<(inside.lastIndex { !$0.isWhitespace && $0 != "," }.map(inside.index(after:)) ?? inside.endIndex)]
    }
}
