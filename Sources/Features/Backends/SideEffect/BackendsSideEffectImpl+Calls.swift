import BackendKit
import BackendsFeature
import Domain
import MVIEffects
import Synchronization

/// The backend that executes a call, and what learns of the call's progress.
struct CallContext: Sendable {
    let backend: any ImageBackend
    let report: ReportProgress
}

/// Calls that this run began but didn't send, because the database didn't answer. Whether it stored them is unknown; that
/// they bought nothing is certain.
final class UnsentCalls: Sendable {
    private let ids = Mutex<Set<CallID>>([])

    func insert(_ id: CallID) { ids.withLock { _ = $0.insert(id) } }

    func remove(_ id: CallID) { ids.withLock { _ = $0.remove(id) } }

    func contains(_ id: CallID) -> Bool { ids.withLock { $0.contains(id) } }
}

/// The phases of a call.
extension BackendsSideEffectImpl {
    /// Resumes a call that an earlier run left open. `nil`: there is nothing to resume and a new call is safe.
    func resume(
        _ call: Call, of job: Job, _ context: CallContext, mayRepeat: Bool
    ) async throws(JobFailure) -> GeneratedPicture? {
        switch call.phase {
        case .reserved, .settled: return nil
        case .fetched:
            guard let picture = call.picture else { throw .backend(call.backend, .lost) }
            return GeneratedPicture(picture, by: call.backend)
        case .finished:
            guard let address = call.handle else { throw .backend(call.backend, .lost) }
            if let failure = call.failure, failure.endsWork { throw .backend(call.backend, failure) }
            let fetch = call.fetch ?? fetch(from: address, of: nil, context)
            return try await self.fetch(address, fetch, nil, call, context)
        case .submitting:
            if unsent.contains(call.id) {
                try await dismiss(call, context)
                return nil
            }
            if let handle = context.backend.handle(of: call.idempotencyKey) {
                return try await find(handle, call, of: job, context, mayRepeat: mayRepeat)
            }
            try await end(call, .unknown, settles: mayRepeat, context)
            guard mayRepeat else { throw .backend(call.backend, .unknown) }
            return nil
        case .submitted:
            guard let handle = call.handle.flatMap({ JobHandle($0) }) else { throw .backend(call.backend, .lost) }
            await context.report(.handedOver)
            return try await wait(for: handle, call, context)
        }
    }

    /// Looks up a call whose answer was lost. `nil`: the backend doesn't know the work and a new call may be made. If
    /// the lookup fails, the call stays open for another one.
    private func find(
        _ handle: JobHandle, _ call: Call, of job: Job, _ context: CallContext, mayRepeat: Bool
    ) async throws(JobFailure) -> GeneratedPicture? {
        do throws(BackendFailure) { _ = try await context.backend.poll(handle) } catch .lost {
            // The server may have forgotten work that it has done and charged for.
            try await end(call, mayRepeat ? .lost : .unknown, settles: mayRepeat, context)
            guard mayRepeat else { throw .backend(call.backend, .unknown) }
            return nil
        } catch {
            if error.isBackendFault { throw .backend(call.backend, error) }
        }
        // A job whose row says that it waits keeps that state until the picture arrives.
        let isStep = job.state == .submitting
        let pending = try await handOver(call, handle, nil, isStep: isStep, context)
        return try await wait(for: handle, pending, context)
    }

    /// Stores the handle before waiting for the work. `isStep`: the job advances from `submitting` to `submitted`.
    private func handOver(
        _ call: Call, _ handle: JobHandle, _ receipt: Receipt?, isStep: Bool, _ context: CallContext
    ) async throws(JobFailure) -> Call {
        var pending = call.noting(receipt)
        pending.phase = .submitted
        pending.handle = handle.text
        try await keep(pending, receipt.map { reserved($0, on: call.backend) }, context)
        await context.report(isStep ? .submitted(to: call.backend) : .handedOver)
        return pending
    }

    func buy(_ order: PictureOrder, _ context: CallContext) async throws(JobFailure) -> GenerationResult {
        let call = order.call
        do throws(FileFailure) { try await blobs.checkReadiness() } catch { throw .delivery(error) }
        unsent.insert(call.id)
        let start = try await stored { () throws(RepositoryFailure) in
            try await calls.begin(
                call, reserving: reservation(for: order.job, on: call.backend), within: shared[call.backend],
                token: order.job.token, at: utc())
        }
        unsent.remove(call.id)
        switch start {
        case .lost: throw .backend(call.backend, .cancelled)
        case .turnedAway(let obstacle): return .turnedAway(obstacle)
        case .overBudget(let stop): throw .overBudget(stop)
        case .begun(let warnings):
            await context.report(.begun)
            var generated = try await submit(order.request, call, context)
            generated.warnings = warnings
            return .ended(.success(generated))
        }
    }

