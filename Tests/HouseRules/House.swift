/// The table of rooms, as DESIGN and Package.swift give it. A room that isn't listed may not exist.
enum House {
    struct Room {
        let path: String
        let imports: Set<String>
        var isPure = false
        var isOverC = false
    }

    /// What every room but the pure ones may import.
    static let toolchain: Set<String> = ["FoundationEssentials", "Synchronization", "Glibc"]
    /// The standard library has to be named where a member of it stands in public API.
    static let standard: Set<String> = ["Swift"]

    static let swiftRooms: [Room] = [
        Room(path: "Domain", imports: [], isPure: true),
        Room(path: "MVI/Core", imports: [], isPure: true),
        Room(path: "MVI/Effects", imports: ["MVICore"]),
        Room(path: "MVI/Runtime", imports: ["MVICore", "MVIEffects", "Observation"]),
        Room(path: "MVI/Testing", imports: ["MVICore", "Testing"]),
        Room(path: "MVI/Simulation", imports: ["CSchedule", "MVICore", "Domain"]),
        Room(path: "TextArt", imports: ["Domain", "CGlyphs", "CTextArt"], isPure: true),
        Room(path: "Rendering", imports: ["Domain", "TextArt", "PlatformFonts", "PlatformPictures"]),
        Room(path: "Features/Intake/Feature", imports: ["MVICore", "Domain"], isPure: true),
        Room(
            path: "Features/Intake/SideEffect", imports: ["IntakeFeature", "MVICore", "MVIEffects", "Domain"]),
        Room(path: "Features/Jobs/Feature", imports: ["MVICore", "Domain"], isPure: true),
        Room(
            path: "Features/Jobs/SideEffect",
            imports: ["JobsFeature", "MVICore", "MVIEffects", "Domain", "Rendering"]),
        Room(path: "Features/Notes/Feature", imports: ["MVICore", "Domain"], isPure: true),
        Room(path: "Features/Notes/SideEffect", imports: ["NotesFeature", "MVIEffects", "Domain"]),
        Room(path: "Features/Backends/Feature", imports: ["MVICore", "Domain"], isPure: true),
        Room(
            path: "Features/Backends/SideEffect",
            imports: ["BackendsFeature", "MVICore", "MVIEffects", "Domain", "BackendKit"]),
        Room(path: "Backends/Kit", imports: ["Domain"]),
        Room(path: "Backends/Sketch", imports: ["BackendKit", "Domain"]),
        Room(path: "Backends/OpenAI", imports: ["BackendKit", "Domain"]),
        Room(path: "Backends/ComfyUI", imports: ["BackendKit", "Domain"]),
        Room(path: "Backends/Template", imports: ["BackendKit", "CTemplates", "Domain"]),
        Room(path: "Backends/A1111", imports: ["BackendKit", "Domain"]),
        Room(path: "Backends/Karlo", imports: ["BackendKit", "Domain"]),
        Room(path: "Backends/Exec", imports: ["BackendKit", "Domain"]),
        Room(path: "Backends/Fixture", imports: ["BackendKit", "Domain"]),
        Room(path: "Repositories", imports: ["Domain", "PlatformSQLite", "PlatformSystem", "PlatformDigest"]),
        Room(path: "Configuration", imports: ["Domain", "PlatformTOML"]),
        Room(path: "Control/Client", imports: ["ControlAPI", "Domain"]),
        Room(path: "Words", imports: ["Domain"]),
        Room(path: "Control/API", imports: ["Domain"]),
        Room(path: "Control/Server", imports: ["ControlAPI", "Domain", "PlatformHTTPServer", "Words"]),
        Room(path: "Platform/System/Swift", imports: ["CSystem", "Domain", "_Concurrency"], isOverC: true),
        Room(path: "Platform/Digest/Swift", imports: ["CCrypto", "Domain"], isOverC: true),
        Room(path: "Platform/SQLite/Swift", imports: ["CSQLite"], isOverC: true),
        Room(path: "Platform/Pictures/Swift", imports: ["CPictures", "Domain"], isOverC: true),
        Room(path: "Platform/TOML/Swift", imports: ["CTOML", "Domain"], isOverC: true),
        Room(path: "Platform/Systemd/Swift", imports: ["CSystemd", "Domain", "PlatformSystem"], isOverC: true),
        Room(path: "Platform/HTTPServer/Swift", imports: ["CHTTPServer", "Domain"], isOverC: true),
        Room(path: "Platform/Fonts/Swift", imports: ["CFonts", "Domain"], isOverC: true),
        Room(path: "Platform/HTTP/Swift", imports: ["CHTTP", "Domain"], isOverC: true),
        Room(
            path: "App",
            imports: [
                "A1111Backend", "BackendKit", "BackendsFeature", "BackendsSideEffect", "ComfyUIBackend",
                "Configuration", "ControlAPI",
                "ControlServer", "Domain", "ExecBackend", "FixtureBackend", "IntakeFeature",
                "IntakeSideEffect", "JobsFeature", "JobsSideEffect", "KarloBackend", "MVICore", "MVIEffects",
                "NotesFeature", "NotesSideEffect",
                "MVIRuntime",
                "Observation", "OpenAIBackend", "PlatformDigest", "PlatformHTTP", "PlatformHTTPServer",
                "PlatformPictures", "PlatformSQLite",
                "PlatformSystem", "PlatformSystemd", "Rendering", "Repositories", "SketchBackend", "TemplateBackend",
                "TextArt", "Words",
            ]),
        Room(
            path: "Simulation",
            imports: [
                "App", "BackendKit", "Configuration", "Domain", "IntakeFeature", "JobsFeature", "MVICore",
                "MVIRuntime", "MVISimulation", "OpenAIBackend", "PlatformDigest", "Rendering",
            ]),
        Room(path: "textifyd", imports: ["App"]),
        Room(
            path: "textify",
            imports: [
                "Configuration", "ControlAPI", "ControlClient", "Domain", "PlatformHTTP", "PlatformSystem", "Rendering",
                "Words",
            ]),
        Room(
            path: "textify-bench",
            imports: [
                "CHTTP", "ControlAPI", "ControlClient", "Domain", "Loopback", "PlatformHTTP", "PlatformPictures",
                "MVISimulation", "PlatformSQLite", "PlatformSystem", "Rendering", "Simulation", "TextArt",
            ]),
    ]

