import BackendKit
import BackendsFeature
import Domain

/// Pictures that were bought before.
extension BackendsSideEffectImpl {
    /// The name of a purchase: the same request to the same service. A seed that the user didn't give is no part of it.
    func purchase(of job: Job, by name: String) -> Digest {
        var generation = job.request.generation
        generation.backend = name
        generation.reuse = .seeded
        return digest(Array("\(services[name] ?? "") \(generation) \(job.request.source)".utf8))
    }

    /// The picture of an earlier call for the same purchase, where the request says that it may be taken. Its bytes are
    /// held against their digest: a damaged one is bought anew.
    func reused(_ order: PictureOrder) async throws(JobFailure) -> Backends.Made? {
        guard order.job.request.generation.isReusable else { return nil }
        let found = try await stored { () throws(RepositoryFailure) in
            try await spool.purchase(of: order.call.request)
        }
        guard let found, let picture = found.handle.flatMap(Self.fetched), await isWhole(picture.digest) else {
            return nil
        }
        let call = Call(
            id: order.call.id, job: order.job.id, backend: found.backend, request: found.request,
            idempotencyKey: order.call.idempotencyKey, seed: found.seed, phase: .fetched, handle: found.handle,
            reference: found.reference)
        let isOurs = try await stored { () throws(RepositoryFailure) in
            try await spool.adopt(call, token: order.job.token, at: utc())
        }
        guard isOurs else { throw .backend(found.backend, .cancelled) }
        return Backends.Made(picture, by: found.backend, isReused: true)
    }

    private func isWhole(_ name: Digest) async -> Bool {
        do throws(FileFailure) { return digest(try await blobs.read(name, limit: limit)) == name } catch {
            return false
        }
    }
}
