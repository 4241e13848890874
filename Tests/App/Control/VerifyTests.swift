import ControlServer
import Domain
import FoundationEssentials
import Testing

@testable import App

@MainActor
@Suite("Damaged pictures", .serialized, .timeLimit(.minutes(5)))
struct VerifyTests {
    @Test("A generated picture with a flipped bit is restored from the outbox and never shown damaged")
    func restored() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let job = try await served.done("A fox").job
            let whole = try await served.control.art.picture(of: job.id).bytes
            let digest = try #require(job.picture?.digest)

            try await flip(digest, served)
            #expect(try await served.control.art.picture(of: job.id).bytes == whole)
            try await flip(digest, served)
            let text = bytes(installation, "outbox/a-fox.txt")
            #expect(try await served.control.art.art(of: job.id, ArtRequest(.txt)) == text && !text.isEmpty)
            try await flip(digest, served)
            _ = try await served.control.actions.redeliver(job.id)
            #expect(try await served.control.jobs.rest(of: job.id).job.state == .done)
            let delivered = bytes(installation, "outbox/a-fox (2).picture.png")
            #expect(delivered != whole && PNGParameters.removed(from: delivered) == whole)
            #expect(try await served.base.blobs.isWhole(digest))
        }
    }

    @Test("Without a copy, a damaged picture is refused with the reason, in every way") func refused() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let job = try await served.done("A fox").job
            try await harmed(job, served, installation)
            await #expect(throws: ControlFailure.storage(.damaged)) { try await served.control.art.picture(of: job.id) }
            await #expect(throws: ControlFailure.storage(.damaged)) {
                try await served.control.art.art(of: job.id, ArtRequest(.html))
            }
            await #expect(throws: ControlFailure.pictureLost(job.id)) {
                try await served.control.actions.redeliver(job.id)
            }
        }
    }

    @Test("A check finds a flipped bit; a repair takes the copy in the outbox, or sets aside and gives up")
    func verified() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let first = try await served.done("A fox").job
            let second = try await served.done("A hen").job
            #expect(try await findings(served) == [])
            let (kept, lost) = (try #require(first.picture?.digest), try #require(second.picture?.digest))
            try await flip(kept, served)
            try await harmed(second, served, installation)
            let damaged = [
                VerificationFinding(.blobDamaged(kept, jobs: [first.id])),
                VerificationFinding(.blobDamaged(lost, jobs: [second.id])),
            ].sorted { $0.digest < $1.digest }
            #expect(try await findings(served) == damaged)
            // Looking changes nothing.
            #expect(try await findings(served) == damaged)
            let repaired = [
                VerificationFinding(.blobDamaged(kept, jobs: [first.id]), .repaired),
                VerificationFinding(.blobDamaged(lost, jobs: [second.id]), .lost),
            ].sorted { $0.digest < $1.digest }
            #expect(try await findings(served, isRepairing: true) == repaired)
            #expect(try await findings(served) == [])
            #expect(try await served.base.blobs.isWhole(kept))
            #expect(installation.names("state/blobs/quarantine").sorted() == [kept.hex, lost.hex].sorted())
            // What was given up leaves the day on which it went.
            await #expect {
                try await served.control.art.picture(of: second.id)
            } throws: { failure in
                if case .pictureRemoved(second.id, _) = failure as? ControlFailure { true } else { false }
            }
        }
    }

    @Test("A missing picture is found where it is needed, and restored from the archived original")
    func missing() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try installation.picture("inbox/a.png")
            await installation.log.wait(for: "a.png became")
            await served.cleared()
            let digest = try #require(try await served.base.blobs.all().first)
            let place = try await served.base.blobs.place(of: digest)
            try FileManager.default.removeItem(atPath: place.folder.appending(place.name).shown)
            let found = try await findings(served)
            guard case .blobMissing(digest, let jobs) = found.first?.defect else {
                Issue.record("\(found)")
                return
            }
            #expect(jobs.count == 1 && found.count == 1)
            #expect(try await findings(served, isRepairing: true).map(\.outcome) == [.repaired])
            #expect(try await findings(served) == [])
            #expect(try await served.base.blobs.isWhole(digest))
        }
    }

    @Test("A blob that nothing needs is reported after a day, and removed by a repair") func orphaned() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let digest = try await served.base.blobs.store([1, 2, 3])
            try await age(digest, served)
            #expect(try await findings(served) == [], "it is held")
            await served.base.blobs.release(digest)
            let orphan = StoredDefect.blobOrphaned(digest, bytes: 3)
            #expect(try await findings(served) == [VerificationFinding(orphan)])
            #expect(try await findings(served, isRepairing: true) == [VerificationFinding(orphan, .removed)])
            #expect(try await findings(served) == [])
            let young = try await served.base.blobs.store([4])
            await served.base.blobs.release(young)
            #expect(try await findings(served, isRepairing: true) == [])
        }
    }

    private func findings(
        _ served: RunningService, isRepairing: Bool = false
    ) async throws -> [VerificationFinding] {
        var findings: [VerificationFinding] = []
        var parts: [VerificationPart] = []
        var position: VerificationPosition? = VerificationPosition()
        while let here = position {
            let step = try await served.control.operations.verify(from: here, isRepairing: isRepairing)
            findings += step.findings
            parts.append(step.part)
            position = step.next
        }
        #expect(parts == VerificationPart.allCases)
        return findings
    }

    /// Flips a bit of the blob and removes the job's delivered pictures.
    private func harmed(_ job: Job, _ served: RunningService, _ installation: Installation) async throws {
        try await flip(try #require(job.picture?.digest), served)
        for output in job.outputs where output.kind == .picture {
            try installation.remove("outbox/" + output.name.shown)
        }
    }

    private func flip(_ digest: Digest, _ served: RunningService) async throws {
        let place = try await served.base.blobs.place(of: digest)
        let path = place.folder.appending(place.name).shown
        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))
    }

    private func age(_ digest: Digest, _ served: RunningService) async throws {
        let place = try await served.base.blobs.place(of: digest)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
            ofItemAtPath: place.folder.appending(place.name).shown)
    }

    private func bytes(_ installation: Installation, _ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: installation.root.appending(name).shown) ?? Data())
    }
}

extension VerificationFinding {
    fileprivate var digest: Digest {
        switch defect {
        case .blobDamaged(let digest, _), .blobMissing(let digest, _), .blobOrphaned(let digest, _): digest
        default: preconditionFailure("no blob")
        }
    }
}
