import BackendKit
import BackendsFeature
import Domain

/// One call's walk through its phases.
extension BackendsSideEffectImpl {
    /// Goes on with a call that an earlier run left open. `nil`: there is nothing to go on with, and a new call is safe.
    func resume(
        _ call: Call, of job: Job, _ backend: any ImageBackend, mayRepeat: Bool, _ tell: Tell
    ) async throws(JobFailure) -> Backends.Made? {
        switch call.phase {
        case .reserved, .settled: return nil
        case .fetched:
            guard let picture = call.handle.flatMap(Self.fetched) else { throw .backend(call.backend, .lost) }
            return Backends.Made(picture, by: call.backend)
        case .finished:
            guard let address = call.handle else { throw .backend(call.backend, .lost) }
            if let failure = call.failure, failure.endsWork { throw .backend(call.backend, failure) }
            let fetch = call.fetch ?? fetch(from: address, of: nil, by: backend)
            return try await self.fetch(address, fetch, nil, call, backend, tell)
        case .submitting:
            if let handle = backend.handle(of: call.idempotencyKey) {
                return try await find(handle, call, of: job, backend, mayRepeat: mayRepeat, tell)
            }
            try await end(call, .unknown, settles: mayRepeat, tell)
            guard mayRepeat else { throw .backend(call.backend, .unknown) }
            return nil
        case .submitted:
            guard let handle = call.handle.flatMap({ JobHandle($0) }) else { throw .backend(call.backend, .lost) }
            await tell(.handedOver)
            return try await wait(for: handle, call, backend, tell)
        }
    }

    /// Looks a call up whose answer was lost. `nil`: the backend doesn't know its work, and a new call may be made. A
    /// lookup that fails leaves the call to be looked up again.
    private func find(
        _ handle: JobHandle, _ call: Call, of job: Job, _ backend: any ImageBackend, mayRepeat: Bool, _ tell: Tell
    ) async throws(JobFailure) -> Backends.Made? {
        do throws(BackendFailure) { _ = try await backend.poll(handle) } catch .lost {
            // The server may have forgotten work that it did, and charged for.
            try await end(call, mayRepeat ? .lost : .unknown, settles: mayRepeat, tell)
            guard mayRepeat else { throw .backend(call.backend, .unknown) }
            return nil
        } catch {
            if error.isOfBackend { throw .backend(call.backend, error) }
        }
        // One that has waited since its call was lost goes on waiting, as its row has it, until the picture is there.
        let isStep = job.state == .submitting
        let pending = try await handOver(call, handle, nil, isStep: isStep, tell)
        return try await wait(for: handle, pending, backend, tell)
    }

    /// Stores the handle before anything waits for the work. `isStep`: its job is `submitting`, and `submitted` from now on.
    private func handOver(
        _ call: Call, _ handle: JobHandle, _ receipt: Receipt?, isStep: Bool, _ tell: Tell
    ) async throws(JobFailure) -> Call {
        var pending = call.noting(receipt)
        pending.phase = .submitted
        pending.handle = handle.text
        try await keep(pending, receipt.map { reserved($0, on: call.backend) }, tell)
        await tell(isStep ? .submitted(to: call.backend) : .handedOver)
        return pending
    }

    func buy(
        _ order: PictureOrder, _ tell: Tell
    ) async throws(JobFailure) -> Backends.Made {
        let (call, backend) = (order.call, order.backend)
        let start = try await stored { () throws(RepositoryFailure) in
            try await spool.begin(call, reserving: reservation(for: order), token: order.job.token, at: utc())
        }
        switch start {
        case .lost: throw .backend(call.backend, .cancelled)
        case .overBudget(let stop): throw .overBudget(stop)
        case .begun(let warnings):
            await tell(.begun)
            let made = try await submit(order.request, call, backend, tell)
            return Backends.Made(made.picture, by: made.backend, pause: made.pause, warnings: warnings)
        }
    }

    private func submit(
        _ request: ImageRequest, _ call: Call, _ backend: any ImageBackend, _ tell: Tell
    ) async throws(JobFailure) -> Backends.Made {
        let submission: BackendKit.Submission
        do throws(BackendFailure) {
            submission = try await backend.submit(request, key: call.idempotencyKey)
        } catch {
            throw try await settle(call, error, tell)
        }
        switch submission {
        case .finished(let sources, let receipt): return try await collect(sources, receipt, call, backend, tell)
        case .pending(let handle, let receipt):
            let pending = try await handOver(call, handle, receipt, isStep: true, tell)
            return try await wait(for: handle, pending, backend, tell)
        }
    }

    private func wait(
        for first: JobHandle, _ call: Call, _ backend: any ImageBackend, _ tell: Tell
    ) async throws(JobFailure) -> Backends.Made {
        var (handle, call) = (first, call)
        while true {
            let answer: PollAnswer
            do throws(BackendFailure) { answer = try await backend.poll(handle) } catch {
                throw try await settle(call, error, tell)
            }
            switch answer {
            case .finished(let sources, let receipt): return try await collect(sources, receipt, call, backend, tell)
            case .moved(let next):
                call.handle = next.text
                try await keep(call, nil, tell)
                handle = next
            case .running(_, let eta):
                let pause = Duration.milliseconds(min(10_000, max(1_000, eta ?? 2_000)))
                do { try await clock.sleep(for: pause) } catch { throw .backend(call.backend, .timeout) }
            }
        }
    }

