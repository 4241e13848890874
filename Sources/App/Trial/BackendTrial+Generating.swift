import BackendKit
import Domain
import PlatformSystem

/// Pictures that were agreed to.
extension BackendTrial {
    private static var longest: Int64 { 64 << 20 }

    /// Whether a picture comes, is one, and is found again. `again` makes the backend anew, as a start of the service does.
    func generate(
        _ count: Int, again: () -> (any ImageBackend)?
    ) async -> [TrialFinding] {
        var findings: [TrialFinding] = []
        for number in 1...count {
            let key = "textify-trial-" + String(randomSeed(), radix: 36)
            let start = clock.now
            do throws(BackendFailure) {
                let (bytes, handle) = try await picture(key, seed: UInt64(number))
                let format = PictureFormat(magic: bytes)?.name ?? "?"
                findings.append(
                    TrialFinding(
                        "generate.picture", .kept,
                        "\(format), \(bytes.count) bytes, after \(start.duration(to: clock.now).components.seconds) s"))
                if number == 1 { findings.append(await resumed(handle, bytes, again)) }
            } catch {
                findings.append(TrialFinding("generate.picture", .broken, sentence(error)))
            }
        }
        return findings
    }

    private func picture(_ key: String, seed: UInt64) async throws(BackendFailure) -> ([UInt8], JobHandle?) {
        let request = ImageRequest(
            prompt: "a lighthouse on a cliff at dusk", size: PictureSize(width: 512, height: 512), seed: seed)
        switch try await backend.submit(request, key: key) {
        case .finished(let sources, _): return (try await fetched(sources, backend), nil)
        case .pending(let handle, _):
            let (sources, last) = try await awaited(handle, backend)
            return (try await fetched(sources, backend), last)
        }
    }

    private func awaited(
        _ first: JobHandle, _ backend: any ImageBackend
    ) async throws(BackendFailure) -> ([ImageSource], JobHandle) {
        var handle = first
        while true {
            switch try await backend.poll(handle) {
            case .finished(let sources, _): return (sources, handle)
            case .moved(let next): handle = next
            case .running(_, let eta):
                let pause = Duration.milliseconds(min(10_000, max(500, eta ?? 1_000)))
                do { try await clock.sleep(for: pause) } catch { throw .timeout }
            }
        }
    }

    private func fetched(
        _ sources: [ImageSource], _ backend: any ImageBackend
    ) async throws(BackendFailure) -> [UInt8] {
        guard let first = sources.first else { throw .empty }
        return try await backend.fetch(first, limit: Self.longest)
    }

    /// Work that was handed over is found again by its handle, after a start as well, and is not done anew.
    private func resumed(
        _ handle: JobHandle?, _ bytes: [UInt8], _ again: () -> (any ImageBackend)?
    ) async -> TrialFinding {
        guard let handle, let later = again() else {
            return TrialFinding("resume", .skipped, "it gives no handle: its work can't be found again")
        }
        let finding: TrialFinding
        do throws(BackendFailure) {
            let found = try await fetched(try await awaited(handle, later).0, later)
            finding = TrialFinding(
                "resume", isKept: found == bytes, found == bytes ? "the same picture" : "another picture")
        } catch {
            finding = TrialFinding("resume", .broken, sentence(error))
        }
        await later.close()
        return finding
    }
}
