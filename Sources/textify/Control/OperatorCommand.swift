import ControlAPI
import ControlClient
import Words

/// An operator's command: a POST to the path of the same name.
protocol OperatorCommand: ControlCommand {}

extension OperatorCommand {
    static var options: [CommandOption] { [.quiet] }

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.post("/v1/" + name, as: Acknowledgement.self)
        }
        try session.tell(answer) { [session.words.stands(phase: $0.phase)] }
    }
}
