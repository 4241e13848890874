@testable import ControlAPI
import Domain
import Words

@testable import textify

/// The values that the screens show: a service in trouble, a healthy one, and jobs in several states.
enum ScreenSamples {
    /// 2026-07-01 12:00 UTC.
    static let noon: UTCMillis = 1_782_907_200_000

    private static func at(_ seconds: Int64) -> WireTime { WireTime(noon + 1000 * seconds) }

    private static let noKey =
        "Backend studio rejected its API key, or requires one. Set a valid key where the "
        + "configuration expects it, and run textify reload."

    static let well = Status(
        version: "0.1.0", pid: 4711, phase: .running, started: at(-90_000), uptime: 90_000, jobs: ["done": 12_345],
        ended: ["done": 12, "failed": 0, "cancelled": 0],
        folders: [FolderStatus(name: "inbox", path: "/srv/in", outbox: "/srv/out", health: "fine")],
        backends: [BackendStatus(name: "sketch", limit: 2)])

    static let troubled = Status(
        version: "0.1.0", pid: 4711, phase: .paused,
        health: HealthReport([
            HealthReason(.stopped, code: "paused", detail: "The service is paused.", since: at(-60)),
            HealthReason(.degraded, code: "backend_auth", detail: noKey, since: at(-3600), backend: "studio", jobs: 3),
            HealthReason(.degraded, code: "jobs_held", detail: "고양이 사진 보관함에 작업 1개가 보류되어 있습니다.", jobs: 1),
        ]), started: at(-90_000), uptime: 90_000,
        jobs: ["queued": 2, "waiting": 3, "held": 1, "unknown": 1, "done": 12_345, "failed": 7],
        ended: ["done": 12, "failed": 2, "cancelled": 0],
        folders: [
            FolderStatus(
                name: "inbox", path: "/srv/textifyd/pictures/inbox", outbox: "/srv/textifyd/pictures/outbox",
                health: "fine", settling: 1, ready: 2),
            FolderStatus(
                name: "고양이-사진-보관함", path: "/mnt/사진/고양이", outbox: "/mnt/사진/결과", health: "missing",
                detail: "/mnt/사진/고양이 is missing."),
        ],
        backends: [
            BackendStatus(name: "sketch", limit: 2, running: 1),
            BackendStatus(name: "studio", limit: 4, waiting: 3, code: "backend_auth", detail: noKey),
        ],
        budget: [
            BudgetStatus(
                cap: "5.00 USD a day", scope: "all", name: nil, period: "day", limit: "5.00 USD", spent: "4.20 USD",
                resetsAt: at(43_200)),
            BudgetStatus(
                cap: "50 pictures a month", scope: "backend", name: "studio", period: "month", limit: "50", spent: "12",
                resetsAt: at(2_635_200)),
        ],
        caches: [
            CacheStatus(
                name: "renderings", hits: 3, misses: 9, entries: 9, bytes: 40_960, limit: 67_108_864),
            CacheStatus(
                name: "renderings_disk", hits: 2, misses: 7, entries: 7, bytes: 65_536, limit: 268_435_456,
                damaged: 1),
            CacheStatus(name: "purchases", hits: 1, misses: 4),
        ], lastErrors: [Trouble(at: at(-3600), code: "backend_auth", detail: noKey)])

    static let jobs = [
        summary("01k0c2n6d3s8x4v9b7m5q1w2e3", "waiting", "lighthouse-at-night-with-a-very-long-name.txt", noKey),
        running.summary,
        summary("01k0c2n6d3s8x4v9b7m5q1w2e5", "done", "cat.png", nil),
        summary("01k0c2n6d3s8x4v9b7m5q1w2e6", "failed", "broken.png", "broken.png: 그림이 아닙니다. 다른 파일을 넣으세요."),
    ]

    private static func summary(
        _ id: String, _ state: String, _ name: String, _ detail: String?, folder: String = "inbox"
    ) -> JobSummary {
        JobSummary(
            id: id, state: state, folder: folder, name: name, created: at(0), changed: at(90), attempts: 1,
            backend: "studio", detail: detail, tags: ["sea", "밤"])
    }

