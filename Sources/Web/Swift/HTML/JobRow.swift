internal import ControlAPI
internal import Domain
internal import Words

/// A job in a list. The same row without a job is the template that the script fills.
struct JobRow {
    let context: PageContext

    /// What a person can decide about a job, and in which states.
    enum Act: String, CaseIterable {
        case cancel, approve, retry, acknowledge, redeliver

        /// The states of jobs for which a person with the role can decide it.
        func states(for role: AccessReport.Role) -> [String] {
            switch self {
            case .cancel: role >= .submit ? BulkAction.cancel.states : []
            case .approve: role >= .operate ? BulkAction.approve.states : []
            case .retry: role >= .submit ? ["failed", "cancelled", "unknown"] : []
            case .acknowledge: role >= .submit ? ["failed"] : []
            case .redeliver: role >= .submit ? ["done"] : []
            }
        }
    }

    func list(_ jobs: [JobSummary], _ name: String, label: String) -> HTML {
        """
        <ul class="jobs" data-list="\(name)" aria-label="\(label)">\(jobs.map(row))</ul>
        """
    }

    var template: HTML { "<template id=\"job\">\(row(nil))</template>" }

    private func row(_ job: JobSummary?) -> HTML {
        let words = context.words
        let state = job?.state ?? ""
        let path = "jobs/" + (job.map { PercentEncoding.encoded($0.id) } ?? "")
        let fraction = job?.progress?.fraction
        return """
            <li class="job" data-job="\(job?.id ?? "")" data-state="\(state)">
            <a class="job-name" dir="auto" href="\(context.link(path))" data-field="name">\(job?.title ?? "")</a>
            <span class="state" data-field="state">\(words.state(state))</span>
            <progress class="job-progress" max="1"\("value", fraction.map { "\($0)" }) data-field="progress" \
            aria-label="\(words.progress)"\("hidden", if: job?.progress == nil)></progress>
            <p class="job-detail" data-field="detail"\("hidden", if: job?.detail == nil)>\(job?.detail ?? "")</p>
            <span class="job-place" data-field="place">\(job?.place ?? "")</span>
            \(job.map { context.moment($0.changed, field: "changed") } ?? "<time data-field=\"changed\"></time>")
            \(actions(state, path))
            </li>
            """
    }

    /// All buttons, those hidden that make no sense now: the script shows them when they do.
    func actions(_ state: String, _ path: String) -> HTML {
        let words = context.words
        let buttons = Act.allCases.compactMap { act -> HTML? in
            let states = act.states(for: context.role)
            if states.isEmpty { return nil }
            return """
                <button name="act" value="\(act.rawValue)" data-states="\(states.joined(separator: " "))"\
                \("hidden", if: !states.contains(state))>\(words.act(act.rawValue))</button>
                """
        }
        if buttons.isEmpty { return .none }
        return """
            <form class="actions" method="post" action="\(context.link(path + "/act"))">\
            \(context.backField)\(buttons)</form>
            """
    }
}

extension JobSummary {
    /// The prompt, or the name of the dropped file.
    var title: String { prompt ?? name }

    var place: String { [folder, backend].compactMap(\.self).joined(separator: " · ") }
}
