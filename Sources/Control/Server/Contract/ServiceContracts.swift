internal import ControlAPI
internal import Domain

/// What the routes take and give that concern the service as a whole.
enum ServiceContracts {
    static let alive = RouteContract(
        summary: "Whether the service is alive", answer: .json(Health.self, "It is"))
    static let ready = RouteContract(
        summary: "Whether the service takes up work", answer: .json(Health.self, "It runs, or is paused"))
    static let metrics = RouteContract(
        summary: "The status as metrics in Prometheus' text format",
        answer: .bytes([MetricsPage.type], "Prometheus' text format 0.0.4"))
    static let status = RouteContract(
        summary: "How the service stands, and whether all is well", answer: .json(Status.self, "All there is to know"))
    static let backends = RouteContract(
        summary: "How the backends stand", answer: .json(BackendList.self, "The backends"))
    static let caches = RouteContract(
        summary: "How well the caches do", answer: .json(CacheList.self, "The caches"))
    static let clearing = RouteContract(
        summary: "Empty a cache; of what was bought nothing goes",
        answer: .json(CacheList.self, "The caches as they are now"),
        problems: [404])
    static let sync = RouteContract(
        summary: "Wait until all that is there now has come to an end, or waits for a person",
        query: [.time("timeout", "How long to wait at most, such as 60s (as when left out); an hour at most")],
        answer: .json(SyncAnswer.self, "All has come to an end"), problems: [504])
    static let render = RouteContract(
        summary: "Turn a picture into text art on the spot; nothing is kept",
        query: [.format] + QueryField.list(FieldTable.art), body: .picture,
        answer: .bytes(RenderFormat.types, "The art"), problems: [415, 501])
}
