import BackendsFeature
import Domain
import FleetFeature
import GatesFeature
import IntakeFeature
import JobsFeature
import LibraryFeature
import MVICore
import NotesFeature
import PlansFeature
import ServiceFeature
import Testing

@testable import App

/// One table for each pair of features: every event of the one, and the resulting action of the other.
@Suite("Routes")
struct RoutesTests {
    private static let job = Job.sample
    private static let drop = Drop.sample
    private static let failure = JobFailure.pictureLost

    private static let intake: [(Intake.Event, Jobs.Action?)] = [
        (.accepted([job]), .accept([job])), (.accepted([]), .accept([])), (.failed(drop, .empty), .countRefusal),
        (.failed(drop, .vanished), nil),
        (.settlingLong(folder: "inbox", .sample, waited: .seconds(60), needs: .seconds(1)), nil),
        (.sidecarAlone(folder: "inbox", .sample), nil),
        (.withdrawn(drop, isReplaced: true), .withdraw(drop.id)), (.stuck(drop, .denied), nil),
        (.folderChanged(folder: "inbox", .missing), nil),
        (.folderRemote(folder: "inbox", interval: .seconds(5)), nil), (.waiting(nil), nil),
        (.waiting(.storage(.full)), nil),
    ]

    @Test("Only accepted jobs are routed from Intake to Jobs", arguments: intake)
    func intakeToJobs(event: Intake.Event, action: Jobs.Action?) {
        #expect(Routes.jobs(event) == action)
    }