    private func submit(
        _ request: ImageRequest, _ call: Call, _ context: CallContext
    ) async throws(JobFailure) -> GeneratedPicture {
        let submission: BackendKit.Submission
        do throws(BackendFailure) {
            let (backend, key) = (context.backend, call.idempotencyKey)
            submission = try await reportingProgress(of: key, context) { () async throws(BackendFailure) in
                try await backend.submit(request, key: key)
            }
        } catch {
            throw try await settle(call, error, context)
        }
        switch submission {
        case .finished(let sources, let receipt): return try await collect(sources, receipt, call, context)
        case .pending(let handle, let receipt):
            let pending = try await handOver(call, handle, receipt, isStep: true, context)
            return try await wait(for: handle, pending, context)
        }
    }

    private func wait(
        for handle: JobHandle, _ call: Call, _ context: CallContext
    ) async throws(JobFailure) -> GeneratedPicture {
        var (handle, call) = (handle, call)
        while true {
            let answer: PollAnswer
            do throws(BackendFailure) {
                let (backend, current) = (context.backend, handle)
                answer = try await reportingProgress(of: call.idempotencyKey, context) {
                    () async throws(BackendFailure) in try await backend.poll(current)
                }
            } catch {
                throw try await settle(call, error, context)
            }
            switch answer {
            case .finished(let sources, let receipt): return try await collect(sources, receipt, call, context)
            case .moved(let next):
                call.handle = next.text
                try await keep(call, nil, context)
                handle = next
            case .running(let progress, let next):
                if let progress { await context.report(.generating(progress)) }
                let pause = Duration.milliseconds(min(10_000, max(1_000, next ?? 2_000)))
                do { try await clock.sleep(for: pause) } catch { throw .backend(call.backend, .timeout) }
            }
        }
    }

    /// Returns the backend's answer, and meanwhile reports the progress once a second if the backend has to be asked
    /// for it.
    private func reportingProgress<Answer: Sendable>(
        of key: String, _ context: CallContext,
        _ call: @escaping @Sendable () async throws(BackendFailure) -> Answer
    ) async throws(BackendFailure) -> Answer {
        guard context.backend.descriptor.reportsProgress else { return try await call() }
        let result = await withTaskGroup(of: Result<Answer, BackendFailure>?.self) { group in
            group.addTask {
                do throws(BackendFailure) { return .success(try await call()) } catch { return .failure(error) }
            }
            group.addTask {
                while await clock.wait(.seconds(1)) {
                    if let progress = await context.backend.progress(of: key) {
                        await context.report(.generating(progress))
                    }
                }
                return nil
            }
            let result = await group.first { $0 != nil } ?? nil
            group.cancelAll()
            return result
        }
        // The call always has a result.
        guard let result else { throw .unknown }
        return try result.get()
    }

    private func collect(
        _ sources: [ImageSource], _ receipt: Receipt?, _ call: Call, _ context: CallContext
    ) async throws(JobFailure) -> GeneratedPicture {
        guard let source = sources.first else { throw try await settle(call, .empty, context) }
        let settlement = receipt.map { spent($0, on: call.backend) } ?? Settlement(.spent)
        if case .url(let address) = source {
            // The picture is generated and paid for, so its address is stored before it is fetched.
            var finished = call.noting(receipt)
            finished.phase = .finished
            finished.handle = address
            let fetch = fetch(from: address, of: call.phase == .submitted ? call.handle : nil, context)
            finished.fetch = fetch
            try await keep(finished, settlement, context)
            return try await self.fetch(address, fetch, receipt?.pause, finished, context)
        }
        let bytes: [UInt8]
        do throws(BackendFailure) { bytes = try await context.backend.fetch(source, limit: limit) } catch {
            throw try await settle(call, error, context)
        }
        guard let format = PictureFormat(magic: bytes), format.isReadable else {
            throw try await settle(call, .unreadable, context)
        }
        return try await store(bytes, format, call.noting(receipt), settlement, receipt?.pause, context)
    }

    func store(
        _ bytes: [UInt8], _ format: PictureFormat, _ call: Call, _ settlement: Settlement?, _ pause: Int64?,
        _ context: CallContext
    ) async throws(JobFailure) -> GeneratedPicture {
        let digest = try await retryingUntilStored(context) { () throws(JobFailure) in
            do throws(FileFailure) { return try await blobs.store(bytes) } catch { throw .delivery(error) }
        }
        var done = call
        done.phase = .fetched
        done.handle = nil
        done.picture = StoredPicture(digest: digest, format: format)
        done.failure = nil
        done.fetch = nil
        // The picture is already stored, so a failure to store the call's end must not lose it.
        do throws(JobFailure) { try await keep(done, settlement, context) } catch {}
        await blobs.release(digest)
        return GeneratedPicture(StoredPicture(digest: digest, format: format), by: call.backend, pause: pause)
    }
}