    static var done: JobDetail {
        var summary = summary("01k0c2n6d3s8x4v9b7m5q1w2e5", "done", "lighthouse.txt", nil)
        summary.prompt =
            "a lighthouse at night above a stormy sea, seen from a small boat, with a cat that waits on the stairs for "
            + "its keeper; 폭풍이 치는 밤바다 위의 등대, 계단에서 등대지기를 기다리는 고양이"
        return JobDetail(
            summary: summary,
            request: SubmitRequest([
                "size": .text("1024x1024"), "seed": .integer(7), "steps": .integer(20),
                "art": .object(["columns": .integer(80)]),
            ]),
            origins: [
                "size": ["backend"], "seed": ["front_matter"], "art.columns": ["folder_file"],
                "tags": ["watch", "subfolders"],
            ],
            outbox: "/srv/textifyd/outbox",
            outputs: [
                JobDetail.Output(kind: "txt", name: "lighthouse.txt"), .init(kind: "json", name: "lighthouse.json"),
            ],
            cost: ["0.05 USD"], lostCalls: 1,
            history: [
                .init(state: "queued", at: at(0)), .init(state: "submitting", at: at(1)),
                .init(state: "done", at: at(90)),
            ])
    }

    static var running: JobDetail {
        var summary = summary(
            "01k0c2n6d3s8x4v9b7m5q1w2e4", "submitting", "고양이와-달이-있는-밤-풍경.txt", nil, folder: "고양이-사진-보관함")
        summary.progress = JobProgress(fraction: 0.4, secondsLeft: 12, step: 8, steps: 20)
        (summary.sample, summary.samples) = (2, 3)
        return JobDetail(
            summary: summary,
            sampleJobs: [
                JobDetail.Sample(sample: 1, id: "01k0c2n6d3s8x4v9b7m5q1w2e7", state: "done"),
                JobDetail.Sample(sample: 2, id: summary.id, state: summary.state),
                JobDetail.Sample(sample: 3, id: "01k0c2n6d3s8x4v9b7m5q1w2e8", state: "held"),
            ], request: SubmitRequest(), outbox: "/srv/textifyd/outbox",
            history: [.init(state: "queued", at: at(0)), .init(state: "submitting", at: at(1))])
    }

    static var failed: JobDetail {
        var summary = summary(
            "01k0c2n6d3s8x4v9b7m5q1w2e6", "held", "고양이.txt",
            "예산(하루 5.00 USD)으로는 그림을 더 만들 수 없습니다. 예산이 초기화되면 작업이 자동으로 이어집니다.")
        summary.until = at(43_200)
        return JobDetail(
            summary: summary, request: SubmitRequest(), outbox: "/srv/textifyd/outbox", lostCalls: 2,
            history: [.init(state: "queued", at: at(0)), .init(state: "held", at: at(1), detail: noKey)])
    }

    static let spent = SpendReport(
        from: "2026-07-01", to: "2026-07-31", by: ["folder", "backend"],
        lines: [
            .init(keys: ["inbox", "studio"], pictures: 12_000, amount: "600.00", currency: "USD", unknown: false),
            .init(keys: ["고양이-사진-보관함", "studio"], pictures: 2, amount: "0.10", currency: "USD", unknown: true),
            .init(keys: ["", "sketch"], pictures: 40, amount: nil, currency: nil, unknown: false),
        ])

    static let unspent = SpendReport(from: "2026-07-01", to: "2026-07-01", by: ["backend"], lines: [])

    static func findings(_ words: Wording) -> [DoctorFinding] {
        [
            DoctorFinding(subject: words.doctorClock("2026-07-01 12:00:00 +00:00")),
            DoctorFinding(subject: words.doctorClock("1970-01-01 00:00:05 +00:00"), trouble: words.doctorClockUnset),
            DoctorFinding(subject: words.doctorNoConfiguration), DoctorFinding(subject: words.doctorService),
            DoctorFinding(subject: words.doctorBackend("studio"), trouble: noKey),
            DoctorFinding(subject: "/srv/a", trouble: words.doctorNoFolder),
            DoctorFinding(subject: "/srv/b", trouble: words.doctorNoDrop),
            DoctorFinding(subject: "/srv/d", trouble: words.doctorNoRead),
            DoctorFinding(subject: "/srv/e", trouble: words.doctorDisk(free: 12_000_000)),
        ]
    }
}
