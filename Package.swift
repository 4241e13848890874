// swift-tools-version: 6.2
import PackageDescription

/// Every room: the Swift 6 language mode plus the features that the next mode will turn on.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]

/// Pure rooms are compiled without the concurrency module in scope: no task, no clock, no actor attribute.
let pure: [SwiftSetting] = house + [.unsafeFlags(["-Xfrontend", "-disable-implicit-concurrency-module-import"])]

/// Rooms over C: every expression that the compiler can't prove safe says `unsafe`.
let overC: [SwiftSetting] = house + [.strictMemorySafety()]

/// Fuzzers are declared only when they are asked for: they have no `main` of their own, and a plain build can't link them.
let isFuzzing = Context.environment["TEXTIFY_FUZZ"] != nil

func room(_ name: String, _ path: String, _ needs: [Target.Dependency] = [], _ settings: [SwiftSetting]) -> Target {
    .target(name: name, dependencies: needs, path: "Sources/" + path, swiftSettings: settings)
}

func cRoom(_ name: String, _ path: String, links: [String] = [], sources: [CSetting] = []) -> Target {
    .target(
        name: name, path: "Sources/" + path, cSettings: sources, linkerSettings: links.map { .linkedLibrary($0) })
}

func tests(_ room: String, _ path: String, _ needs: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: room + "Tests", dependencies: [.init(stringLiteral: room)] + needs, path: "Tests/" + path,
        swiftSettings: house)
}

let platform: [Target] = [
    cRoom("CSystem", "Platform/System/CSystem", sources: [.define("_GNU_SOURCE")]),
    room("PlatformSystem", "Platform/System/Swift", ["CSystem", "Domain"], overC),
    .systemLibrary(name: "CCrypto", path: "Sources/Platform/Digest/CCrypto", pkgConfig: "libcrypto"),
    room("PlatformDigest", "Platform/Digest/Swift", ["CCrypto", "Domain"], overC),
    .systemLibrary(name: "CSQLite", path: "Sources/Platform/SQLite/CSQLite", pkgConfig: "sqlite3"),
    room("PlatformSQLite", "Platform/SQLite/Swift", ["CSQLite"], overC),
    cRoom(
        "CPictures", "Platform/Pictures/CPictures", links: ["png16", "jpeg", "dl"],
        sources: isFuzzing ? [.define("PICTURES_IN_PROCESS")] : []),
    room("PlatformPictures", "Platform/Pictures/Swift", ["CPictures", "Domain"], overC),
    .target(name: "CTOML", path: "Sources/Platform/TOML/CTOML", cxxSettings: [.define("TOML_EXCEPTIONS", to: "0")]),
    room("PlatformTOML", "Platform/TOML/Swift", ["CTOML", "Domain"], overC),
    cRoom(
        "CHTTPServer", "Platform/HTTPServer/CHTTPServer", links: ["microhttpd"], sources: [.define("_GNU_SOURCE")]),
    cRoom("CSystemd", "Platform/Systemd/CSystemd", links: ["systemd"]),
    room("PlatformSystemd", "Platform/Systemd/Swift", ["CSystemd", "Domain", "PlatformSystem"], overC),
    room("PlatformHTTPServer", "Platform/HTTPServer/Swift", ["CHTTPServer", "Domain"], overC),
    cRoom("CFonts", "Platform/Fonts/CFonts", links: ["dl"], sources: [.unsafeFlags(["-I/usr/include/freetype2"])]),
    room("PlatformFonts", "Platform/Fonts/Swift", ["CFonts", "Domain"], overC),
    cRoom("CHTTP", "Platform/HTTP/CHTTP", links: ["dl", "z"]),
    room("PlatformHTTP", "Platform/HTTP/Swift", ["CHTTP", "Domain"], overC),
]

let core: [Target] = [
    room("Domain", "Domain", [], pure),
    room("MVICore", "MVI/Core", [], pure),
    room("MVIEffects", "MVI/Effects", ["MVICore"], house),
    room("MVIRuntime", "MVI/Runtime", ["MVICore", "MVIEffects"], house),
    room("MVITesting", "MVI/Testing", ["MVICore"], house),
    cRoom("CSchedule", "MVI/CSchedule"),
    room("MVISimulation", "MVI/Simulation", ["CSchedule", "MVICore", "Domain"], house),
]