/// Storage of calls.
extension BackendsSideEffectImpl {
    /// Stores the state of a call after a failure and returns the failure as the job's. Submitted work stays open if
    /// polling it again can help. Only a settled call permits a new one, which costs again.
    func settle(
        _ call: Call, _ failure: BackendFailure, _ context: CallContext
    ) async throws(JobFailure) -> JobFailure {
        var settled = call
        let isHandedOver = call.phase == .submitted || call.phase == .finished
        let isOpen = isHandedOver && failure.isBackendFault && failure != .unknown
        settled.phase = isOpen || failure == .unknown ? call.phase : .settled
        settled.failure = failure
        try await keep(settled, isOpen ? nil : settlement(call, failure), context)
        return .backend(call.backend, failure)
    }

    /// Records a recovered call's outcome as unknown or lost. `settles`: the picture may be requested again.
    private func end(
        _ call: Call, _ failure: BackendFailure, settles: Bool, _ context: CallContext
    ) async throws(JobFailure) {
        var ended = call
        if settles { ended.phase = .settled }
        ended.failure = failure
        try await keep(ended, settlement(call, failure), context)
    }

    /// Ends a stored call that was never sent.
    private func dismiss(_ call: Call, _ context: CallContext) async throws(JobFailure) {
        var dismissed = call
        dismissed.phase = .settled
        try await keep(dismissed, Settlement(.unspent), context)
        unsent.remove(call.id)
    }

    func lastCall(of job: JobID) async throws(JobFailure) -> Call? {
        try await stored { () throws(RepositoryFailure) in try await calls.lastCall(of: job) }
    }

    func keep(_ call: Call, _ settlement: Settlement?, _ context: CallContext) async throws(JobFailure) {
        try await retryingUntilStored(context) { () throws(JobFailure) in
            try await stored { () throws(RepositoryFailure) in
                try await calls.keep(call, settling: settlement, at: utc())
            }
        }
    }

    /// Repeats `work` until it succeeds or the task is cancelled. A backend's result may have been paid for and exists
    /// in memory only, so storing it is retried. The call keeps its slot meanwhile, so that no other picture is bought
    /// that can't be stored either.
    private func retryingUntilStored<T>(
        _ context: CallContext, _ work: () async throws(JobFailure) -> T
    ) async throws(JobFailure) -> T {
        var pause = Duration.seconds(1)
        while true {
            let failure: JobFailure
            do throws(JobFailure) {
                let result = try await work()
                if pause > .seconds(1) { await context.report(.saved) }
                return result
            } catch { failure = error }
            if pause == .seconds(1) { await context.report(.unsaved(failure)) }
            do { try await clock.sleep(for: pause) } catch { throw failure }
            pause = min(pause * 2, .seconds(30))
        }
    }

    func stored<T>(
        _ work: () async throws(RepositoryFailure) -> T
    ) async throws(JobFailure) -> T {
        do throws(RepositoryFailure) { return try await work() } catch { throw .storage(error) }
    }
}

extension Call {
    /// Returns the call with the reference and seed from the provider's receipt.
    fileprivate func noting(_ receipt: Receipt?) -> Call {
        var noted = self
        noted.reference = receipt?.reference ?? reference
        noted.seed = receipt?.seed ?? seed
        return noted
    }
}

/// The cost of calls.
extension BackendsSideEffectImpl {
    /// The ledger entry that is written before a call is sent.
    func reservation(for job: Job, on name: String) -> BudgetReservation {
        BudgetReservation(
            folder: job.folder, submitter: job.submitter,
            estimate: budget.prices[name]?.estimate(
                size: job.activeRequest.generation.size, quality: job.activeRequest.generation.details.quality),
            moment: moment(utc()), caps: job.isApproved ? [] : budget.caps(for: job, on: name))
    }

    /// The settlement after a picture was generated: the cost that the provider reports, else the cost of the tokens
    /// that it reports, else the reserved amount.
    func spent(_ receipt: Receipt, on name: String) -> Settlement {
        let price = budget.prices[name]
        if receipt.charged == .no && price == nil { return Settlement(.spent) }
        return Settlement(.spent, amount: receipt.amount(at: price))
    }

    /// The settlement while the work continues; its cost may be known already.
    func reserved(_ receipt: Receipt, on name: String) -> Settlement {
        Settlement(.reserved, amount: receipt.amount(at: budget.prices[name]))
    }

    /// The settlement after a failure. If a picture may have been generated nevertheless, the amount counts as spent.
    func settlement(_ call: Call, _ failure: BackendFailure) -> Settlement {
        if backends[call.backend]?.descriptor.isFree == true { return Settlement(.unspent) }
        return Settlement(failure.charge(wasAccepted: call.phase != .submitting))
    }
}
