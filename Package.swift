// swift-tools-version: 6.2
import PackageDescription

// Every module's imports are the dependencies it declares here; `Tests/run` builds with the check for it. Modules with `pure`
// and `overC` settings, and the folders of all, are read from this file by the house rules as well.

/// Every module: the Swift 6 language mode plus the features that the next mode will turn on.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]

/// Pure modules are compiled without the concurrency module in scope: no task, no clock, no actor attribute.
let pure: [SwiftSetting] = house + [.unsafeFlags(["-Xfrontend", "-disable-implicit-concurrency-module-import"])]

/// Modules over C: every expression that the compiler cannot prove safe is marked `unsafe`.
let overC: [SwiftSetting] = house + [.strictMemorySafety()]

/// Optimises debug builds too. For modules that compute every pixel, and their tests: unoptimised they would take half
/// of the tests' time.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// For modules of texts and forms, whose size matters more than their speed.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Fuzzers have no `main` of their own, so a plain build could not link them. They are declared on request only.
let isFuzzing = Context.environment["TEXTIFY_FUZZ"] != nil

func module(_ name: String, _ path: String, _ needs: [Target.Dependency] = [], _ settings: [SwiftSetting]) -> Target {
    .target(name: name, dependencies: needs, path: "Sources/" + path, swiftSettings: settings)
}

func cModule(_ name: String, _ path: String, links: [String] = [], sources: [CSetting] = []) -> Target {
    .target(
        name: name, path: "Sources/" + path, cSettings: sources, linkerSettings: links.map { .linkedLibrary($0) })
}

func harness(
    _ name: String, _ path: String, _ needs: [Target.Dependency], exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: needs, path: "Tests/Harness/" + path, exclude: exclude, swiftSettings: house)
}

func tests(
    _ module: String, _ path: String, _ needs: [Target.Dependency] = [], _ settings: [SwiftSetting] = house
) -> Target {
    .testTarget(
        name: module + "Tests", dependencies: [.init(stringLiteral: module)] + needs, path: "Tests/" + path,
        swiftSettings: settings)
}

let platform: [Target] = [
    cModule("CThreads", "Platform/Concurrency/CThreads", sources: [.define("_GNU_SOURCE")]),
    module("PlatformConcurrency", "Platform/Concurrency/Swift", ["CThreads"], overC),
    cModule("CSystem", "Platform/System/CSystem", sources: [.define("_GNU_SOURCE")]),
    module("PlatformSystem", "Platform/System/Swift", ["CSystem", "Domain", "PlatformConcurrency"], overC),
    .systemLibrary(name: "CCrypto", path: "Sources/Platform/Digest/CCrypto", pkgConfig: "libcrypto"),
    module("PlatformDigest", "Platform/Digest/Swift", ["CCrypto", "Domain"], overC),
    .systemLibrary(name: "CSQLite", path: "Sources/Platform/SQLite/CSQLite", pkgConfig: "sqlite3"),
    module("PlatformSQL", "Platform/SQL", [], house),
    module("PlatformSQLite", "Platform/SQLite/Swift", ["CSQLite", "PlatformSQL"], overC),
    cModule("CPostgreSQL", "Platform/PostgreSQL/CPostgreSQL", links: ["dl"]),
    module("PlatformPostgreSQL", "Platform/PostgreSQL/Swift", ["CPostgreSQL", "PlatformSQL"], overC),
    cModule(
        "CPictures", "Platform/Pictures/CPictures", links: ["png16", "jpeg", "z", "dl"],
        sources: isFuzzing ? [.define("PICTURES_IN_PROCESS")] : []),
    module("PlatformPictures", "Platform/Pictures/Swift", ["CPictures", "Domain"], overC),
    .target(name: "CTOML", path: "Sources/Platform/TOML/CTOML", cxxSettings: [.define("TOML_EXCEPTIONS", to: "0")]),
    module("PlatformTOML", "Platform/TOML/Swift", ["CTOML", "Domain", "PlatformConcurrency"], overC),
    cModule(
        "CHTTPServer", "Platform/HTTPServer/CHTTPServer", links: ["microhttpd"], sources: [.define("_GNU_SOURCE")]),
    cModule("CSystemd", "Platform/Systemd/CSystemd", links: ["systemd"]),
    module("PlatformSystemd", "Platform/Systemd/Swift", ["CSystemd", "Domain", "PlatformSystem"], overC),
    module("PlatformHTTPServer", "Platform/HTTPServer/Swift", ["CHTTPServer", "Domain", "PlatformConcurrency"], overC),
    cModule("CFonts", "Platform/Fonts/CFonts", links: ["dl"], sources: [.unsafeFlags(["-I/usr/include/freetype2"])]),
    module("PlatformFonts", "Platform/Fonts/Swift", ["CFonts", "Domain"], overC),
    cModule("CArchives", "Platform/Archives/CArchives", links: ["archive"]),
    module("PlatformArchives", "Platform/Archives/Swift", ["CArchives"], overC),
    cModule("CCompression", "Platform/Compression/CCompression", links: ["z"]),
    module("PlatformCompression", "Platform/Compression/Swift", ["CCompression"], overC),
    cModule("CHTTP", "Platform/HTTP/CHTTP", links: ["dl", "z"]),
    module("PlatformHTTP", "Platform/HTTP/Swift", ["CHTTP", "Domain", "PlatformConcurrency"], overC),
]

