import BackendKit
import Configuration
import Domain
import PlatformSystem
import Words

/// Tests a configured backend against the rules of the backend protocol, without the service. Nothing costs money
/// except confirmed pictures.
struct BackendTrial {
    /// The time limit of a single call.
    private static let timeout = Duration.seconds(60)

    let backend: any ImageBackend
    let clock: BoottimeClock

    /// Tests the rules that can be tested for free.
    func findings() async -> [ConformanceFinding] {
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

    private var description: ConformanceFinding {
        let descriptor = backend.descriptor
        let isWhole =
            descriptor.concurrency >= 1 && !descriptor.kind.isEmpty && !descriptor.credit.isEmpty
            && !descriptor.abilities.tasks.isEmpty
        let bounds = "\(descriptor.sides.lowerBound) to \(descriptor.sides.upperBound) pixels a side"
        return ConformanceFinding(
            "description", isKept: isWhole,
            "\(descriptor.credit); \(bounds), \(descriptor.concurrency) at once, \(descriptor.isFree ? "free" : "may cost money")"
        )
    }

    private func probe() async -> ConformanceFinding {
        let start = clock.now
        let health = await timed { await backend.probe() }
        let time = "\(Int(start.duration(to: clock.now) / .milliseconds(1))) ms"
        switch health {
        case .ready: return ConformanceFinding("probe", .kept, "ready, after \(time)")
        case .down(let failure): return ConformanceFinding("probe", .broken, sentence(failure))
        case nil: return ConformanceFinding("probe", .broken, "no response within 60 seconds")
        }
    }

    /// Unknown work has to be reported as lost: otherwise the service would believe wrong reports about real work.
    private func poll(_ handle: JobHandle) async -> ConformanceFinding {
        let polled: Result<PollAnswer, BackendFailure>? = await timed {
            do throws(BackendFailure) { return .success(try await backend.poll(handle)) } catch {
                return .failure(error)
            }
        }
        switch polled {
        case .failure(.lost): return ConformanceFinding("poll.unknown", .kept, "unknown work is reported as lost")
        case .failure(let failure): return ConformanceFinding("poll.unknown", .broken, sentence(failure))
        case .success:
            return ConformanceFinding("poll.unknown", .broken, "unknown work is reported as running or finished")
        case nil: return ConformanceFinding("poll.unknown", .broken, "no response within 60 seconds")
        }
    }

    private func cancel(_ handle: JobHandle) async -> ConformanceFinding {
        switch await timed({ await backend.cancel(handle) }) {
        case .notRunning: ConformanceFinding("cancel.unknown", .kept, "not running")
        case .unsupported: ConformanceFinding("cancel.unknown", .kept, "cancelling is not supported")
        case .cancelled, .requested:
            ConformanceFinding("cancel.unknown", .broken, "unknown work is reported as cancelled")
        case nil: ConformanceFinding("cancel.unknown", .broken, "no response within 60 seconds")
        }
    }

    /// Data that is not a picture, or too large, must not be passed on.
    private func fetch(_ rule: String, _ bytes: [UInt8], limit: Int64) async -> ConformanceFinding {
        do throws(BackendFailure) {
            _ = try await backend.fetch(.bytes(bytes), limit: limit)
            return ConformanceFinding(rule, .broken, "invalid data was accepted as a picture")
        } catch {
            return ConformanceFinding(rule, .kept, "rejected")
        }
    }

    func sentence(_ failure: BackendFailure) -> String {
        Wording(.english).sentence(failure, about: backend.descriptor.name, then: .unstated)
    }

    private func timed<Answer: Sendable>(_ work: @escaping @Sendable () async -> Answer) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { [clock] group in
            group.addTask { await work() }
            group.addTask {
                try? await clock.sleep(for: Self.timeout)
                return nil
            }
            let answer = await group.next() ?? nil
            group.cancelAll()
            return answer
        }
    }
}

/// Tests with confirmed pictures.
extension BackendTrial {
    private static var maxBytes: Int64 { 64 << 20 }

    /// Tests that pictures are generated, are valid, and can be resumed. `again` creates the backend afresh, as a
    /// restart of the service does.
    static func generate(
        _ count: Int, _ purchase: TrialPurchase, again: () -> (any ImageBackend)?
    ) async -> [ConformanceFinding] {
        var findings: [ConformanceFinding] = []
        let recorder = purchase.recorder
        for _ in 1...count {
            let start = purchase.base.clock.now
            do throws(JobFailure) {
                try await purchase.picture()
                let format = PictureFormat(magic: recorder.bytes)?.name ?? "?"
                let seconds = start.duration(to: purchase.base.clock.now).components.seconds
                findings.append(
                    ConformanceFinding(
                        "generate.picture", .kept, "\(format), \(recorder.bytes.count) bytes, after \(seconds) s"))
            } catch {
                let about = "trial-of-" + recorder.descriptor.name
                findings.append(
                    ConformanceFinding(
                        "generate.picture", .broken, Wording(.english).sentence(error, about: about, then: .unstated)))
                return findings
            }
        }
        await recorder.close()
        findings.append(await resumed(recorder, purchase.base.clock, again))
        return findings
    }

    /// Tests that submitted work can be found by its handle even after a restart, and is not repeated.
    private static func resumed(
        _ recorder: RecordingBackend, _ clock: BoottimeClock, _ again: () -> (any ImageBackend)?
    ) async -> ConformanceFinding {
        guard let handle = recorder.handle, let later = again() else {
            return ConformanceFinding("resume", .skipped, "no handle: its work can't be resumed")
        }
        let finding: ConformanceFinding
        do throws(BackendFailure) {
            let sources = try await awaited(handle, later, clock)
            guard let first = sources.first else { throw .empty }
            let isSame = try await later.fetch(first, limit: maxBytes) == recorder.bytes
            finding = ConformanceFinding("resume", isKept: isSame, isSame ? "the same picture" : "another picture")
        } catch {
            finding = ConformanceFinding(
                "resume", .broken, Wording(.english).sentence(error, about: later.descriptor.name, then: .unstated))
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
            case .running(_, let next):
                let pause = Duration.milliseconds(min(10_000, max(500, next ?? 1_000)))
                do { try await clock.sleep(for: pause) } catch { throw .timeout }
            }
        }
    }
}
