package import Domain

/// A submission that is made at set times.
package struct PlanEntry: Codable, Equatable, Sendable {
    /// The moment that was settled last.
    package struct Run: Codable, Equatable, Sendable {
        package var due: WireTime
        /// The first job that was made; absent if the moment was missed.
        package var job: String?

        package init(due: WireTime, job: String? = nil) {
            self.due = due
            self.job = job
        }
    }

    /// 26 characters. Requests also accept any unique prefix or suffix of at least four.
    package var id: String
    /// `active`, `paused` or `ended`.
    package var state: String
    /// The time and the interval as they were given.
    package var at: String?
    package var every: String?
    /// What they mean, in the notation of systemd's `OnCalendar=`; absent for a single moment.
    package var calendar: String?
    /// `skip` or `once`.
    package var catchUp: String
    /// When it makes jobs next; absent while it is paused, and once it has ended.
    package var next: WireTime?
    package var last: Run?
    package var created: WireTime
    /// The watch folder's name.
    package var folder: String
    /// The printable name of the outputs.
    package var name: String
    /// The prompt of the picture; absent for a picture that is only converted.
    package var prompt: String?
    package var backend: String?
    /// The number of jobs that it makes at a time.
    package var jobs: Int
    package var tags: [String] = []
    /// The sender's own reference, which its jobs get.
    package var reference: String?

    private enum CodingKeys: String, CodingKey {
        case id, state, at, every, calendar, next, last, created, folder, name, prompt, backend, jobs, tags, reference
        case catchUp = "catch_up"
    }

    package init(
        id: String, state: String, at: String? = nil, every: String? = nil, calendar: String? = nil,
        catchUp: String = "once", next: WireTime? = nil, last: Run? = nil, created: WireTime, folder: String,
        name: String, prompt: String? = nil, backend: String? = nil, jobs: Int = 1, tags: [String] = [],
        reference: String? = nil
    ) {
        self.id = id
        self.state = state
        self.at = at
        self.every = every
        self.calendar = calendar
        self.catchUp = catchUp
        self.next = next
        self.last = last
        self.created = created
        self.folder = folder
        self.name = name
        self.prompt = prompt
        self.backend = backend
        self.jobs = jobs
        self.tags = tags
        self.reference = reference
    }
}

extension PlanEntry {
    package init(_ plan: Plan) {
        let request = plan.order.request
        self.init(
            id: plan.id.text, state: plan.state.rawValue, at: plan.timing.at, every: plan.timing.every,
            calendar: plan.timing.calendar?.description, catchUp: plan.timing.catchUp.rawValue,
            next: plan.state == .active ? plan.due.map { WireTime($0) } : nil,
            last: plan.last.map { Run(due: WireTime($0.due), job: $0.job?.text) }, created: WireTime(plan.created),
            folder: plan.order.folder, name: plan.order.name.shown, prompt: request.prompt,
            backend: request.source.task == nil ? nil : request.generation.backend, jobs: request.pictures,
            tags: request.tags, reference: plan.order.reference)
    }
}

/// All plans, the next one first.
package struct PlanList: Codable, Equatable, Sendable {
    package var plans: [PlanEntry]

    package init(plans: [PlanEntry]) {
        self.plans = plans
    }
}

/// The active plans.
package struct PlansStatus: Codable, Equatable, Sendable {
    package var active: Int
    /// When the first of them makes jobs.
    package var next: WireTime?

    package init(active: Int, next: WireTime? = nil) {
        self.active = active
        self.next = next
    }
}

/// What is changed about a plan. Absent values stay as they are.
package struct PlanChange: Codable, Equatable, Sendable {
    /// An empty text removes the time, or the interval.
    package var at: String?
    package var every: String?
    package var catchUp: String?
    package var isPaused: Bool?

    private enum CodingKeys: String, CodingKey {
        case at, every
        case catchUp = "catch_up"
        case isPaused = "paused"
    }

    package init(at: String? = nil, every: String? = nil, catchUp: String? = nil, isPaused: Bool? = nil) {
        self.at = at
        self.every = every
        self.catchUp = catchUp
        self.isPaused = isPaused
    }
}