let art: [Target] = [
    .target(
        name: "CGlyphs", path: "Sources/CGlyphs", exclude: ["Tables"],
        cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
    cRoom("CTextArt", "CTextArt", sources: [.unsafeFlags(["-O2", "-ffp-contract=off"])]),
    room("TextArt", "TextArt", ["Domain", "CGlyphs", "CTextArt"], pure),
    room("Rendering", "Rendering", ["Domain", "TextArt", "PlatformFonts", "PlatformPictures"], house),
]

let features: [Target] = [
    room("IntakeFeature", "Features/Intake/Feature", ["MVICore", "Domain"], pure),
    room(
        "IntakeSideEffect", "Features/Intake/SideEffect", ["IntakeFeature", "MVICore", "MVIEffects", "Domain"], house),
    room("JobsFeature", "Features/Jobs/Feature", ["MVICore", "Domain"], pure),
    room(
        "JobsSideEffect", "Features/Jobs/SideEffect", ["JobsFeature", "MVICore", "MVIEffects", "Domain", "Rendering"],
        house),
    room("NotesFeature", "Features/Notes/Feature", ["MVICore", "Domain"], pure),
    room("NotesSideEffect", "Features/Notes/SideEffect", ["NotesFeature", "MVIEffects", "Domain"], house),
    room("BackendsFeature", "Features/Backends/Feature", ["MVICore", "Domain"], pure),
    room(
        "BackendsSideEffect", "Features/Backends/SideEffect",
        ["BackendsFeature", "MVICore", "MVIEffects", "Domain", "BackendKit"], house),
    room("BackendKit", "Backends/Kit", ["Domain"], house),
    room("SketchBackend", "Backends/Sketch", ["BackendKit", "Domain"], house),
    room("OpenAIBackend", "Backends/OpenAI", ["BackendKit", "Domain"], house),
    room("ComfyUIBackend", "Backends/ComfyUI", ["BackendKit", "Domain"], house),
    cRoom("CTemplates", "Backends/CTemplates", sources: [.unsafeFlags(["-Wno-c23-extensions"])]),
    room("TemplateBackend", "Backends/Template", ["BackendKit", "CTemplates", "Domain"], house),
    room("A1111Backend", "Backends/A1111", ["BackendKit", "Domain"], house),
    room("KarloBackend", "Backends/Karlo", ["BackendKit", "Domain"], house),
    room("ExecBackend", "Backends/Exec", ["BackendKit", "Domain"], house),
    room("FixtureBackend", "Backends/Fixture", ["BackendKit", "Domain"], house),
]

let edges: [Target] = [
    room(
        "Repositories", "Repositories", ["Domain", "PlatformSQLite", "PlatformSystem", "PlatformDigest"], house),
    room("Configuration", "Configuration", ["Domain", "PlatformTOML"], house),
    room("Words", "Words", ["Domain"], house),
    room("ControlAPI", "Control/API", ["Domain"], house),
    room("ControlClient", "Control/Client", ["ControlAPI", "Domain"], house),
    room("ControlServer", "Control/Server", ["ControlAPI", "Domain", "PlatformHTTPServer", "Words"], house),
    room(
        "App", "App",
        [
            "A1111Backend", "BackendKit", "BackendsFeature", "BackendsSideEffect", "ComfyUIBackend", "Configuration",
            "ControlAPI",
            "ControlServer", "Domain", "ExecBackend", "FixtureBackend", "IntakeFeature",
            "IntakeSideEffect", "JobsFeature", "JobsSideEffect", "KarloBackend", "MVICore", "MVIEffects", "MVIRuntime",
            "NotesFeature", "NotesSideEffect",
            "OpenAIBackend", "PlatformDigest", "PlatformHTTP", "PlatformHTTPServer", "PlatformPictures",
            "PlatformSQLite", "PlatformSystem",
            "PlatformSystemd", "Rendering", "Repositories", "SketchBackend", "TemplateBackend", "TextArt", "Words",
        ], house),
    room(
        "Simulation", "Simulation",
        [
            "App", "BackendKit", "Configuration", "Domain", "IntakeFeature", "JobsFeature", "MVICore",
            "MVIRuntime", "MVISimulation", "OpenAIBackend", "PlatformDigest", "Rendering",
        ], house),
    .executableTarget(
        name: "textifyd", dependencies: ["App"], path: "Sources/textifyd", swiftSettings: house),
    .executableTarget(
        name: "textify",
        dependencies: [
            "Configuration", "ControlAPI", "ControlClient", "Domain", "PlatformHTTP", "PlatformSystem", "Rendering",
            "Words",
        ],
        path: "Sources/textify", swiftSettings: house),
    .target(name: "CFaults", path: "Sources/CFaults", linkerSettings: [.linkedLibrary("dl")]),
    .executableTarget(
        name: "textify-bench",
        dependencies: [
            "CHTTP", "ControlAPI", "ControlClient", "Domain", "Loopback", "PlatformHTTP", "PlatformPictures",
            "MVISimulation", "PlatformSQLite", "PlatformSystem", "Rendering", "Simulation", "TextArt",
        ],
        path: "Sources/textify-bench", swiftSettings: house),
]

let suites: [Target] = [
    .target(name: "CMutex", path: "Tests/ThreadSanitizer/CMutex", linkerSettings: [.linkedLibrary("dl")]),
    .target(
        name: "CLoopback", path: "Tests/Loopback/CLoopback",
        linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto"), .linkedLibrary("z")]),
    .target(
        name: "Loopback", dependencies: ["CLoopback", "CSystem"], path: "Tests/Loopback", exclude: ["CLoopback"],
        swiftSettings: house),
    tests("Domain", "Domain"),
    tests("MVICore", "MVI/Core", ["MVITesting"]),
    tests("MVIRuntime", "MVI/Runtime", ["MVICore", "MVIEffects", "MVITesting", "MVISimulation"]),
    tests("MVITesting", "MVI/Testing", ["MVICore"]),
    tests("MVISimulation", "MVI/Simulation", ["MVICore", "Domain"]),
    tests("Simulation", "Simulation", ["Domain"]),
    tests("TextArt", "TextArt", ["Domain", "CGlyphs", "CTextArt"]),
    tests("Rendering", "Rendering", ["Domain", "TextArt", "PlatformPictures"]),
    tests("IntakeFeature", "Features/Intake/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests(
        "IntakeSideEffect", "Features/Intake/SideEffect",
        [
            "Domain", "IntakeFeature", "MVICore", "MVIEffects", "MVIRuntime", "MVISimulation", "PlatformDigest",
            "PlatformSystem", "Repositories",
        ]),
    tests("JobsFeature", "Features/Jobs/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests(
        "JobsSideEffect", "Features/Jobs/SideEffect",
        ["Domain", "JobsFeature", "MVIEffects", "MVISimulation", "PlatformSystem", "Rendering", "Repositories"]),
    tests("NotesFeature", "Features/Notes/Feature", ["Domain", "MVICore"]),
    tests(
        "NotesSideEffect", "Features/Notes/SideEffect",
        ["Domain", "MVIEffects", "MVISimulation", "NotesFeature", "PlatformSystem"]),
    tests("BackendsFeature", "Features/Backends/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests(
        "BackendsSideEffect", "Features/Backends/SideEffect",
        [
            "BackendKit", "BackendsFeature", "Domain", "MVIEffects", "MVISimulation", "PlatformDigest",
            "PlatformSystem", "Repositories",
        ]),
    .target(
        name: "BackendTransports", dependencies: ["BackendKit", "Domain", "PlatformHTTP"],
        path: "Tests/Backends/Support", swiftSettings: house),
    tests("BackendKit", "Backends/Kit", ["BackendTransports", "Domain", "Loopback"]),
    tests("SketchBackend", "Backends/Sketch", ["BackendKit", "Domain", "PlatformPictures"]),
    tests("OpenAIBackend", "Backends/OpenAI", ["BackendKit", "BackendTransports", "Domain", "Loopback", "Words"]),
    tests("ComfyUIBackend", "Backends/ComfyUI", ["BackendKit", "BackendTransports", "Domain", "Loopback"]),
    tests("TemplateBackend", "Backends/Template", ["BackendKit", "BackendTransports", "Domain", "Loopback", "Words"]),
    tests("A1111Backend", "Backends/A1111", ["BackendKit", "BackendTransports", "Domain", "Loopback"]),
    tests("FixtureBackend", "Backends/Fixture", ["BackendKit", "Domain"]),
    tests("KarloBackend", "Backends/Karlo", ["BackendKit", "BackendTransports", "Domain", "Loopback", "Words"]),
    tests(
        "ExecBackend", "Backends/Exec",
        ["BackendKit", "Domain", "PlatformDigest", "PlatformSystem"]),
    tests(
        "Repositories", "Repositories",
        ["Domain", "MVISimulation", "PlatformSQLite", "PlatformSystem", "PlatformDigest"]),
    tests("PlatformSystem", "Platform/System", ["Domain", "IntakeSideEffect"]),
    tests("PlatformDigest", "Platform/Digest", ["Domain"]),
    tests("PlatformSQLite", "Platform/SQLite"),
    tests("PlatformPictures", "Platform/Pictures", ["Domain"]),
    tests("PlatformTOML", "Platform/TOML", ["Domain"]),
    tests("PlatformSystemd", "Platform/Systemd", ["Domain", "Loopback", "PlatformSystem"]),
    tests("PlatformHTTPServer", "Platform/HTTPServer", ["Domain", "Loopback", "PlatformSystem"]),
    tests("ControlClient", "Control/Client", ["ControlAPI", "Domain"]),
    tests("PlatformFonts", "Platform/Fonts", ["Domain"]),
    tests("PlatformHTTP", "Platform/HTTP", ["Domain", "Loopback"]),
    tests("Configuration", "Configuration", ["Domain", "PlatformTOML"]),
    tests("ControlAPI", "Control/API", ["Domain"]),
    tests(
        "ControlServer", "Control/Server", ["ControlAPI", "Domain", "PlatformHTTPServer", "PlatformSystem", "Words"]),
    tests("Words", "Words", ["Domain"]),
    tests(
        "App", "App",
        [
            "BackendKit", "BackendsFeature", "BackendsSideEffect", "Configuration", "ControlAPI",
            "ControlServer", "Domain", "IntakeFeature", "JobsFeature", "JobsSideEffect", "Loopback", "MVICore",
            "NotesFeature",
            "MVIEffects", "MVIRuntime", "MVISimulation", "PlatformDigest",
            "PlatformPictures", "PlatformSQLite", "PlatformSystem", "PlatformSystemd", "Rendering", "Repositories",
        ]),
    .testTarget(
        name: "ProgramsTests",
        dependencies: [
            "CSystem", "ControlAPI", "ControlClient", "Domain", "Loopback", "PlatformHTTPServer", "PlatformPictures",
            "PlatformSystem",
            "Repositories", "Words", "textify", "textify-bench", "textifyd",
        ],
        path: "Tests/Programs", exclude: ["Screens/Golden"], swiftSettings: house),
    .testTarget(
        name: "ThreadSanitizerTests", dependencies: ["CMutex"], path: "Tests/ThreadSanitizer", exclude: ["CMutex"],
        swiftSettings: house),
    .testTarget(name: "HouseRulesTests", path: "Tests/HouseRules", swiftSettings: house),
]

/// One fuzzer a decoder, and one for all of them: `TEXTIFY_FUZZ=1 swift build --product fuzz-png --sanitize fuzzer`.
func fuzzer(_ decoder: String) -> Target {
    .executableTarget(name: "fuzz-" + decoder, dependencies: ["CFuzz", "CPictures"], path: "Tests/Fuzz/" + decoder)
}

let fuzzers: [Target] =
    !isFuzzing
    ? []
    : ["png", "jpeg", "gif", "webp", "heif", "tiff", "bmp", "pnm"].map(fuzzer) + [
        .target(name: "CFuzz", dependencies: ["CPictures"], path: "Tests/Fuzz/CFuzz"),
        .executableTarget(
            name: "fuzz-picture", dependencies: ["Domain", "PlatformPictures"], path: "Tests/Fuzz/Picture",
            swiftSettings: house + [.unsafeFlags(["-parse-as-library"])]),
    ]

let package = Package(
    name: "textifyd",
    products: [
        .executable(name: "textifyd", targets: ["textifyd"]),
        .executable(name: "textify", targets: ["textify"]),
        .executable(name: "textify-bench", targets: ["textify-bench"]),
        .library(name: "textify-faults", type: .dynamic, targets: ["CFaults"]),
    ],
    targets: platform + core + art + features + edges + suites + fuzzers,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx20
)
