import ControlAPI
import PlatformSystem

/// What `top` shows, as far as keys change it.
struct TopState: Equatable {
    enum Mode: Equatable {
        case list
        /// One job with its details.
        case job
        case help
        /// The filter is being typed.
        case filter
        case question(Act)
    }

    /// An act on the selected job, which is confirmed first.
    enum Act: String {
        case retry, cancel
    }

    enum Effect: Equatable {
        case none
        case quit
        case act(Act, job: String)
    }

    private(set) var mode = Mode.list
    /// The selected job's ID; `nil` shows the newest art.
    private(set) var selected: String?
    private(set) var filter = ""
    /// The result of the last act, until the next key.
    var message: String?
    /// The mode to return to after a question.
    private var modeBeforeQuestion = Mode.list

    /// The jobs that match the filter.
    func matching(_ jobs: [JobSummary]) -> [JobSummary] {
        let wanted = filter.lowercased()
        guard !wanted.isEmpty else { return jobs }
        return jobs.filter { job in
            [job.name, job.prompt ?? "", job.state, job.id].contains { $0.lowercased().contains(wanted) }
        }
    }

    func selection(_ jobs: [JobSummary]) -> JobSummary? {
        jobs.first { $0.id == selected }
    }

    /// Handles a key. `page` is the number of jobs on the screen.
    mutating func press(_ key: TerminalKey, _ jobs: [JobSummary], page: Int) -> Effect {
        message = nil
        if key == .interrupt { return .quit }
        switch mode {
        case .question(let act): return answer(key, act)
        case .filter: type(key)
        case .help: mode = .list
        case .list, .job: return command(key, jobs, page)
        }
        return .none
    }

    private mutating func command(_ key: TerminalKey, _ jobs: [JobSummary], _ page: Int) -> Effect {
        switch key {
        case .character("q"), .character("Q"): return .quit
        case .character("r"): ask(.retry)
        case .character("x"): ask(.cancel)
        case .character("?"): mode = .help
        case .character("/") where mode == .list: mode = .filter
        case .enter where selected != nil: mode = .job
        case .enter:
            move(0, jobs)
            if selected != nil { mode = .job }
        case .escape where mode == .job: mode = .list
        case .escape where selected != nil: selected = nil
        case .escape: filter = ""
        case .up: move(-1, jobs)
        case .down: move(1, jobs)
        case .pageUp: move(-page, jobs)
        case .pageDown: move(page, jobs)
        case .home: move(-jobs.count, jobs)
        case .end: move(jobs.count, jobs)
        case .left, .right, .character, .backspace, .interrupt: break
        }
        return .none
    }

    /// Moves the selection among the jobs that match the filter; the first key selects the newest.
    private mutating func move(_ steps: Int, _ jobs: [JobSummary]) {
        let shown = matching(jobs)
        guard !shown.isEmpty else { return }
        let current = shown.firstIndex { $0.id == selected }
        let next = current.map { $0 + steps } ?? (steps > 1 ? steps - 1 : 0)
        selected = shown[min(max(next, 0), shown.count - 1)].id
    }

    private mutating func ask(_ act: Act) {
        guard selected != nil else { return }
        modeBeforeQuestion = mode
        mode = .question(act)
    }

    private mutating func answer(_ key: TerminalKey, _ act: Act) -> Effect {
        mode = modeBeforeQuestion
        guard key == .character("y") || key == .character("Y"), let selected else { return .none }
        return .act(act, job: selected)
    }

    private mutating func type(_ key: TerminalKey) {
        switch key {
        case .enter: mode = .list
        case .escape: (mode, filter) = (.list, "")
        case .backspace: filter = String(filter.dropLast())
        case .character(let scalar): filter.unicodeScalars.append(scalar)
        default: break
        }
    }
}