    private func collect(
        _ sources: [ImageSource], _ receipt: Receipt?, _ call: Call, _ backend: any ImageBackend, _ tell: Tell
    ) async throws(JobFailure) -> Backends.Made {
        guard let source = sources.first else { throw try await settle(call, .empty, tell) }
        let settlement = receipt.map { spent($0, on: call.backend) } ?? Settlement(.spent)
        if case .url(let address) = source {
            // The picture is made and paid for: its address is stored before it is fetched.
            var finished = call.noting(receipt)
            finished.phase = .finished
            finished.handle = address
            let fetch = fetch(from: address, of: call.phase == .submitted ? call.handle : nil, by: backend)
            finished.fetch = fetch
            try await keep(finished, settlement, tell)
            return try await self.fetch(address, fetch, receipt?.pause, finished, backend, tell)
        }
        let bytes: [UInt8]
        do throws(BackendFailure) { bytes = try await backend.fetch(source, limit: limit) } catch {
            throw try await settle(call, error, tell)
        }
        guard let format = PictureFormat(magic: bytes), format.isReadable else {
            throw try await settle(call, .unreadable, tell)
        }
        return try await store(bytes, format, call.noting(receipt), settlement, receipt?.pause, tell)
    }

    func store(
        _ bytes: [UInt8], _ format: PictureFormat, _ call: Call, _ settlement: Settlement?, _ pause: Int64?,
        _ tell: Tell
    ) async throws(JobFailure) -> Backends.Made {
        let digest = try await insisting(tell) { () throws(JobFailure) in
            do throws(FileFailure) { return try await blobs.store(bytes) } catch { throw .delivery(error) }
        }
        var done = call
        done.phase = .fetched
        done.handle = "\(format.rawValue) \(digest.hex)"
        done.failure = nil
        done.fetch = nil
        // The picture is safe already: that the call's end can't be written must not lose it.
        do throws(JobFailure) { try await keep(done, settlement, tell) } catch {}
        await blobs.release(digest)
        return Backends.Made(StoredPicture(digest: digest, format: format), by: call.backend, pause: pause)
    }
}

/// How calls are written down.
extension BackendsSideEffectImpl {
    /// Writes down how a call stands after a failure, and gives that back as the job's. Work that was handed over is
    /// asked for again where asking again can help; only a settled call makes room for a new one, which costs again.
    func settle(
        _ call: Call, _ failure: BackendFailure, _ tell: Tell
    ) async throws(JobFailure) -> JobFailure {
        var settled = call
        let isHandedOver = call.phase == .submitted || call.phase == .finished
        let goesOn = failure == .unknown || isHandedOver && failure.isOfBackend
        settled.phase = goesOn ? call.phase : .settled
        settled.failure = failure
        let isOpen = goesOn && failure != .unknown
        try await keep(settled, isOpen ? nil : settlement(call, failure), tell)
        return .backend(call.backend, failure)
    }

    /// Writes down of what an earlier run left that nobody knows its end, or that it left nothing; `settles` it when its
    /// work may be asked for anew.
    private func end(
        _ call: Call, _ failure: BackendFailure, settles: Bool, _ tell: Tell
    ) async throws(JobFailure) {
        var ended = call
        if settles { ended.phase = .settled }
        ended.failure = failure
        try await keep(ended, settlement(call, failure), tell)
    }

    func lastCall(of job: JobID) async throws(JobFailure) -> Call? {
        try await stored { () throws(RepositoryFailure) in try await spool.lastCall(of: job) }
    }

    func keep(_ call: Call, _ settlement: Settlement?, _ tell: Tell) async throws(JobFailure) {
        try await insisting(tell) { () throws(JobFailure) in
            try await stored { () throws(RepositoryFailure) in
                try await spool.keep(call, settling: settlement, at: utc())
            }
        }
    }

    /// What a backend has answered may be paid for, and is known here alone: while it can't be written it is tried again, and
    /// the call keeps its place, so that no other one is bought that can't be kept either. Ends with its task.
    private func insisting<T>(
        _ tell: Tell, _ work: () async throws(JobFailure) -> T
    ) async throws(JobFailure) -> T {
        var pause = Duration.seconds(1)
        while true {
            let failure: JobFailure
            do throws(JobFailure) {
                let result = try await work()
                if pause > .seconds(1) { await tell(.saved) }
                return result
            } catch { failure = error }
            if pause == .seconds(1) { await tell(.unsaved(failure)) }
            do { try await clock.sleep(for: pause) } catch { throw failure }
            pause = min(pause * 2, .seconds(30))
        }
    }

    /// What a fetched call's handle says of its picture.
    static func fetched(_ handle: String) -> StoredPicture? {
        let words = handle.split(separator: " ")
        guard words.count == 2, let format = PictureFormat(rawValue: String(words[0])),
            let digest = Digest(hex: words[1])
        else { return nil }
        return StoredPicture(digest: digest, format: format)
    }

    func stored<T>(
        _ work: () async throws(RepositoryFailure) -> T
    ) async throws(JobFailure) -> T {
        do throws(RepositoryFailure) { return try await work() } catch { throw .storage(error) }
    }
}

extension Call {
    /// With what the provider says of it.
    fileprivate func noting(_ receipt: Receipt?) -> Call {
        var noted = self
        noted.reference = receipt?.reference ?? reference
        noted.seed = receipt?.seed ?? seed
        return noted
    }
}
