import FoundationEssentials
import Loopback
import Synchronization

/// A fake Black Forest Labs API on the loopback interface. It accepts orders, reports their state when polled, and
/// serves the pictures from a second server.
final class FakeBlackForestServer: Sendable {
    static let key = "bfl-loopback-9Zt4kQ2mXw7RvB1c"

    private struct Body: Decodable {
        let prompt: String
    }

    private struct State {
        var prompts: [String] = []
        var isHeld: Bool
        /// The server in the polling URLs. Empty means relative URLs, and so this server.
        var desk = ""
    }

    private final class Core: Sendable {
        let state: Mutex<State>

        init(_ isHeld: Bool) {
            state = Mutex(State(isHeld: isHeld))
        }

        /// Records an order and returns its number, counted from 1.
        func take(_ prompt: String) -> Int {
            state.withLock { state in
                state.prompts.append(prompt)
                return state.prompts.count
            }
        }
    }

    let server: Server
    let delivery: Server
    private let core: Core

    /// `answering` returns the answer to an accepted order with that prompt; `nil` means the usual answer. `giving` are
    /// the steps before the first picture is sent.
    init(
        isHeld: Bool = false, isOpen: Bool = true, giving: [Step] = [],
        answering: @escaping @Sendable (String) -> Answer? = { _ in nil }
    ) throws {
        let core = Core(isHeld)
        self.core = core
        let delivery = try Server { received in
            let number = received.target.drop { !$0.isNumber }.prefix { $0.isNumber }
            let whole = Answer.status(200, body: FakeImagesServer.png(Int(number) ?? 0)).steps
            return Answer((received.number == 0 ? giving : []) + whole)
        }
        let place = delivery.url
        self.delivery = delivery
        server = try Server(isOpen: isOpen) { received in
            guard received.header("x-key") == Self.key else { return .json(#"{"detail": "no key"}"#, status: 403) }
            guard received.method == "POST" else { return Self.look(received, core, place) }
            let prompt = (try? JSONDecoder().decode(Body.self, from: Data(received.body)))?.prompt ?? ""
            let number = core.take(prompt)
            let desk = core.state.withLock { $0.desk }
            return answering(prompt)
                ?? .json(#"{"id": "w\#(number)", "polling_url": "\#(desk)/v1/get_result?id=\#(number)", "cost": 3}"#)
        }
    }

    /// How often each prompt was ordered.
    var orders: [String: Int] {
        Dictionary(core.state.withLock { $0.prompts }.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Reports all work as ready from now on.
    func release() { core.state.withLock { $0.isHeld = false } }

    /// Returns polling URLs at another server from now on.
    func move(to desk: String) { core.state.withLock { $0.desk = desk } }

    /// The answer to a poll, for another server that answers in this one's place.
    func look(_ received: ReceivedRequest) -> Answer { Self.look(received, core, delivery.url) }

    private static func look(_ received: ReceivedRequest, _ core: Core, _ delivery: String) -> Answer {
        guard let number = received.target.split(separator: "=").last.flatMap({ Int($0) }) else {
            return .json("{}")
        }
        let (prompt, isHeld) = core.state.withLock { state in
            (state.prompts.indices.contains(number - 1) ? state.prompts[number - 1] : nil, state.isHeld)
        }
        guard let prompt else { return .json(#"{"status": "Task not found", "result": null}"#) }
        if isHeld { return .json(#"{"status": "Pending", "result": null, "progress": 0.5}"#) }
        let name = prompt.split(separator: " ").last ?? "0"
        return .json(#"{"status": "Ready", "result": {"sample": "\#(delivery)/\#(name).png", "seed": 1}}"#)
    }

    /// The backend's configuration table.
    func table(template: String = "bfl", _ further: String = "") -> String {
        """
        [backends.studio]
        type = "http"
        template = "\(template)"
        base_url = "\(server.url)"
        model = "flux-2-pro"
        probe_interval = "100ms"
        \(further)

        """
    }
}
