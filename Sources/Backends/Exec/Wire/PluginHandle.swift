import BackendKit
import Domain

/// What is stored of work that a plugin goes on with: the job's name, and the plugin's own handle as it came.
struct PluginHandle: Equatable {
    let job: String
    let own: JSONValue

    init(job: String, own: JSONValue) {
        self.job = job
        self.own = own
    }

    init?(_ handle: JobHandle) {
        let value = JSONBody.value(Array(handle.text.utf8))
        guard let job = value?["job"]?.text, let own = value?["handle"] else { return nil }
        self.init(job: job, own: own)
    }

    /// Throws `.badResponse` when the plugin's own is too long.
    func stored() throws(BackendFailure) -> JobHandle {
        let bytes = JSONBody.bytes(.object(["job": .text(job), "handle": own])) ?? []
        guard (JSONBody.bytes(own)?.count ?? 0) <= PluginProtocol.longestHandle,
            let handle = JobHandle(String(decoding: bytes, as: UTF8.self))
        else { throw .badResponse(said: "a checkpoint of over \(PluginProtocol.longestHandle >> 10) KiB") }
        return handle
    }
}
