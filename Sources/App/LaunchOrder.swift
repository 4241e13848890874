import Configuration
import Domain
import PlatformSystem
import Words

/// What a command line asks of the service.
struct LaunchOrder: Equatable {
    enum Task: Equatable {
        case serve
        case once
        case check
        /// Demo folders below this one.
        case demo(String)
        /// Hold a backend against the rules, and end.
        case trial(TrialOrder)
        case help
        case version
    }

    let task: Task
    let words: LaunchWords

    /// `language`: what a wrong option is told in.
    init(_ arguments: [[UInt8]], in language: Language = .english) throws(LaunchFailure) {
        let parsed = try Self.parse(arguments, language)
        if let stranger = parsed.positionals.first {
            let word = FileName(bytes: stranger).shown
            throw LaunchFailure(
                .usage, "“\(word)” is not expected: folders are given by --watch and --outbox. See --help.")
        }
        var texts: [String: String] = [:]
        for option in parsed.options { texts[option.name] = try Self.text(option, language) }
        words = LaunchWords(
            config: texts["config"], watch: texts["watch"], outbox: texts["outbox"], state: texts["state"],
            socket: texts["socket"])
        task = try Self.task(texts)
    }

    /// What only tells something wins over what does something.
    private static func task(_ texts: [String: String]) throws(LaunchFailure) -> Task {
        if texts["help"] != nil { return .help }
        if texts["version"] != nil { return .version }
        if texts["check"] != nil { return .check }
        if let backend = texts["test-backend"] { return .trial(try trial(of: backend, texts)) }
        for name in ["generate", "yes"] where texts[name] != nil {
            throw LaunchFailure(.usage, "--\(name) goes with --test-backend alone.")
        }
        guard let place = texts["demo"] else { return texts["once"] == nil ? .serve : .once }
        for name in ["once", "config", "watch", "outbox", "state", "socket"] where texts[name] != nil {
            throw LaunchFailure(
                .usage, "--demo serves folders of its own and can't stand together with --\(name).")
        }
        return .demo(place)
    }

    private static func trial(
        of backend: String, _ texts: [String: String]
    ) throws(LaunchFailure) -> TrialOrder {
        var order = TrialOrder(backend: backend, isAgreed: texts["yes"] != nil)
        guard let text = texts["generate"] else { return order }
        guard let count = Int(text), 1...100 ~= count else {
            throw LaunchFailure(.usage, "--generate: give a whole number from 1 to 100.")
        }
        order.pictures = count
        return order
    }

    /// An empty value comes of an unset variable: taken for a path it would mean the folder where the person is.
    private static func text(
        _ option: ParsedOptions.Found, _ language: Language
    ) throws(LaunchFailure) -> String {
        guard let value = option.value else { return "" }
        if value.isEmpty { throw refusal(.missingValue(option: "--" + option.name), language) }
        if let text = FileName(bytes: value).text { return text }
        throw LaunchFailure(
            .usage,
            "--\(option.name) \(FileName(bytes: value)) is no UTF-8. Give the folder another name, or a link to it.")
    }

    private static let options = OptionParser([
        OptionSpec("config", .required), OptionSpec("watch", .required), OptionSpec("outbox", .required),
        OptionSpec("state", .required), OptionSpec("socket", .required), OptionSpec("demo", .required),
        OptionSpec("test-backend", .required), OptionSpec("generate", .required), OptionSpec("yes"), OptionSpec("once"),
        OptionSpec("check"), OptionSpec("version"), OptionSpec("help", letter: "h"),
    ])

    private static func parse(
        _ arguments: [[UInt8]], _ language: Language
    ) throws(LaunchFailure) -> ParsedOptions {
        do throws(OptionFailure) { return try options.parse(arguments) } catch { throw refusal(error, language) }
    }

    private static func refusal(_ failure: OptionFailure, _ language: Language) -> LaunchFailure {
        LaunchFailure(.usage, Wording(language).sentence(failure, among: options.options.map(\.name)))
    }
}
