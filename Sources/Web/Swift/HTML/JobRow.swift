internal import ControlAPI
internal import Domain
internal import Words

/// A job in a list. The same row without a job is the template that the script fills.
struct JobRow {
    let context: PageContext

    /// What a person can decide about a job, and in which states.
    enum Act: String, CaseIterable {
        case cancel, approve, retry, acknowledge, redeliver

        func isOffered(in state: String, _ role: AccessReport.Role) -> Bool {
            switch self {
            case .cancel:
                role >= .submit
                    && ["queued", "submitting", "submitted", "generated", "waiting", "held", "unknown"].contains(state)
            case .approve: role >= .operate && state == "held"
            case .retry: role >= .submit && ["failed", "cancelled", "unknown"].contains(state)
            case .acknowledge: role >= .submit && state == "failed"
            case .redeliver: role >= .submit && state == "done"
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
        let buttons = Act.allCases.filter { act in
            JobState.words.contains { act.isOffered(in: $0, context.role) }
        }.map { act -> HTML in
            """
            <button name="act" value="\(act.rawValue)"\("hidden", if: !act.isOffered(in: state, context.role))>\
            \(words.act(act.rawValue))</button>
            """
        }
        if buttons.isEmpty { return .none }
        return """
            <form class="actions" method="post" action="\(context.link(path + "/act"))">\
            <input type="hidden" name="back" value="\(context.back)">\(buttons)</form>
            """
    }
}

extension JobSummary {
    /// The prompt, or the name of the dropped file.
    var title: String { prompt ?? name }

    var place: String { [folder, backend].compactMap(\.self).joined(separator: " · ") }
}
