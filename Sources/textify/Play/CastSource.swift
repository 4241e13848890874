import Domain
import Glibc
import PlatformSystem
import Words

/// The frames of an asciicast, read as they are played.
struct CastSource: FrameSource {
    struct Options {
        /// The longest time between two frames in milliseconds; `nil` for the recording's own limit.
        var idle: Double?
        /// The recording is shown on a screen of its own.
        var isFullScreen = false
    }

    /// The bytes within which a recording shows whether it needs the whole screen.
    private static let look = 1 << 20
    private static let chunk = 1 << 16

    private let descriptor: Int32
    private let shown: String
    private var options: Options
    private var reader = AsciicastReader()
    private var filter = TerminalFilter()
    private var isAtEnd = false
    /// Read, but not given to the reader yet.
    private var ahead: [UInt8] = []
    /// An event that was read together with the header.
    private var first: AsciicastEvent?
    /// In milliseconds. `pending` is the time of events that show nothing.
    private var (due, pending) = (0.0, 0.0)
    private var isEnded = false
    /// Put before the next frame.
    private var prefix: [UInt8] = []
    /// Whether text was shown behind the last line break.
    private var isMidLine = false

    /// Reads `descriptor`, which must stay open. `shown` is the file's name for messages.
    init(_ descriptor: Int32, shown: String, idle: Double? = nil) {
        self.descriptor = descriptor
        self.shown = shown
        options = Options(idle: idle)
    }

    var header: AsciicastHeader? { reader.header }

    /// What the terminal needs after the last frame, besides `TerminalFilter.restoring`: back from the recording's
    /// alternate screen, or to a line of its own.
    var closing: [UInt8] {
        if options.isFullScreen { return [] }
        if filter.isAlternate { return Array("\u{1B}[?1049l".utf8) }
        return isMidLine ? [13, 10] : []
    }

    // MARK: Start

    /// Reads the header, waiting for it.
    mutating func readHeader() throws(CommandFailure) {
        while reader.header == nil {
            first = try event()
            if reader.header == nil { try readMore() }
        }
    }

    /// Looks at the beginning of the recording, without waiting: one that uses places of the screen would draw over what
    /// is there, so it gets a screen of its own.
    mutating func chooseScreen() throws(CommandFailure) {
        while ahead.count < Self.look, !isAtEnd, isReadable {
            let bytes = try read()
            if bytes.isEmpty { isAtEnd = true }
            ahead += bytes
        }
        var (reader, filter) = (reader, TerminalFilter())
        reader.append(ahead)
        var event = first
        repeat {
            if case .output(let text) = event?.kind { _ = filter.filter(text) }
            event = try? reader.next()
        } while event != nil && !filter.usesPlaces
        options.isFullScreen = filter.usesPlaces
        self.filter = TerminalFilter(alternate: filter.usesPlaces ? .clear : .pass)
    }

    var isFullScreen: Bool { options.isFullScreen }

    // MARK: Frames

    mutating func next(at position: Double) async throws(CommandFailure) -> FrameStep {
        while true {
            while let event = try nextEvent() {
                pending += event.interval
                guard case .output(let text) = event.kind else { continue }
                let bytes = filter.filter(text)
                guard !bytes.isEmpty else { continue }
                noteEnd(of: bytes)
                defer { prefix = [] }
                return .frame(PlayedFrame(bytes: prefix + bytes, due: moment()))
            }
            if isAtEnd, ahead.isEmpty {
                if isEnded { return .end }
                isEnded = true
                return .frame(PlayedFrame(bytes: [], due: moment()))
            }
            guard isReadable || !ahead.isEmpty else { return .waiting(descriptor: descriptor) }
            try readMore()
        }
    }

    private mutating func noteEnd(of bytes: [UInt8]) {
        var rest = bytes[...]
        if let end = bytes.lastIndex(where: { $0 == 10 || $0 == 13 }) {
            rest = bytes[(end + 1)...]
            isMidLine = false
        }
        var state = SequenceState.text
        for byte in rest where !isMidLine {
            switch (state, byte) {
            case (_, 0x1B): state = .escape
            case (.text, _): isMidLine = byte > 0x20
            case (.escape, UInt8(ascii: "[")), (.parameters, 0x20...0x3F): state = .parameters
            case (.escape, UInt8(ascii: "(")), (.escape, UInt8(ascii: ")")): state = .designation
            default: state = .text
            }
        }
    }

    private enum SequenceState {
        case text, escape, parameters, designation
    }

    /// The moment of the next frame, with the pause before it limited.
    private mutating func moment() -> Double {
        due += min(pending, options.idle ?? (header?.idleTimeLimit).map { $0 * 1_000 } ?? .infinity)
        pending = 0
        return due
    }

    mutating func restart() throws(CommandFailure) -> Bool {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw CommandFailure(exit: .usage, text: Wording.terminal.castNotRepeatable(shown))
        }
        var prefix = Array(TerminalFilter.restoring.text.utf8) + closing
        if options.isFullScreen { prefix += FramePlayer<CastSource>.clearing }
        let options = options
        self = CastSource(descriptor, shown: shown)
        self.options = options
        self.prefix = prefix
        filter = TerminalFilter(alternate: options.isFullScreen ? .clear : .pass)
        return true
    }

    private mutating func nextEvent() throws(CommandFailure) -> AsciicastEvent? {
        if let first {
            self.first = nil
            return first
        }
        return try event()
    }

    private mutating func event() throws(CommandFailure) -> AsciicastEvent? {
        do throws(AsciicastFailure) { return try reader.next() } catch {
            throw CommandFailure(exit: .data, text: Wording.terminal.sentence(error, about: shown))
        }
    }

    // MARK: Reading

    private var isReadable: Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) != 0
    }

    private mutating func readMore() throws(CommandFailure) {
        if !ahead.isEmpty {
            reader.append(ahead)
            ahead = []
        } else if !isAtEnd {
            let bytes = try read()
            isAtEnd = bytes.isEmpty
            reader.append(bytes)
        }
        if isAtEnd { reader.finish() }
    }

    /// Reads once, waiting. Returns nothing at the end of the file.
    private func read() throws(CommandFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count >= 0 { return Array(bytes.prefix(count)) }
            if errno == EAGAIN { Self.wait(for: descriptor) } else if errno != EINTR { break }
        }
        let failure = FileFailure(errno: errno)
        let exit: ExitCode = failure == .notRegular ? .noInput : .io
        throw CommandFailure(exit: exit, text: Wording.terminal.sentence(failure, about: shown))
    }

    /// Waits until a descriptor is readable, without a limit.
    static func wait(for descriptor: Int32) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, -1)
    }
}
