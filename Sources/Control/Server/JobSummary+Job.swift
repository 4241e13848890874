internal import ControlAPI
internal import Domain
internal import Words

extension JobSummary {
    init(_ entry: JobEntry, _ wording: Wording) {
        let job = entry.job
        let step = JobDetail.Step(job.state, at: entry.changed, name: job.name.shown, wording)
        self.init(
            id: job.id.text, state: job.state.word, folder: job.folder, name: job.name.shown,
            created: WireTime(milliseconds: job.created), changed: WireTime(milliseconds: entry.changed),
            attempts: job.attempts, prompt: job.request.prompt,
            backend: job.request.source.task == nil ? nil : job.request.generation.backend,
            code: step.code ?? job.missingArt?.code,
            detail: step.detail ?? job.missingArt.map { wording.sentence($0, about: job.name.shown) },
            until: job.state.until, tags: job.request.tags,
            reference: job.reference)
    }
}

extension JobDetail {
    init(_ story: JobStory, _ wording: Wording) {
        let job = story.job
        self.init(
            summary: JobSummary(story.entry, wording), request: job.request.written,
            origins: job.request.origins.mapValues { $0.map(\.rawValue) }, outbox: job.outbox.shown,
            outputs: job.outputs.map { Output(kind: $0.kind.rawValue, name: $0.name.shown) },
            picture: job.picture.map { Picture(digest: $0.digest.hex, format: $0.format.rawValue) },
            cost: story.cost.sums.map(\.text), lostCalls: story.cost.lostCalls,
            history: story.steps.map { Step($0.state, at: $0.at, name: job.name.shown, wording) })
    }
}

extension JobDetail.Step {
    init(_ state: JobState, at utc: Int64, name: String, _ wording: Wording) {
        self.init(
            state: state.word, at: WireTime(milliseconds: utc), code: state.code,
            detail: wording.detail(state, about: name))
    }
}

extension Wording {
    fileprivate func detail(_ state: JobState, about name: String) -> String? {
        let sentence = sentence(state, about: name)
        guard let sentence, case .waiting(let next, .unfetched(let fetch)) = state else { return sentence }
        return fetchedAgain(
            sentence, at: WireTime(milliseconds: next).seconds, until: WireTime(milliseconds: fetch.until).seconds)
    }
}

extension WireTime {
    /// Without a fraction.
    fileprivate var seconds: String { text.prefix { $0 != "." } + "Z" }
}

extension JobState {
    fileprivate var until: WireTime? {
        switch self {
        case .waiting(let until, _), .held(.budget(_, let until)): WireTime(milliseconds: until)
        default: nil
        }
    }
}

extension Request {
    /// Every field that holds something, as a person would write it; those of the art as `art.NAME`.
    fileprivate var written: [String: String] {
        var written: [String: String] = [:]
        for field in FieldTable.request(backends: []).fields where field.type != .table {
            written[field.name] = field.text(of: self)
        }
        for field in FieldTable.art.fields { written["art." + field.name] = field.text(of: art) }
        return written.filter { !$0.value.isEmpty }
    }
}
