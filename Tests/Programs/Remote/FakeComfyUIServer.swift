import FoundationEssentials
import Loopback
import Synchronization

/// A fake ComfyUI server on the loopback interface. It accepts graphs, counts how often each prompt was submitted, and
/// can hold back results.
final class FakeComfyUIServer: Sendable {
    /// A submitted graph.
    struct Work: Sendable {
        let id: String
        let prompt: String
        let seed: Int64
        /// Whether the work is running, and so is cancelled by an interrupt. Pending work is deleted from the queue
        /// instead.
        var isRunning = false

        /// The number at the end of the prompt.
        var number: Int { prompt.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
    }

    private struct Body: Decodable {
        struct Node: Decodable {
            let inputs: Inputs
        }

        struct Inputs: Decodable {
            let text: String?
            let seed: Int64?
        }

        let prompt: [String: Node]
        let prompt_id: String

        var work: Work {
            Work(
                id: prompt_id, prompt: prompt.values.compactMap(\.inputs.text).first ?? "",
                seed: prompt.values.compactMap(\.inputs.seed).first ?? -1)
        }
    }

    private struct State {
        var works: [Work] = []
        var orders: [String: Int] = [:]
        var ids: Set<String> = []
        var isHeld: Bool
        var stopped: [String] = []
    }

    static let workflow = """
        {"3": {"class_type": "KSampler", "inputs": {"seed": "{{seed}}", "steps": 4, "positive": ["6", 0]}},
         "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "{{prompt}}"}},
         "9": {"class_type": "SaveImage", "inputs": {"images": ["3", 0]}}}
        """

    let server: Server
    private let core: Core

    /// `answering` returns the answer to the POST of an accepted graph, given how often its prompt was accepted before;
    /// `nil` means the usual answer. `viewing` returns the steps before the picture of a number is sent. `refusing`
    /// returns the answer to a request that is rejected, or `nil` to process the request.
    init(
        isHeld: Bool = false, isOpen: Bool = true,
        answering: @escaping @Sendable (Work, _ before: Int) -> Answer? = { _, _ in nil },
        viewing: @escaping @Sendable (Int) -> [Step] = { _ in [] },
        refusing: @escaping @Sendable (ReceivedRequest) -> Answer? = { _ in nil }
    ) throws {
        let core = Core(isHeld, viewing)
        self.core = core
        server = try Server(isOpen: isOpen) { refusing($0) ?? core.answer($0, answering) }
    }

    /// How often each prompt was submitted.
    var orders: [String: Int] { core.state.withLock { $0.orders } }
    /// The number of different prompt IDs that were submitted.
    var names: Int { core.state.withLock { $0.ids.count } }
    /// The request path and the prompt of each work that was deleted from the queue or interrupted.
    var stopped: [String] { core.state.withLock { $0.stopped } }
    var works: [Work] { core.state.withLock { $0.works } }

    /// Finishes all pending work, and from now on new work at once.
    func release() { core.state.withLock { $0.isHeld = false } }

    /// Finishes nothing until `release`.
    func hold() { core.state.withLock { $0.isHeld = true } }

    /// Marks all work as running.
    func begin() {
        core.state.withLock { state in
            for index in state.works.indices { state.works[index].isRunning = true }
        }
    }

    /// Forgets all work, as a restarted server does.
    func forget() { core.state.withLock { $0.works = [] } }

    /// The backend's configuration table. The workflow is the file `flow.json` beside the configuration.
    func table(_ further: String = "") -> String {
        """
        [backends.studio]
        type = "comfyui"
        base_url = "\(server.url)"
        workflow = "flow.json"
        probe_interval = "100ms"
        \(further)

        """
    }
}

extension FakeComfyUIServer {
    /// The state that the server's threads share.
    private final class Core: Sendable {
        let state: Mutex<State>
        private let viewing: @Sendable (Int) -> [Step]

        init(_ isHeld: Bool, _ viewing: @escaping @Sendable (Int) -> [Step]) {
            state = Mutex(State(isHeld: isHeld))
            self.viewing = viewing
        }

        func answer(_ received: ReceivedRequest, _ answering: (Work, Int) -> Answer?) -> Answer {
            let path = received.target.prefix { $0 != "?" }
            switch (received.method, path) {
            case ("POST", "/prompt"): return take(received, answering)
            case ("POST", _): return stop(received)
            case ("GET", "/system_stats"): return .json(#"{"system": {}, "devices": []}"#)
            case ("GET", "/queue"): return queue
            case ("GET", "/view"):
                let number = received.target.split(separator: "=").dropFirst().first?.prefix { $0.isNumber }
                let named = number.flatMap { Int($0) } ?? 0
                return Answer(viewing(named) + Answer.status(200, body: FakeImagesServer.png(named)).steps)
            case ("GET", _) where path.hasPrefix("/history/"):
                return history(String(path.dropFirst("/history/".count)))
            default: return .status(404)
            }
        }

        private func take(_ received: ReceivedRequest, _ answering: (Work, Int) -> Answer?) -> Answer {
            guard let body = try? JSONDecoder().decode(Body.self, from: Data(received.body)) else {
                return .status(500)
            }
            let work = body.work
            let before = state.withLock { state in
                state.works.append(work)
                state.ids.insert(work.id)
                defer { state.orders[work.prompt, default: 0] += 1 }
                return state.orders[work.prompt, default: 0]
            }
            let usual = Answer.json("{\"prompt_id\": \"\(work.id)\", \"number\": 1, \"node_errors\": {}}")
            return answering(work, before) ?? usual
        }

        private func stop(_ received: ReceivedRequest) -> Answer {
            state.withLock { state in
                let named = state.works.filter { received.text.contains($0.id) }
                state.stopped += named.map { "\(received.target) \($0.prompt)" }
                state.works.removeAll { work in named.contains { $0.id == work.id } }
            }
            return .status(200)
        }

        private var queue: Answer {
            let works = state.withLock { $0.isHeld ? $0.works : [] }
            func items(_ isRunning: Bool) -> String {
                works.filter { $0.isRunning == isRunning }.map { "[1, \"\($0.id)\", {}, {}, [\"9\"]]" }
                    .joined(separator: ", ")
            }
            return .json("{\"queue_running\": [\(items(true))], \"queue_pending\": [\(items(false))]}")
        }

        private func history(_ id: String) -> Answer {
            let work = state.withLock { state in state.isHeld ? nil : state.works.first { $0.id == id } }
            guard let work else { return .json("{}") }
            let image = "{\"filename\": \"\(work.number).png\", \"subfolder\": \"\", \"type\": \"output\"}"
            return .json(
                "{\"\(id)\": {\"outputs\": {\"9\": {\"images\": [\(image)]}}, "
                    + "\"status\": {\"status_str\": \"success\", \"completed\": true, \"messages\": []}}}")
        }
    }
}
