@testable import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

@testable import textify

/// Every screen of the command line, rendered from fixed values.
enum Screen: String, CaseIterable {
    case backends, caches, convert, doctor, errors, help, jobs, show, spend, status, top
    case commandHelp = "command-help"
    case noJobs = "jobs-none"
    case failedJob = "show-failed"
    case gallery
    case galleryArtwork = "gallery-artwork"
    case galleryHelp = "gallery-help"
    case runningJob = "show-running"
    case nothingSpent = "spend-nothing"
    case allWell = "status-well"
    case quietTop = "top-well"

    func lines(_ formatter: LineFormatter) -> [String] {
        switch self {
        case .backends: StatusFormatter(formatter: formatter).backends(ScreenSamples.troubled.backends)
        case .caches: StatusFormatter(formatter: formatter).caches(ScreenSamples.troubled.caches)
        case .convert: Self.split(Usage(formatter: formatter).convert())
        case .doctor: DoctorFormatter(formatter: formatter).all(ScreenSamples.findings(formatter.words))
        case .errors: Self.errors(formatter.words)
        case .help: Self.split(Usage(formatter: formatter).all(CommandTable.all))
        case .commandHelp: Self.commands(Usage(formatter: formatter))
        case .jobs: JobFormatter(formatter: formatter).table(ScreenSamples.jobs)
        case .noJobs: JobFormatter(formatter: formatter).table([])
        case .show: JobFormatter(formatter: formatter).detail(ScreenSamples.done)
        case .failedJob: JobFormatter(formatter: formatter).detail(ScreenSamples.failed)
        case .gallery: Self.gallery([.right, .down], formatter)
        case .galleryArtwork: Self.gallery([.enter], formatter)
        case .galleryHelp: Self.gallery([.character("?")], formatter)
        case .runningJob: JobFormatter(formatter: formatter).detail(ScreenSamples.running)
        case .spend: SpendFormatter(formatter: formatter).all(ScreenSamples.spent)
        case .nothingSpent: SpendFormatter(formatter: formatter).all(ScreenSamples.unspent)
        case .status: StatusFormatter(formatter: formatter).all(ScreenSamples.troubled)
        case .allWell: StatusFormatter(formatter: formatter).all(ScreenSamples.well)
        case .top: Self.top(ScreenSamples.troubled, ScreenSamples.jobs, formatter)
        case .quietTop: Self.top(ScreenSamples.well, [], formatter)
        }
    }

    private static func top(_ status: Status, _ jobs: [JobSummary], _ formatter: LineFormatter) -> [String] {
        let art = ScreenArt(title: "cat.txt", " /\\_/\\ \n( o.o )\n > ^ < \n")
        let screen = TopScreen(
            words: formatter.words, status: status, jobs: jobs, art: art, trouble: nil,
            now: ScreenSamples.noon + 5_400_000)
        let size = TerminalSize(columns: formatter.width ?? 80, rows: 30)
        return screen.lines(size, isColored: false).map(\.text.trimmingEnd)
    }

    private static func gallery(_ keys: [TerminalKey], _ formatter: LineFormatter) -> [String] {
        let size = TerminalSize(columns: formatter.width ?? 80, rows: 24)
        let layout = GridLayout(screen: size)
        var state = GalleryState()
        state.show(ArtworkList(artworks: ScreenSamples.artworks, next: "more"), of: "tag:sea")
        state.count(ArtworkTotal(artworks: 1_234, isComplete: true))
        for key in keys { _ = state.press(key, layout) }
        var thumbnails = ThumbnailStore()
        for (id, art) in ScreenSamples.thumbnails {
            for room in [layout.art, GalleryScreen.artRoom(size)] {
                thumbnails.store(art(room), ThumbnailStore.Key(id, room))
            }
        }
        let screen = GalleryScreen(state: state, thumbnails: thumbnails, formatter: formatter)
        return screen.lines(size, isColored: false).map(\.text.trimmingEnd)
    }

    private static func commands(_ usage: Usage) -> [String] {
        let shown = CommandTable.all.filter { $0.name != ConvertCommand.name && $0.name != SubmitCommand.name }
        return shown.flatMap { split(usage.command($0)) + [""] }
    }

