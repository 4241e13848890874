package import Domain

/// A job in a list.
package struct JobSummary: Codable, Equatable, Sendable {
    /// 26 characters. Requests also accept any unique prefix or suffix of at least four.
    package var id: String
    /// `queued`, `submitting`, `submitted`, `generated`, `staged`, `done`, `waiting`, `held`, `unknown`, `failed` or
    /// `cancelled`.
    package var state: String
    /// The watch folder's name.
    package var folder: String
    /// The printable name of the dropped file.
    package var name: String
    package var created: WireTime
    /// When the job entered its state.
    package var changed: WireTime
    package var attempts: Int
    /// The prompt of the picture; absent for a dropped picture.
    package var prompt: String?
    package var backend: String?
    /// The reason why the job waits, is held, failed or has no art: a stable code and a sentence.
    package var code: String?
    package var detail: String?
    /// When a waiting job continues.
    package var until: WireTime?
    package var tags: [String] = []
    /// The sender's own reference, unchanged.
    package var reference: String?
    /// How far the backend is with the picture, as far as it says.
    package var progress: JobProgress?
    /// The job's place among the samples of its request, from 1; absent if it makes the only picture.
    package var sample: Int?
    /// The number of samples of its request; absent if it makes the only picture.
    package var samples: Int?
}

/// A backend's report on an unfinished picture. Values that it doesn't say are absent.
package struct JobProgress: Codable, Equatable, Sendable {
    /// From 0 to 1.
    package var fraction: Double?
    package var secondsLeft: Int64?
    /// The step that was finished last, and the number of steps.
    package var step: Int64?
    package var steps: Int64?
    /// The position in the provider's queue, as the provider counts it.
    package var queuePosition: Int64?

    private enum CodingKeys: String, CodingKey {
        case fraction, step, steps
        case secondsLeft = "seconds_left"
        case queuePosition = "queue_position"
    }
}

extension JobProgress {
    package init(_ progress: GenerationProgress) {
        self.init(
            fraction: progress.fraction, secondsLeft: progress.secondsLeft, step: progress.step, steps: progress.steps,
            queuePosition: progress.queuePosition)
    }

    /// The report without values that are out of range; `nil` if nothing remains.
    package var checked: GenerationProgress? {
        GenerationProgress(
            fraction: fraction, secondsLeft: secondsLeft.map { Double($0) }, step: step, steps: steps,
            queuePosition: queuePosition)
    }
}

/// A page of jobs, newest first.
package struct JobList: Codable, Equatable, Sendable {
    package var jobs: [JobSummary]
    /// The value of `after` for the next page; absent on the last page.
    package var next: String?

    package init(jobs: [JobSummary], next: String? = nil) {
        self.jobs = jobs
        self.next = next
    }
}

/// Everything known about one job.
package struct JobDetail: Codable, Equatable, Sendable {
    /// A state that the job entered.
    package struct Step: Codable, Equatable, Sendable {
        package var state: String
        package var at: WireTime
        package var code: String?
        package var detail: String?
    }

    /// A file that the job has delivered, or will deliver, to its outbox.
    package struct Output: Codable, Equatable, Sendable {
        /// `txt`, `ansi`, `html`, `art.png`, `picture` or `json`.
        package var kind: String
        package var name: String
    }

    /// A stored picture.
    package struct Picture: Codable, Equatable, Sendable {
        /// SHA-256 as 64 hexadecimal digits.
        package var digest: String
        package var format: String
    }

    /// One of several jobs of a request.
    package struct Sample: Codable, Equatable, Sendable {
        package var sample: Int
        package var id: String
        package var state: String
        package var code: String?
        package var detail: String?
    }

    package var summary: JobSummary
    /// The job and the others of its request; empty if there are no others.
    package var sampleJobs: [Sample] = []
    /// The job's request with all defaults filled in. It can be submitted again as it is. `nil` for a refused drop,
    /// from which no request could be read.
    package var request: SubmitRequest?
    /// Where each option was set: `defaults`, `backend`, `watch`, `folder_file`, `subfolders`, `front_matter`,
    /// `sidecar`, `request` or `submission`; `tags` lists every place that added some. Options not listed have built-in
    /// values.
    package var origins: [String: [String]] = [:]
    /// The printable path of the outbox.
    package var outbox: String
    package var outputs: [Output] = []
    /// The input pictures in their order, the edited one first; empty without any.
    package var inputPictures: [Picture] = []
    /// The generated or dropped picture, once stored.
    package var picture: Picture?
    /// The cost of the calls, such as `0.05 USD`; one amount per currency.
    package var cost: [String] = []
    /// The number of calls with an unknown outcome, which count as paid.
    package var lostCalls = 0
    /// Oldest first.
    package var history: [Step] = []
}

