import BackendKit
import Domain
import PlatformSystem
import Words

/// Pictures that were agreed to.
extension BackendTrial {
    private static var longest: Int64 { 64 << 20 }

    /// Whether a picture comes, is one, and is found again. `again` makes the backend anew, as a start of the service does.
    static func generate(
        _ count: Int, _ purchase: TrialPurchase, again: () -> (any ImageBackend)?
    ) async -> [TrialFinding] {
        var findings: [TrialFinding] = []
        let witness = purchase.witness
        for _ in 1...count {
            let start = purchase.base.clock.now
            do throws(JobFailure) {
                try await purchase.picture()
                let format = PictureFormat(magic: witness.bytes)?.name ?? "?"
                let seconds = start.duration(to: purchase.base.clock.now).components.seconds
                findings.append(
                    TrialFinding(
                        "generate.picture", .kept, "\(format), \(witness.bytes.count) bytes, after \(seconds) s"))
            } catch {
                let about = "trial-of-" + witness.descriptor.name
                findings.append(
                    TrialFinding(
                        "generate.picture", .broken, Wording(.english).sentence(error, about: about, then: .untold)))
                return findings
            }
        }
        await witness.close()
        findings.append(await resumed(witness, purchase.base.clock, again))
        return findings
    }

    /// Work that was handed over is found again by its handle, after a start as well, and is not done anew.
    private static func resumed(
        _ witness: TrialWitness, _ clock: BoottimeClock, _ again: () -> (any ImageBackend)?
    ) async -> TrialFinding {
        guard let handle = witness.handle, let later = again() else {
            return TrialFinding("resume", .skipped, "it gives no handle: its work can't be found again")
        }
        let finding: TrialFinding
        do throws(BackendFailure) {
            let sources = try await awaited(handle, later, clock)
            guard let first = sources.first else { throw .empty }
            let isSame = try await later.fetch(first, limit: longest) == witness.bytes
            finding = TrialFinding("resume", isKept: isSame, isSame ? "the same picture" : "another picture")
        } catch {
            finding = TrialFinding(
                "resume", .broken, Wording(.english).sentence(error, about: later.descriptor.name, then: .untold))
        }
        await later.close()
        return finding
    }

    private static func awaited(
        _ first: JobHandle, _ backend: any ImageBackend, _ clock: BoottimeClock
    ) async throws(BackendFailure) -> [ImageSource] {
        var handle = first
        while true {
            switch try await backend.poll(handle) {
            case .finished(let sources, _): return sources
            case .moved(let next): handle = next
            case .running(_, let eta):
                let pause = Duration.milliseconds(min(10_000, max(500, eta ?? 1_000)))
                do { try await clock.sleep(for: pause) } catch { throw .timeout }
            }
        }
    }
}
