import BackendKit
import BackendsFeature
import Domain
import MVIEffects

/// Fetches of pictures from their addresses.
extension BackendsSideEffectImpl {
    func fetch(from address: String, of work: String?, _ context: CallContext) -> ResultFetch {
        ResultFetch(
            backend: context.backend.descriptor.name, host: Self.host(of: address), work: work, since: utc(),
            lifetime: context.backend.descriptor.resultLifetime ?? ResultFetch.defaultLifetime)
    }

    func fetch(
        _ address: String, _ fetch: ResultFetch, _ pause: Int64?, _ call: Call, _ context: CallContext
    ) async throws(JobFailure) -> GeneratedPicture {
        var (call, fetch, address, isAnother) = (call, fetch, address, false)
        while true {
            let failure: BackendFailure
            switch await picture(at: address, context) {
            case .success(let (bytes, format)): return try await store(bytes, format, call, nil, pause, context)
            case .failure(let error): failure = error
            }
            switch isAnother ? .success(nil) : await anotherAddress(than: address, of: fetch, after: failure, context) {
            case .success(let next?):
                (address, fetch, isAnother) = (next, fetch.moved(to: Self.host(of: next)), true)
                call.handle = address
                call.fetch = fetch
                try await keep(call, nil, context)
            case .success(nil): throw try await unfetched(call, fetch, failure, context)
            case .failure(let cause): throw try await unfetched(call, fetch, cause, context)
            }
        }
    }

    private func picture(
        at address: String, _ context: CallContext
    ) async -> Result<([UInt8], PictureFormat), BackendFailure> {
        await result { () throws(BackendFailure) in
            let bytes = try await context.backend.fetch(.url(address), limit: limit)
            guard let format = PictureFormat(magic: bytes), format.isReadable else { throw .unreadable }
            return (bytes, format)
        }
    }

    /// Polls submitted work for another address: signed addresses expire before the picture does. Polling costs
    /// nothing. `nil`: there is no other address. A failure means that a later attempt can help.
    private func anotherAddress(
        than address: String, of fetch: ResultFetch, after failure: BackendFailure, _ context: CallContext
    ) async -> Result<String?, BackendFailure> {
        guard failure.endsWork, let work = fetch.work.flatMap({ JobHandle($0) }) else { return .success(nil) }
        do throws(BackendFailure) {
            switch try await context.backend.poll(work) {
            case .finished(let sources, _):
                guard case .url(let next) = sources.first, next != address else { return .success(nil) }
                return .success(next)
            case .running, .moved: return .success(nil)
            }
        } catch {
            return error.endsWork ? .success(nil) : .failure(error)
        }
    }

    private static func host(of address: String) -> String { WebAddress(address)?.origin ?? "" }

    /// Records a failed fetch. A purchase is kept and so is its address, whatever the response: a user's retry fetches
    /// it again. Only a free picture that is gone is generated again instead.
    private func unfetched(
        _ call: Call, _ fetch: ResultFetch, _ failure: BackendFailure, _ context: CallContext
    ) async throws(JobFailure) -> JobFailure {
        if failure.endsWork, context.backend.descriptor.isFree { return try await settle(call, failure, context) }
        let now = utc()
        let next = fetch.failed(failure, at: now)
        let isOver = failure.endsWork || now >= next.until
        var kept = call
        kept.fetch = next
        kept.failure = failure.endsWork || !isOver ? failure : .expired
        try await keep(kept, nil, context)
        return isOver ? .backend(call.backend, kept.failure ?? failure) : .unfetched(next)
    }
}

extension BackendFailure {
    /// `true` if the work has ended and polling again would not change that.
    var endsWork: Bool { !isBackendFault && self != .unknown && self != .cancelled }

    static var unreadable: BackendFailure {
        .badResponse(message: "the response is not a readable picture")
    }
}
