import ControlAPI
import ControlClient

/// What an operator tells the service: one POST to the command's own name.
protocol OperatorCommand: ControlCommand {}

extension OperatorCommand {
    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.asking { client throws(ControlClientFailure) in
            try await client.post("/v1/" + name, as: Acknowledgement.self)
        }
        try session.tell(answer) { ["textifyd is \($0.phase)"] }
    }
}
