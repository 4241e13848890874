package import BackendKit
import Domain

extension ComfyUIBackend {
    /// Takes waiting work out of the queue, or interrupts it where it is being worked on: no other work is touched.
    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        guard let work = WorkHandle(handle) else { return .notRunning }
        // Before the server is told, for a poll may come first; and also where nothing is found to be stopped: it may have
        // been taken out before a restart.
        stopped.add(work.id)
        do throws(BackendFailure) { return try await stop(work.id) } catch { return .unsupported }
    }

    /// Work whose turn comes while it is taken out is interrupted after all.
    func stop(_ id: String) async throws(BackendFailure) -> CancelOutcome {
        var place = try await place(of: id)
        if place == .pending {
            try await order("/queue", .object(["delete": .list([.text(id)])]))
            place = try await self.place(of: id)
            if place != .running { return .cancelled }
        }
        guard place == .running else { return .notRunning }
        try await order("/interrupt", .object(["prompt_id": .text(id)]))
        return .requested
    }

    private func order(_ path: String, _ body: JSONValue) async throws(BackendFailure) {
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await send(path, JSONBody.bytes(body) ?? [], Self.patience)
        } catch {
            throw BackendFailure(free: error)
        }
        guard 200..<300 ~= response.status else { throw rejection(response) }
    }
}