/// Encoded together with its summary as one JSON object.
extension JobDetail {
    private enum CodingKeys: String, CodingKey {
        case request, origins, outbox, outputs, picture, cost, history
        case inputPictures = "input_pictures"
        case lostCalls = "lost_calls"
        case sampleJobs = "sample_jobs"
    }

    package init(from decoder: any Decoder) throws {
        summary = try JobSummary(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sampleJobs = try container.decodeIfPresent([Sample].self, forKey: .sampleJobs) ?? []
        request = try container.decodeIfPresent(SubmitRequest.self, forKey: .request)
        origins = try container.decodeIfPresent([String: [String]].self, forKey: .origins) ?? [:]
        outbox = try container.decode(String.self, forKey: .outbox)
        outputs = try container.decode([Output].self, forKey: .outputs)
        inputPictures = try container.decodeIfPresent([Picture].self, forKey: .inputPictures) ?? []
        picture = try container.decodeIfPresent(Picture.self, forKey: .picture)
        cost = try container.decodeIfPresent([String].self, forKey: .cost) ?? []
        lostCalls = try container.decodeIfPresent(Int.self, forKey: .lostCalls) ?? 0
        history = try container.decode([Step].self, forKey: .history)
    }

    package func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !sampleJobs.isEmpty { try container.encode(sampleJobs, forKey: .sampleJobs) }
        try container.encode(request, forKey: .request)
        try container.encode(origins, forKey: .origins)
        try container.encode(outbox, forKey: .outbox)
        try container.encode(outputs, forKey: .outputs)
        if !inputPictures.isEmpty { try container.encode(inputPictures, forKey: .inputPictures) }
        try container.encodeIfPresent(picture, forKey: .picture)
        try container.encode(cost, forKey: .cost)
        try container.encode(lostCalls, forKey: .lostCalls)
        try container.encode(history, forKey: .history)
    }
}

extension JobSummary {
    /// The code and the sentence that explain a state, each `nil` if there is none.
    package typealias Reason = (code: String?, detail: String?)

    package init(_ entry: JobEntry, _ reason: Reason) {
        let job = entry.job
        self.init(
            id: job.id.text, state: job.state.word, folder: job.folder, name: job.name.shown,
            created: WireTime(job.created), changed: WireTime(entry.changed), attempts: job.attempts,
            prompt: job.request?.prompt,
            backend: job.request?.source.task == nil ? nil : job.request?.generation.backend, code: reason.code,
            detail: reason.detail, until: job.state.until, tags: job.request?.tags ?? [], reference: job.reference,
            progress: entry.progress.map { JobProgress($0) },
            sample: job.sample.isOneOfMany ? job.sample.number : nil,
            samples: job.sample.isOneOfMany ? job.sample.count : nil)
    }
}

extension JobDetail {
    /// `reason` explains a state of the job with the given name.
    package init(_ timeline: JobTimeline, _ summary: JobSummary, reason: (JobState, FileName) -> JobSummary.Reason) {
        let job = timeline.job
        self.init(
            summary: summary,
            sampleJobs: timeline.samples.map { other in
                let (code, detail) = reason(other.state, other.name)
                return Sample(
                    sample: other.number, id: other.id.text, state: other.state.word, code: code, detail: detail)
            }, request: job.request.map { SubmitRequest($0.fields) },
            origins: job.request?.origins.mapValues { $0.map(\.rawValue) } ?? [:], outbox: job.outbox.shown,
            outputs: job.outputs.map { Output(kind: $0.kind.rawValue, name: $0.name.shown) },
            inputPictures: job.request?.source.inputs.map(Picture.init) ?? [], picture: job.picture.map(Picture.init),
            cost: timeline.cost.sums.map(\.text), lostCalls: timeline.cost.lostCalls,
            history: timeline.steps.map { step in
                let (code, detail) = reason(step.state, job.name)
                return Step(state: step.state.word, at: WireTime(step.at), code: code, detail: detail)
            })
    }
}

extension JobDetail.Picture {
    init(_ picture: StoredPicture) {
        self.init(digest: picture.digest.hex, format: picture.format.rawValue)
    }
}

extension JobState {
    /// When a waiting job continues, or a job held by a cap is released.
    fileprivate var until: WireTime? {
        switch self {
        case .waiting(_, .gate(let closure)): closure.until.map { WireTime($0) }
        case .waiting(let until, _), .held(.budget(_, let until)): WireTime(until)
        default: nil
        }
    }
}

extension Request {
    /// Every field that has a value, as in a request file.
    fileprivate var fields: [String: JSONValue] {
        var fields = FieldTable.request(backends: []).values(of: self)
        fields["art"] = .object(FieldTable.art.values(of: art))
        return fields
    }
}

extension FieldTable {
    fileprivate func values(of target: Target) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for field in fields where field.type != .table {
            let text = field.text(of: target)
            if !text.isEmpty { values[field.name] = (try? field.type.value(of: text))?.json }
        }
        return values
    }
}