let core: [Target] = [
    module("Domain", "Domain", [], pure),
    module("MVICore", "MVI/Core", ["Domain"], pure),
    module("MVIEffects", "MVI/Effects", ["MVICore"], house),
    module("MVIRuntime", "MVI/Runtime", ["Domain", "MVICore", "MVIEffects", "PlatformConcurrency"], house),
]

let art: [Target] = [
    .target(
        name: "CGlyphs", path: "Sources/CGlyphs", exclude: ["Tables"],
        cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
    .target(
        name: "CPlayer", path: "Sources/CPlayer", exclude: ["Files"],
        cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
    cModule("CTextArt", "CTextArt", sources: [.unsafeFlags(["-O2", "-ffp-contract=off"])]),
    module("TextArt", "TextArt", ["Domain", "CGlyphs", "CPlayer", "CTextArt"], pure + optimised),
    module(
        "Rendering", "Rendering", ["Domain", "TextArt", "PlatformDigest", "PlatformFonts", "PlatformPictures"], house),
]

let features: [Target] = [
    module("IntakeFeature", "Features/Intake/Feature", ["MVICore", "Domain"], pure),
    module(
        "IntakeSideEffect", "Features/Intake/SideEffect", ["IntakeFeature", "MVICore", "MVIEffects", "Domain"], house),
    module("JobsFeature", "Features/Jobs/Feature", ["MVICore", "Domain"], pure),
    module(
        "JobsSideEffect", "Features/Jobs/SideEffect", ["JobsFeature", "MVIEffects", "Domain", "Rendering"],
        house),
    module("NotesFeature", "Features/Notes/Feature", ["MVICore", "Domain"], pure),
    module("NotesSideEffect", "Features/Notes/SideEffect", ["NotesFeature", "MVIEffects", "Domain"], house),
    module("GatesFeature", "Features/Gates/Feature", ["MVICore", "Domain"], pure),
    module("GatesSideEffect", "Features/Gates/SideEffect", ["GatesFeature", "MVIEffects", "Domain"], house),
    module("NotificationsFeature", "Features/Notifications/Feature", ["MVICore", "Domain"], pure),
    module(
        "NotificationsSideEffect", "Features/Notifications/SideEffect",
        ["NotificationsFeature", "MVIEffects", "Domain"], house),
    module("PlansFeature", "Features/Plans/Feature", ["MVICore", "Domain"], pure),
    module("PlansSideEffect", "Features/Plans/SideEffect", ["PlansFeature", "MVIEffects", "Domain"], house),
    module("FleetFeature", "Features/Fleet/Feature", ["MVICore", "Domain"], pure),
    module("FleetSideEffect", "Features/Fleet/SideEffect", ["FleetFeature", "MVIEffects", "Domain"], house),
    module("LibraryFeature", "Features/Library/Feature", ["MVICore", "Domain"], pure),
    module("LibrarySideEffect", "Features/Library/SideEffect", ["LibraryFeature", "MVIEffects", "Domain"], house),
    module("ServiceFeature", "Features/Service/Feature", ["MVICore", "Domain"], pure),
    module("BackendsFeature", "Features/Backends/Feature", ["MVICore", "Domain"], pure),
    module(
        "BackendsSideEffect", "Features/Backends/SideEffect",
        ["BackendsFeature", "MVIEffects", "Domain", "BackendKit"], house),
    module("BackendKit", "Backends/Kit", ["Domain"], house),
    module("SketchBackend", "Backends/Sketch", ["BackendKit", "Domain"], house + optimised),
    cModule("CTemplates", "Backends/CTemplates", sources: [.unsafeFlags(["-Wno-c23-extensions"])]),
    module("BackendKinds", "Backends/Kinds", ["BackendKit", "CTemplates", "Domain", "PlatformConcurrency"], house),
    module("Channels", "Channels", ["BackendKit", "Domain", "PlatformConcurrency"], house),
]

let edges: [Target] = [
    cModule("CLikeness", "CLikeness", sources: [.unsafeFlags(["-O2"])]),
    module(
        "Repositories", "Repositories",
        [
            "CLikeness", "Domain", "PlatformConcurrency", "PlatformDigest", "PlatformPostgreSQL", "PlatformSQL",
            "PlatformSQLite", "PlatformSystem",
        ],
        house),
    module("Configuration", "Configuration", ["Domain", "PlatformTOML"], house),
    module("Words", "Words", ["Domain"], house),
    module("ControlAPI", "Control/API", ["Domain"], house),
    module("ControlClient", "Control/Client", ["ControlAPI", "Domain"], house),
    cModule("COpenAPI", "Control/COpenAPI", sources: [.unsafeFlags(["-Wno-c23-extensions"])]),
    module(
        "ControlServer", "Control/Server",
        ["COpenAPI", "ControlAPI", "Domain", "PlatformConcurrency", "PlatformHTTPServer", "Words"], house),
    .target(
        name: "CWebAssets", path: "Sources/Web/CWebAssets", exclude: ["Files"],
        cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
    module(
        "Web", "Web/Swift",
        [
            "CWebAssets", "ControlAPI", "Domain", "PlatformCompression", "PlatformDigest", "PlatformHTTPServer",
            "Words",
        ], house + small),
    module(
        "App", "App",
        [
            "BackendKinds", "BackendKit", "BackendsFeature", "BackendsSideEffect", "Channels", "Configuration",
            "ControlAPI", "ControlServer", "Domain", "FleetFeature", "FleetSideEffect", "GatesFeature",
            "GatesSideEffect",
            "IntakeFeature", "IntakeSideEffect", "JobsFeature",
            "JobsSideEffect", "MVICore",
            "LibraryFeature", "LibrarySideEffect", "MVIEffects", "MVIRuntime",
            "NotesFeature", "NotesSideEffect", "NotificationsFeature", "NotificationsSideEffect", "PlansFeature",
            "PlansSideEffect", "PlatformConcurrency", "PlatformDigest", "PlatformHTTP",
            "PlatformHTTPServer",
            "PlatformPictures", "PlatformPostgreSQL", "PlatformSystem", "PlatformSystemd", "Rendering", "Repositories",
            "ServiceFeature", "SketchBackend", "TextArt", "Web", "Words",
        ], house),
    .executableTarget(
        name: "textifyd", dependencies: ["App"], path: "Sources/textifyd", swiftSettings: house),
    .executableTarget(
        name: "textify",
        dependencies: [
            "BackendKinds", "Configuration", "ControlAPI", "ControlClient", "Domain", "PlatformArchives",
            "PlatformDigest", "PlatformHTTP", "PlatformSystem", "Rendering", "Words",
        ],
        path: "Sources/textify", swiftSettings: house),
]

/// What tests and measurements are built from. None of it ships in a program: `Tests/Harness/README.md`.
let harnessModules: [Target] = [
    harness("MVITesting", "Testing", ["MVICore"]),
    harness("TestFolders", "Folders", ["Domain"]),
    harness("TestPictures", "Pictures", []),
    harness("TestPostgreSQL", "PostgreSQL", ["CSystem", "PlatformConcurrency", "PlatformPostgreSQL", "PlatformSQL"]),
    .target(name: "CSchedule", path: "Tests/Harness/CSchedule"),
    harness("MVISimulation", "Models", ["CSchedule", "Domain"]),
    harness(
        "Simulation", "Simulation",
        [
            "App", "BackendKinds", "BackendKit", "Configuration", "Domain", "FleetFeature", "GatesSideEffect",
            "IntakeFeature", "JobsFeature", "MVICore", "MVIRuntime", "MVISimulation", "PlansFeature", "PlatformDigest",
            "Rendering",
            "Repositories",
        ]),
    .target(
        name: "CLoopback", path: "Tests/Harness/Loopback/CLoopback",
        linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto"), .linkedLibrary("z")]),
    harness("Loopback", "Loopback", ["CLoopback", "CSystem", "PlatformConcurrency"], exclude: ["CLoopback"]),
    harness("TestBucket", "Bucket", ["Domain", "Loopback", "PlatformDigest"]),
    harness("BackendTransports", "Transports", ["BackendKit", "Domain", "PlatformHTTP"]),
    harness("ControlContract", "Contract", ["ControlAPI", "Domain"]),
    .target(name: "CFaults", path: "Tests/Harness/CFaults", linkerSettings: [.linkedLibrary("dl")]),
    .executableTarget(
        name: "gate-check", dependencies: ["Domain", "PlatformSystem"], path: "Tests/Harness/GateCheck",
        swiftSettings: house),
    .executableTarget(
        name: "textify-bench",
        dependencies: [
            "CHTTP", "ControlAPI", "ControlClient", "Domain", "Loopback", "MVISimulation", "PlatformConcurrency",
            "PlatformDigest", "PlatformHTTP", "PlatformPictures", "PlatformPostgreSQL", "PlatformSQL", "PlatformSQLite",
            "PlatformSystem", "Rendering", "Repositories", "Simulation", "TestBucket", "TestPostgreSQL", "TextArt",
        ],
        path: "Tests/Harness/Benchmarks", swiftSettings: house),
]

let suites: [Target] = [
    .target(name: "CMutex", path: "Tests/ThreadSanitizer/CMutex", linkerSettings: [.linkedLibrary("dl")]),
    tests("Domain", "Domain", ["PlatformDigest"]),
    tests("MVICore", "MVI/Core"),
    tests(
        "MVIRuntime", "MVI/Runtime",
        ["Domain", "MVICore", "MVIEffects", "MVISimulation", "PlatformConcurrency"]),
    tests("MVITesting", "HarnessTests/Testing", ["MVICore"]),
    tests("TestFolders", "HarnessTests/Folders", ["Domain"]),
    tests("MVISimulation", "HarnessTests/Models", ["Domain"]),
    tests("Simulation", "HarnessTests/Simulation", ["Domain"]),
    tests("ControlContract", "HarnessTests/Contract", ["Domain"]),
    tests("TextArt", "TextArt", ["Domain", "CTextArt", "PlatformDigest"], house + optimised),
    tests(
        "Rendering", "Rendering", ["Domain", "PlatformDigest", "PlatformPictures", "TestPictures", "TextArt"]),
    tests("IntakeFeature", "Features/Intake/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests(
        "IntakeSideEffect", "Features/Intake/SideEffect",
        [
            "Domain", "IntakeFeature", "MVICore", "MVIEffects", "MVIRuntime", "MVISimulation", "PlatformDigest",
            "PlatformConcurrency", "PlatformSystem", "Repositories", "TestFolders",
        ]),
    tests("JobsFeature", "Features/Jobs/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests(
        "JobsSideEffect", "Features/Jobs/SideEffect",
        [
            "Domain", "JobsFeature", "MVIEffects", "MVISimulation", "PlatformDigest", "PlatformConcurrency",
            "PlatformSystem", "Rendering",
            "Repositories", "TestFolders",
        ]),
    tests("LibraryFeature", "Features/Library/Feature", ["Domain", "MVICore"]),
    tests(
        "LibrarySideEffect", "Features/Library/SideEffect",
        [
            "Domain", "LibraryFeature", "MVIEffects", "MVISimulation", "PlatformConcurrency", "Repositories",
            "TestFolders",
        ]),
    tests("GatesFeature", "Features/Gates/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests(
        "GatesSideEffect", "Features/Gates/SideEffect",
        ["Domain", "PlatformConcurrency", "PlatformSystem", "TestFolders"]),
    tests("NotificationsFeature", "Features/Notifications/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests("PlansFeature", "Features/Plans/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests("PlansSideEffect", "Features/Plans/SideEffect", ["Domain", "MVISimulation", "PlansFeature"]),
    tests("FleetFeature", "Features/Fleet/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests("FleetSideEffect", "Features/Fleet/SideEffect", ["Domain", "FleetFeature", "MVIEffects"]),
    tests("NotesFeature", "Features/Notes/Feature", ["Domain", "MVICore"]),
    tests(
        "NotesSideEffect", "Features/Notes/SideEffect",
        [
            "Domain", "MVIEffects", "MVISimulation", "NotesFeature", "PlatformConcurrency", "PlatformSystem",
            "TestFolders",
        ]),
    tests("ServiceFeature", "Features/Service/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests("BackendsFeature", "Features/Backends/Feature", ["Domain", "MVICore", "MVITesting"]),
    tests(
        "BackendsSideEffect", "Features/Backends/SideEffect",
        [
            "BackendKit", "BackendsFeature", "Domain", "MVIEffects", "MVISimulation", "PlatformDigest",
            "PlatformConcurrency", "PlatformSystem", "Repositories", "TestFolders",
        ]),
    tests("BackendKit", "Backends/Kit", ["BackendTransports", "Domain", "Loopback"]),
    tests("SketchBackend", "Backends/Sketch", ["BackendKit", "Domain"]),
    tests(
        "BackendKinds", "Backends/Kinds",
        [
            "BackendKit", "BackendTransports", "Configuration", "Domain", "Loopback", "PlatformConcurrency",
            "PlatformDigest", "PlatformSystem", "TestFolders", "Words",
        ]),
    tests(
        "Channels", "Channels",
        [
            "BackendKit", "BackendTransports", "Domain", "PlatformConcurrency", "PlatformSystem", "TestFolders",
        ]),
    tests(
        "NotificationsSideEffect", "Features/Notifications/SideEffect",
        ["Domain", "MVIEffects", "MVISimulation", "NotificationsFeature"]),
    tests(
        "Repositories", "Repositories",
        [
            "Domain", "Loopback", "MVISimulation", "PlatformConcurrency", "PlatformDigest", "PlatformHTTP",
            "PlatformPostgreSQL", "PlatformSQL", "PlatformSQLite", "PlatformSystem", "TestBucket", "TestFolders",
            "TestPostgreSQL",
        ]),
    tests("PlatformConcurrency", "Platform/Concurrency"),
    tests("PlatformSystem", "Platform/System", ["Domain", "IntakeSideEffect", "PlatformConcurrency", "TestFolders"]),
    tests("PlatformArchives", "Platform/Archives", ["Domain", "TestFolders"]),
    tests("PlatformDigest", "Platform/Digest", ["Domain"]),
    tests("PlatformSQL", "Platform/SQL"),
    tests("PlatformPostgreSQL", "Platform/PostgreSQL", ["PlatformSQL", "TestPostgreSQL"]),
    tests("PlatformSQLite", "Platform/SQLite", ["Domain", "PlatformSQL", "TestFolders"]),
    tests("PlatformPictures", "Platform/Pictures", ["Domain", "TestFolders", "TestPictures"]),
    tests("PlatformTOML", "Platform/TOML", ["Domain"]),
    tests("PlatformSystemd", "Platform/Systemd", ["Domain", "Loopback", "PlatformSystem", "TestFolders"]),
    tests(
        "PlatformHTTPServer", "Platform/HTTPServer",
        ["Domain", "Loopback", "PlatformConcurrency", "PlatformSystem", "TestFolders"]),
    tests("ControlClient", "Control/Client", ["ControlAPI", "Domain"]),
    tests("PlatformFonts", "Platform/Fonts", ["Domain", "TestFolders"]),
    tests("PlatformHTTP", "Platform/HTTP", ["CHTTP", "Domain", "Loopback", "TestFolders"]),
    tests("Configuration", "Configuration", ["BackendKinds", "BackendKit", "Domain", "TestFolders"]),
    tests("ControlAPI", "Control/API", ["Domain"]),
    tests(
        "ControlServer", "Control/Server",
        [
            "ControlAPI", "ControlContract", "Domain", "PlatformHTTPServer", "PlatformConcurrency", "PlatformSystem",
            "Words", "TestFolders",
        ]),
    tests("Web", "Web/Swift", ["ControlAPI", "Domain", "PlatformHTTPServer", "Words"]),
    tests("PlatformCompression", "Platform/Compression"),
    tests("Words", "Words", ["Domain"]),
    tests(
        "App", "App",
        [
            "BackendKinds", "BackendKit", "BackendsFeature", "BackendsSideEffect", "Configuration", "ControlAPI",
            "ControlServer", "Domain", "FleetFeature", "GatesFeature", "IntakeFeature", "JobsFeature", "JobsSideEffect",
            "LibraryFeature", "Loopback", "MVICore", "NotesFeature", "PlansFeature",
            "MVIEffects", "MVIRuntime", "MVISimulation", "PlatformDigest",
            "PlatformPictures", "PlatformSQL", "PlatformSQLite", "PlatformConcurrency", "PlatformSystem",
            "PlatformSystemd",
            "Rendering", "Repositories",
            "Words",
            "ServiceFeature", "TestFolders",
        ]),
    .testTarget(
        name: "ProgramsTests",
        dependencies: [
            "CSystem", "ControlAPI", "ControlClient", "ControlContract", "Domain", "Loopback", "PlatformHTTPServer",
            "PlatformPictures", "PlatformPostgreSQL", "PlatformSQL", "PlatformSQLite", "PlatformConcurrency",
            "PlatformSystem", "Repositories", "TestFolders", "TestPictures", "TestPostgreSQL", "Words", "textify",
            "textify-bench", "textifyd",
        ],
        path: "Tests/Programs", exclude: ["GeneratedClient/check.py", "S3Server/serve.py", "Screens/Golden"],
        swiftSettings: house),
    .testTarget(
        name: "ThreadSanitizerTests", dependencies: ["CMutex"], path: "Tests/ThreadSanitizer", exclude: ["CMutex"],
        swiftSettings: house),
    .testTarget(
        name: "HouseRulesTests", dependencies: ["TestFolders"], path: "Tests/HouseRules", swiftSettings: house),
]

/// One fuzzer a decoder, and one for all of them: `TEXTIFY_FUZZ=1 swift build --product fuzz-png --sanitize fuzzer`.
func fuzzer(_ decoder: String) -> Target {
    .executableTarget(
        name: "fuzz-" + decoder, dependencies: ["CFuzz", "CPictures"], path: "Tests/Harness/Fuzz/" + decoder)
}

let fuzzers: [Target] =
    !isFuzzing
    ? []
    : ["png", "jpeg", "gif", "webp", "heif", "tiff", "bmp", "pnm", "gif-clip", "png-clip", "webp-clip"].map(fuzzer) + [
        .target(name: "CFuzz", dependencies: ["CPictures"], path: "Tests/Harness/Fuzz/CFuzz"),
        .executableTarget(
            name: "fuzz-picture", dependencies: ["Domain", "PlatformPictures"], path: "Tests/Harness/Fuzz/Picture",
            swiftSettings: house + [.unsafeFlags(["-parse-as-library"])]),
    ]

let everything = platform + core + art + features + edges + harnessModules + suites + fuzzers

/// The targets with these names and all that they depend on.
func closure(of names: [String], in targets: [Target]) -> [Target] {
    var found: Set<String> = []
    var open = names
    while let name = open.popLast() {
        guard found.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
        for case .byNameItem(let needed, _) in target.dependencies { open.append(needed) }
    }
    return targets.filter { found.contains($0.name) }
}

/// With `TEXTIFY_SUITES="MVIRuntimeTests JobsFeatureTests"` the package consists of these test targets and what they
/// need. A sanitizer's build of a few of them takes a fraction of the time that the whole package takes.
let chosenSuites = Context.environment["TEXTIFY_SUITES"]?.split(separator: " ").map(String.init)

let package = Package(
    name: "textifyd",
    products: chosenSuites != nil
        ? []
        : [
            .executable(name: "textifyd", targets: ["textifyd"]),
            .executable(name: "textify", targets: ["textify"]),
            .executable(name: "textify-bench", targets: ["textify-bench"]),
            .library(name: "textify-faults", type: .dynamic, targets: ["CFaults"]),
        ],
    targets: chosenSuites.map { closure(of: $0, in: everything) } ?? everything,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx20
)
