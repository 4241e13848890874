import ControlAPI
import Domain
import PlatformSystem

/// Jobs as people read them.
enum JobLines {
    /// The ending that names a job among many.
    static func short(_ id: String) -> String { String(id.suffix(8)) }

    static func local(_ time: WireTime) -> String {
        LocalTime(milliseconds: time.milliseconds).description
    }

    static func table(_ jobs: [JobSummary]) -> [String] {
        guard !jobs.isEmpty else { return ["no jobs"] }
        let rows = jobs.map { job in
            [short(job.id), job.state, job.folder, local(job.created), job.name, job.detail ?? ""]
        }
        return TextTable.lines([["ID", "STATE", "FOLDER", "CREATED", "NAME", ""]] + rows)
    }

    static func detail(_ job: JobDetail) -> [String] {
        let summary = job.summary
        var rows = [
            ["job", summary.id], ["state", summary.state], ["name", summary.name], ["folder", summary.folder],
            ["created", local(summary.created)], ["changed", local(summary.changed)],
        ]
        if let prompt = summary.prompt { rows.append(["prompt", prompt]) }
        if let backend = summary.backend { rows.append(["backend", backend]) }
        if summary.attempts > 0 { rows.append(["attempts", "\(summary.attempts)"]) }
        if !summary.tags.isEmpty { rows.append(["tags", summary.tags.joined(separator: ", ")]) }
        if let detail = summary.detail { rows.append(["why", detail]) }
        if let until = summary.until { rows.append(["until", local(until)]) }
        if let cost = cost(of: job) { rows.append(["cost", cost]) }
        rows.append(["outbox", job.outbox])
        if !job.outputs.isEmpty { rows.append(["outputs", job.outputs.map(\.name).joined(separator: ", ")]) }
        for step in job.history {
            rows.append([local(step.at), step.state + (step.detail.map { ": " + $0 } ?? "")])
        }
        return TextTable.lines(rows)
    }

    private static func cost(of job: JobDetail) -> String? {
        let lost =
            switch job.lostCalls {
            case 0: ""
            case 1: "1 call counts as paid though nobody knows its end"
            default: "\(job.lostCalls) calls count as paid though nobody knows their end"
            }
        let parts = [job.cost.joined(separator: " + "), lost].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// How a command ends that waited for a job.
    static func check(_ job: JobSummary) throws(CommandFailure) {
        let why = job.detail ?? "See textify show \(short(job.id))."
        switch job.state {
        case "done": return
        case "failed", "cancelled":
            throw CommandFailure(exit: .data, text: "job \(short(job.id)) \(job.state): \(why)")
        default:
            throw CommandFailure(exit: .tryAgain, text: "job \(short(job.id)) is \(job.state): \(why)")
        }
    }
}