    @Test("The library is cleaned up when the disk runs low, and for nothing else")
    func intakeToLibrary() {
        let space = DiskSpace(free: 1, total: 1 << 40)
        #expect(Routes.library(.waiting(.lowDisk(space))) == .cleanUp)
        for event in Self.intake.map(\.0) { #expect(Routes.library(event) == nil) }
    }

    @Test("A failure of the shared database that meets drops is routed from Intake to Fleet, which waits for its end")
    func intakeToFleet() {
        let failure = RepositoryFailure.unreachable("x")
        for event in [
            Intake.Event.waiting(.repository(failure)), .waiting(.storage(.sharedStore(.unreachable("x")))),
            .folderChanged(folder: "inbox", .unreadable(.database(failure))),
        ] {
            #expect(Routes.fleet(event) == .storageFailed)
        }
        #expect(Routes.fleet(Intake.Event.accepted([])) == .jobsAdded)
        for event in [Intake.Event.waiting(nil), .waiting(.storage(.full)), .folderChanged(folder: "inbox", .missing)] {
            #expect(Routes.fleet(event) == nil)
        }
    }

    @Test("The library learns of new artworks, and of pauses")
    func toLibrary() {
        #expect(Routes.library(Jobs.Event.done(Self.job)) == .artworkMade)
        for event in [Jobs.Event.stepped(Self.job), .failed(Self.job, Self.failure), .cancelled(Self.job)] {
            #expect(Routes.library(event) == nil)
        }
        #expect(Routes.library(Service.Event.paused) == .pause && Routes.library(Service.Event.resumed) == .resume)
    }

    @Test("Jobs, Backends and Intake learn what closed gates keep from starting")
    func gates() {
        let closures = GateClosures([(GateClosure(gate: "night", until: 9), GateScope())])
        let event = Gates.Event.changed(closures)
        #expect(Routes.jobs(event) == .gatesChanged(closures))
        #expect(Routes.backends(event) == .gatesChanged(closures))
        #expect(Routes.intake(event) == .gatesChanged(closures))
        let gate = ConfiguredGate(name: "night", condition: .power(.onMains), unknown: .open)
        for event in [Gates.Event.opened(gate), .closed(gate, until: nil), .uncertain(gate, .noMains)] {
            #expect(Routes.jobs(event) == nil && Routes.backends(event) == nil && Routes.intake(event) == nil)
        }
    }

    @Test("Jobs that a plan has made are routed like submitted ones, and room for jobs to Plans")
    func plans() {
        let id = PlanID(high: 1, low: 2)
        let fired = Plans.Event.fired(id, due: 9, [Self.job], Self.drop)
        #expect(Routes.jobs(fired) == .accept([Self.job]))
        #expect(Routes.intake(fired) == .adopt(Self.drop))
        #expect(Routes.fleet(fired) == .jobsAdded && Routes.fleet(Plans.Event.storageFailed(.busy)) == .storageFailed)
        for event in [Plans.Event.changed(.cancelled(id)), .missed(id, due: 9), .zoneUnknown(id, "Mars/Base")] {
            #expect(Routes.jobs(event) == nil && Routes.intake(event) == nil && Routes.fleet(event) == nil)
        }
        #expect(Routes.plans(Jobs.Event.remainingCapacity(7)) == .capacityChanged(7))
        #expect(Routes.plans(Jobs.Event.done(Self.job)) == nil)
        #expect(Routes.plans(Fleet.Event.remainingCapacity(7)) == .capacityChanged(7))
        #expect(Routes.plans(Fleet.Event.expelled) == nil)
    }

    private static let jobs: [(Jobs.Event, Intake.Action?, Backends.Action?)] = [
        (.remainingCapacity(7), .capacityChanged(7), nil), (.needsPictures([job]), nil, .generate([job])),
        (.pictureUnneeded(job.id), nil, .cancel(job.id)), (.callUnneeded(job.id), nil, .recall(job.id)),
        (.resumedJobs(3), nil, nil), (.stepped(job), nil, nil),
        (.done(job), nil, nil), (.failed(job, failure), nil, nil), (.waits(job, failure, until: 9), nil, nil),
        (.cancelled(job), nil, nil), (.answered(Ticket(1), .cancelled), nil, nil), (.retried(job), nil, nil),
        (.submitted([job], drop), .adopt(drop), nil), (.unknown(job), nil, nil), (.lost(job), nil, nil),
        (.storageFailed(.busy), nil, nil),
        (.dropEnded(drop.id, nil), .ended(drop.id, nil), nil),
        (.dropEnded(drop.id, .job(failure)), .ended(drop.id, .job(failure)), nil),
    ]

    @Test(
        "Capacity, submitted drops and ended drops are routed from Jobs to Intake, and picture requests to Backends",
        arguments: jobs)
    func jobsToOthers(event: Jobs.Event, toIntake: Intake.Action?, toBackends: Backends.Action?) {
        #expect(Routes.intake(event) == toIntake)
        #expect(Routes.backends(event) == toBackends)
    }

    private static let rests: [(Jobs.Event, JobState?, Bool)] = [
        (.waits(job, failure, until: 9), .waiting(until: 0, failure), false), (.unknown(job), .unknown, false),
        (.held(job, .approval), .held(.approval), false), (.done(job), nil, true), (.failed(job, failure), nil, true),
        (.cancelled(job), nil, true), (.lost(job), nil, true), (.remainingCapacity(1), nil, false),
        (.stepped(job), nil, false), (.retried(job), nil, false), (.submitted([job], drop), nil, false),
    ]

    @Test("A waiting, held or unknown job produces a note, and its end removes it", arguments: rests)
    func jobsToNotes(event: Jobs.Event, state: JobState?, isOver: Bool) {
        let told = Routes.notes(event)
        #expect(told == (isOver ? .ended(Self.job.id) : state.map { .rests(Note(Self.job, $0)) }))
    }

    private static let picture = StoredPicture(digest: .sample, format: .png)

    private static let answer = PictureAnswer.picture(picture)
    private static let backends: [(Backends.Event, Jobs.Action?)] = [
        (.answered(job.id, answer), .pictureArrived(job.id, answer)),
        (.answered(job.id, .waits(failure, until: 9)), .pictureArrived(job.id, .waits(failure, until: 9))),
        (.recovered("studio"), .released(backend: "studio")), (.wentDown("studio", .auth, until: 9), nil),
        (.begun(job, on: "studio"), .progressed(job.id, nil)), (.submitted(job, to: "studio"), nil),
        (.freed("studio"), .released(backend: "studio")), (.slowedDown("studio", until: 9), nil),
    ]

    @Test("A backend's answer is routed to its job, and a recovery to all waiting jobs", arguments: backends)
    func backendsToJobs(event: Backends.Event, action: Jobs.Action?) {
        #expect(Routes.jobs(event) == action)
    }

    @Test("A call's progress is routed to its job")
    func progressToJobs() throws {
        let progress = try #require(GenerationProgress(fraction: 0.4))
        #expect(Routes.jobs(Backends.Event.progressed(Self.job, progress)) == .progressed(Self.job.id, progress))
    }

    @Test("A pause and a resume of the service are routed to the jobs and the backends")
    func service() {
        #expect(Routes.jobs(Service.Event.paused) == .pause && Routes.backends(Service.Event.paused) == .pause)
        #expect(Routes.jobs(Service.Event.resumed) == .resume && Routes.backends(Service.Event.resumed) == .resume)
    }
}