    private static func errors(_ words: Wording) -> [String] {
        let socket = "/run/textifyd/control.sock"
        let failures: [ControlClientFailure] = [
            .noSocket(tried: [socket, "/home/mina/.local/state/textifyd/control.sock"]),
            .unreachable(socket: socket, .cancelled(host: "", wasSent: true)),
            .unreachable(socket: socket, .notSent(host: "", HTTPFault(.connect))),
            .garbled(socket: socket, status: 404),
            .refused(
                Problem(
                    title: "", status: 422, detail: "a", code: "",
                    errors: [
                        Problem.Field(field: "art.columns", code: "", detail: "b")
                    ], candidates: ["01k0c2n6d3s8x4v9b7m5q1w2e3"])),
        ]
        let unanswered: [HTTPFailure] = [
            .notSent(host: "", HTTPFault(.connect)), .sentNoAnswer(host: "", HTTPFault(.timeout)),
            .sentNoAnswer(host: "", HTTPFault(.connect)), .headersTooLarge(host: "", limit: 1),
            .cancelled(host: "", wasSent: true),
        ]
        let texts = failures.compactMap { CommandFailure($0, words).text }.flatMap(split)
        return texts + unanswered.map { words.unreachable(socket, $0) } + usages(words) + conversions(words)
            + ends(words)
    }

    private static func usages(_ words: Wording) -> [String] {
        Wording.Operand.allCases.flatMap { [words.missing($0), words.tooMany(2, $0)] } + [
            words.notExpected("now"), words.notANumber("limit", 1...1000, "many"),
            words.noSuchCommand("stauts", nearest: ["status"]),
            words.noSuchCommand("re", nearest: ["retry", "resume"]),
            words.noSuchCommand("x", nearest: []), words.notADuration("timeout", 1, 3600, "soon"),
            words.missingPicture("dog.png"), words.confirmPrompt("dog.png"), words.nothingSubmitted,
            words.sinceWithDays,
            words.outOfThreads, words.notJSON, words.socketDenied("/run/a"),
            words.whichBackend, words.idsWithFilter, words.noJobGiven, words.noLastJob, words.eventsEnded,
            words.eventsMissed(nil), words.eventsMissed(1), words.eventsMissed(7), words.topNeedsTerminal,
            words.galleryNeedsTerminal,
            words.topNeedsKeys, words.noAnswer, words.standardInput, words.standardOutput, words.noServiceProgram,
        ]
    }

    private static func conversions(_ words: Wording) -> [String] {
        [
            words.tooLargeToCopy(bytes: 80_000, limit: 74_994), words.clipboardUnavailable, words.charactersConflict,
            words.whichPicture, words.unknownEnding("cat.gif", ["txt", "html"]), words.standardInputTwice,
            words.overwritesItself("cat.png"), words.tooManyForOneFile(3),
            words.notShown("png", inTerminal: true, many: false), words.notShown("png", inTerminal: false, many: true),
            words.copyNeedsOnePicture, words.noPreset("ric", nearest: "irc", []),
            words.noPreset("x", nearest: nil, ["irc", "motd"]),
            words.notUTF8("poem.txt"), words.emptyText("poem.txt"), words.progress(2, of: 9, "cat.png"),
            words.partiallyShown("…"), words.notScored("cat.png"),
        ]
    }

    private static func ends(_ words: Wording) -> [String] {
        let states = ["queued", "submitting", "submitted", "generated", "staged", "cancelled"]
        return states.map(words.cancelled) + [
            words.now("queued"), words.forgotten("5q1w2e3a"), words.cleared("renderings"),
            words.allFinished([]), words.allFinished([("done", 2), ("failed", 1)]), words.serviceLine(phase: "paused"),
            words.unfinished("5q1w2e3a", "held", words.seeDetails("5q1w2e3a")), words.ended("5q1w2e3a", "failed", "…"),
            StatusCheck.line(ScreenSamples.troubled, words), StatusCheck.line(ScreenSamples.well, words),
        ]
    }

    private static func split(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
