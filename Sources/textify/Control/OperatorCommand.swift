import ControlAPI
import ControlClient
import Words

/// What an operator tells the service: one POST to the command's own name.
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
