@testable import BackendsFeature
import Domain
import MVICore
import MVITesting
import Testing

@Suite("Backends")
struct BackendsTests {
    let stamp = Stamp(now: .zero, utc: 1_000, seed: 7)

    private func job(_ number: UInt64, backend: String = "sketch", seed: UInt64? = 5) -> Job {
        Job(
            id: JobID(high: 1, low: number), drop: DropID(high: 2, low: number), line: 0, folder: "inbox",
            name: FileName("a.txt"), outbox: FolderPath("/out"),
            request: Request(
                source: .prompt("a fox"), generation: GenerationOptions(backend: backend, seed: seed)), created: 0)
    }

    private func call(_ job: Job) -> Command<Backends> {
        .run(
            .generate(job, call: CallID(utc: 1_000, seed: 7), seed: 5, utc: 1_000), as: .call(job.id), ifRunning: .keep)
    }

    @Test("a backend takes as many calls as it says, and the next in turn when one ends")
    func turns() {
        let store = TestStore(Backends.self, .initial(limits: ["sketch": 1]), stamp: stamp)
        let (a, b) = (job(1), job(2))
        store.send(.generate(a), commands: [call(a)]) { $0.calls = [a.id: "sketch"] }
        store.refuse(.generate(a))
        store.send(.generate(b)) { $0.queue = [b] }
        store.refuse(.generate(b))
        store.receive(
            .answered(a.id, .failure(.pictureLost)), from: .call(a.id),
            commands: [.emit(.answered(a.id, .failure(.pictureLost))), call(b)]
        ) {
            $0.queue = []
            $0.calls = [b.id: "sketch"]
        }
        store.receive(
            .answered(b.id, .failure(.pictureLost)), from: .call(b.id),
            commands: [.emit(.answered(b.id, .failure(.pictureLost)))]
        ) { $0.calls = [:] }
    }

    @Test("a backend that is not configured is told at once, with the one that was meant perhaps")
    func stranger() {
        let store = TestStore(Backends.self, .initial(limits: ["sketch": 1]), stamp: stamp)
        let lost = job(1, backend: "sketsch")
        store.send(
            .generate(lost),
            commands: [.emit(.answered(lost.id, .failure(.noSuchBackend("sketsch", nearest: "sketch"))))])
    }

    @Test("draining ends what runs and begins nothing")
    func drain() {
        let store = TestStore(Backends.self, .initial(limits: ["sketch": 1]), stamp: stamp)
        let (a, b) = (job(1), job(2))
        store.send(.generate(a), commands: [call(a)]) { $0.calls = [a.id: "sketch"] }
        store.send(.generate(b)) { $0.queue = [b] }
        store.send(.drain) {
            $0.queue = []
            $0.isDraining = true
        }
        store.refuse(.drain)
        store.receive(
            .answered(a.id, .failure(.pictureLost)), from: .call(a.id),
            commands: [.emit(.answered(a.id, .failure(.pictureLost)))]
        ) { $0.calls = [:] }
    }

    @Test("a seed that the user did not give is chosen from the stamp and fits 32 bits")
    func seeds() {
        var state = Backends.State.initial(limits: ["sketch": 4])
        let commands = Backends.reduce(&state, .asked(job(1, seed: nil)), stamp)
        guard case .run(.generate(_, _, let seed, _), _, _) = commands.first else {
            Issue.record("no call was made")
            return
        }
        #expect(seed > 0 && seed <= UInt64(UInt32.max))
    }
}
