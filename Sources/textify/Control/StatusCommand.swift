import ControlAPI
import ControlClient
import Glibc
import PlatformSystem

/// `textify status`.
enum StatusCommand: ControlCommand {
    static let name = "status"
    static let summary = "How the service stands"

    static let options = [
        CommandOption("watch", letter: "w", "Show it anew every two seconds, until it is interrupted"),
        CommandOption(
            "check", "Print one line, for monitoring: exit 0 well, 1 degraded, 2 stopped, 3 unreachable"),
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        if session.options.last("check") != nil { return try await StatusCheck.run(session) }
        repeat {
            let status = try await fetch(session)
            if session.options.last("watch") != nil, StandardStream.output.isTerminal {
                // The screen's start, and nothing below what is written then.
                try CommandOutput.standard("\u{1B}[H\u{1B}[J")
            }
            try session.tell(status) { StatusLines.all($0) }
        } while pauses(session)
    }

    private static func pauses(_ session: ControlSession) -> Bool {
        guard session.options.last("watch") != nil else { return false }
        poll(nil, 0, 2000)
        return true
    }

    static func fetch(_ session: ControlSession) async throws(CommandFailure) -> Status {
        try await session.asking { client throws(ControlClientFailure) in
            try await client.get("/v1/status", as: Status.self)
        }
    }
}
