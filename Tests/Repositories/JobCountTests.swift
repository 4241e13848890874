import Domain
import MVISimulation
import PlatformSQL
import PlatformSQLite
import PlatformSystem
import Repositories
import Testing

@Suite("Spool: job counts by state")
struct JobCountTests {
    private static let states: [JobState] = [
        .queued, .submitting, .generated, .staged, .done, .held(.approval), .unknown, .cancelled, .failed(.pictureLost),
        .waiting(until: 9, .delivery(.missing)),
    ]

    @Test("after moves, retries and forgetting, the counts equal the number of rows")
    func kept() async throws {
        try await withFolder { folder in
            let database = try SpoolDatabase(folder: folder)
            let spool = database.repositories
            for number in 1...40 { _ = try await spool.accepted(number) }
            for step in 0..<400 {
                let id = Samples.jobID(1 + step * 7 % 40)
                switch step % 9 {
                case 0: _ = try await spool.erasure.forget(id, at: 9)
                case 1: _ = try await spool.jobs.reopen(id, mayPayTwice: true, token: 0, at: 9)
                default:
                    let state = Self.states[step * 3 % 11 % Self.states.count]
                    _ = try await spool.jobs.move(id, to: state, picture: nil, token: 0, at: 9)
                }
            }
            let counts = try await spool.jobList.counts()
            await database.close()
            let connection = try Connection(path: folder.appending(SpoolDatabase.fileName).bytes, .read)
            let rows = try connection.select("SELECT state, count(*) FROM jobs WHERE forgotten = 0 GROUP BY state") {
                ($0.text(0), Int($0.integer(1)))
            }
            #expect(counts == Dictionary(uniqueKeysWithValues: rows))
            #expect(counts.values.reduce(0, +) < 40, "some were forgotten")
        }
    }
}
