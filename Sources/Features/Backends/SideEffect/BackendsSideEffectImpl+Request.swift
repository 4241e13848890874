import BackendKit
import Domain

/// From a job to what its backend is asked for.
extension BackendsSideEffectImpl {
    /// What the backend can't honour fails here, before anything is paid for, or is left out where the request says so.
    func request(_ job: Job, seed: UInt64, _ backend: any ImageBackend) async throws(JobFailure) -> ImageRequest {
        let abilities = backend.descriptor.abilities
        let name = backend.descriptor.name
        let generation = job.request.generation.fitted(to: abilities)
        let faults = abilities.faults(job.request) + abilities.misfits(generation)
        if let fault = faults.first { throw .backend(name, BackendFailure(misfit: fault)) }
        var picture = try await given(job.request.source)
        if let picture, let fault = abilities.fault(pictureBytes: picture.bytes.count, backend: name) {
            throw .backend(name, BackendFailure(misfit: fault))
        }
        if let whole = picture, generation.details.mask != nil { picture = try await masked(whole, for: name) }
        return ImageRequest(
            prompt: job.request.prompt ?? "", size: generation.size, seed: seed, details: generation.details,
            picture: picture)
    }

    private func masked(_ picture: InputPicture, for name: String) async throws(JobFailure) -> InputPicture {
        guard let masks else { throw .backend(name, .unsupported(feature: GenerationOption.mask.rawValue)) }
        do throws(BackendFailure) {
            let mask = try await masks.mask(of: picture)
            return InputPicture(picture.bytes, picture.format, digest: picture.digest, mask: mask)
        } catch {
            throw .backend(name, error)
        }
    }

    private func given(_ source: RequestSource) async throws(JobFailure) -> InputPicture? {
        guard case .edit(_, let digest, let format) = source else { return nil }
        do throws(FileFailure) {
            return InputPicture(try await blobs.read(digest, limit: 256 << 20), format, digest: digest)
        } catch {
            throw error == .missing ? .pictureLost : .delivery(error)
        }
    }
}
