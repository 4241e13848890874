import BackendKit
import Configuration
import Domain
import ExecBackend
import PlatformSystem
import Words

/// Holds a configured backend against the rules that every backend keeps, without the service. Nothing of it costs money
/// but the pictures that were asked for and agreed to.
struct BackendTrial {
    /// How long a look may take.
    private static let patience = Duration.seconds(60)

    let backend: any ImageBackend
    let clock: BoottimeClock

    /// Rules of the contract, by what is free.
    func findings() async -> [TrialFinding] {
        var findings = [description]
        findings.append(await probe())
        findings += await timed { await backend.inspect() } ?? []
        let handle = backend.handle(of: "textify-trial-" + String(randomSeed(), radix: 36)) ?? JobHandle("{}")
        if let handle {
            findings.append(await poll(handle))
            findings.append(await cancel(handle))
        }
        findings.append(await fetch("fetch.picture", Array("<html>no picture</html>".utf8), limit: 1 << 20))
        findings.append(await fetch("fetch.limit", [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13], limit: 8))
        return findings
    }

    private var description: TrialFinding {
        let of = backend.descriptor
        let isWhole = of.concurrency >= 1 && !of.kind.isEmpty && !of.credit.isEmpty && !of.abilities.tasks.isEmpty
        let bounds = "\(of.sides.lowerBound) to \(of.sides.upperBound) pixels a side"
        return TrialFinding(
            "description", isKept: isWhole,
            "\(of.credit); \(bounds), \(of.concurrency) at once, \(of.isFree ? "free" : "may cost money")")
    }

    private func probe() async -> TrialFinding {
        let start = clock.now
        let health = await timed { await backend.probe() }
        let milliseconds = start.duration(to: clock.now).components
        let time = "\(milliseconds.seconds * 1000 + milliseconds.attoseconds / 1_000_000_000_000_000) ms"
        switch health {
        case .ready: return TrialFinding("probe", .kept, "ready, after \(time)")
        case .down(let failure): return TrialFinding("probe", .broken, sentence(failure))
        case nil: return TrialFinding("probe", .broken, "no answer within 60 seconds")
        }
    }

    /// Work that nobody has asked for is not known: whatever else is said of it would be believed of real work.
    private func poll(_ handle: JobHandle) async -> TrialFinding {
        let polled: Result<PollAnswer, BackendFailure>? = await timed {
            do throws(BackendFailure) { return .success(try await backend.poll(handle)) } catch {
                return .failure(error)
            }
        }
        switch polled {
        case .failure(.lost): return TrialFinding("poll.unknown", .kept, "unknown work is told to be lost")
        case .failure(let failure): return TrialFinding("poll.unknown", .broken, sentence(failure))
        case .success: return TrialFinding("poll.unknown", .broken, "work that nobody asked for is said to go on")
        case nil: return TrialFinding("poll.unknown", .broken, "no answer within 60 seconds")
        }
    }

    private func cancel(_ handle: JobHandle) async -> TrialFinding {
        switch await timed({ await backend.cancel(handle) }) {
        case .notRunning: TrialFinding("cancel.unknown", .kept, "it is not running")
        case .unsupported: TrialFinding("cancel.unknown", .kept, "it can't cancel")
        case .cancelled, .requested:
            TrialFinding("cancel.unknown", .broken, "work that nobody asked for is said to be cancelled")
        case nil: TrialFinding("cancel.unknown", .broken, "no answer within 60 seconds")
        }
    }

    /// What is no picture, or too large, is not passed on.
    private func fetch(_ rule: String, _ bytes: [UInt8], limit: Int64) async -> TrialFinding {
        do throws(BackendFailure) {
            _ = try await backend.fetch(.bytes(bytes), limit: limit)
            return TrialFinding(rule, .broken, "it was taken for a picture")
        } catch {
            return TrialFinding(rule, .kept, "refused")
        }
    }

    func sentence(_ failure: BackendFailure) -> String {
        Wording(.english).sentence(failure, about: backend.descriptor.name, then: .untold)
    }

    private func timed<Answer: Sendable>(_ work: @escaping @Sendable () async -> Answer) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { [clock] group in
            group.addTask { await work() }
            group.addTask {
                try? await clock.sleep(for: Self.patience)
                return nil
            }
            let answer = await group.next() ?? nil
            group.cancelAll()
            return answer
        }
    }
}
