import Domain
import JobsFeature
import JobsSideEffect
import MVIEffects
import Testing

@Suite("Jobs of folders that only other services have")
struct ElsewhereTests {
    @Test("A job whose picture was made here is handed over, and nothing is written to an outbox of that path")
    func handedOver() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.prompt()
        let world = JobsSideEffectImpl(
            spool: spooler.spool, blobs: spooler.blobs, files: spooler.files,
            renderer: PlainRenderer(files: spooler.files), clock: ContinuousClock(), credits: [:], version: "1",
            utc: { 1 }, handOver: { $0.id == job.id })
        let handedOver = await Jobs.performer(world)(.stage(job), Report { _ in true })
        #expect(handedOver == .handedOver(job.id))
        #expect(try await spooler.names().isEmpty)
        #expect(try await spooler.spool.jobs.job(job.id)?.state == .generated)
        await spooler.close()
    }

    @Test("A job that could not be handed over is tried again")
    func unreachable() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.prompt()
        let world = JobsSideEffectImpl(
            spool: spooler.spool, blobs: spooler.blobs, files: spooler.files,
            renderer: PlainRenderer(files: spooler.files), clock: ContinuousClock(), credits: [:], version: "1",
            utc: { 1 }, handOver: { _ throws(RepositoryFailure) in throw .busy })
        let tried = await Jobs.performer(world)(.stage(job), Report { _ in true })
        #expect(tried == .staged(job.id, .failure(.storage(.busy))))
        await spooler.close()
    }
}