    /// Rooms that hold C alone.
    static let cRooms: Set<String> = [
        "Backends/CTemplates", "CFaults", "CGlyphs", "MVI/CSchedule", "CTextArt", "Platform/System/CSystem",
        "Platform/Digest/CCrypto",
        "Platform/SQLite/CSQLite",
        "Platform/Pictures/CPictures", "Platform/TOML/CTOML", "Platform/HTTPServer/CHTTPServer",
        "Platform/Systemd/CSystemd",
        "Platform/HTTP/CHTTP", "Platform/Fonts/CFonts",
    ]

    /// What may lie at the top of the package.
    static let top: Set<String> = [
        "Package.swift", "Package.resolved", "Sources", "Tests", "config", "systemd", "README.md", ".ci",
        ".swift-format", ".gitignore", ".gitattributes", ".editorconfig",
    ]

    /// The room of a file, both below `Sources`; `nil` when no room is listed for it.
    static func room(of path: String) -> Room? {
        swiftRooms.first { path.hasPrefix($0.path + "/") }
    }

    static func isInCRoom(_ path: String) -> Bool {
        cRooms.contains { path.hasPrefix($0 + "/") }
    }

    /// Where the tests of a room lie, below `Tests`: Swift over C is tested as one, programs together,
    /// and `MVI/Effects`, two declarations, with the runtime.
    static func testFolder(of room: String) -> String {
        switch room {
        case "textifyd", "textify", "textify-bench": "Programs"
        case "MVI/Effects": "MVI/Runtime"
        case _ where room.hasPrefix("Platform/"): String(room.dropLast("/Swift".count))
        default: room
        }
    }

    static let testFolders: Set<String> = Set(swiftRooms.map { testFolder(of: $0.path) }).union([
        "Backends/Support", "Fuzz", "HouseRules", "Loopback", "ThreadSanitizer",
    ])
}
