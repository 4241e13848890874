package import MVICore
package import MVIEffects
import Observation

/// Runs one feature: holds its state, applies facts one at a time, and starts and cancels its work.
///
/// Observable by hand: on a generic class the `@Observable` macro builds a key path on every access, which costs about
/// 8 µs each time. Here it is built once.
@MainActor
package final class Store<F: Feature>: Observable {
    private var current: F.State
    private let registrar = ObservationRegistrar()
    private let statePath: KeyPath<Store<F>, F.State> = \.state
    private let perform: Perform<F>
    private let stamp: @MainActor () -> Stamp
    private let tasks: TaskStore<F.TaskID>
    private var listeners: [@MainActor (F.Event) -> Void] = []
    private var backlog: [Arrival] = []
    private var isApplying = false
    private var isShutDown = false

    /// `executor` runs the feature's work, for example on threads for blocking calls; `nil` selects the cooperative
    /// pool.
    package init(
        _ initial: F.State, on executor: (any TaskExecutor)? = nil, stamp: @escaping @MainActor () -> Stamp,
        perform: @escaping Perform<F>
    ) {
        self.current = initial
        tasks = TaskStore(on: executor)
        self.stamp = stamp
        self.perform = perform
    }

    package var state: F.State {
        registrar.access(self, keyPath: statePath)
        return current
    }

    /// The names of the running work.
    package var running: Set<F.TaskID> {
        tasks.running
    }

    /// Sends a request, which the feature may reject. Synchronous here, one `await` from anywhere else.
    package func send(_ action: F.Action) {
        process(.action(action))
    }

    /// Adds a listener that is called for every event, in order, on the main actor.
    package func listen(_ listener: @escaping @MainActor (F.Event) -> Void) {
        listeners.append(listener)
    }

    /// Waits until all work has ended, without cancelling any, and its last fact is applied. Returns `false` if the
    /// waiting task was cancelled first, which lets a caller set a deadline. The work is not affected either way.
    @discardableResult
    package func idle() async -> Bool {
        await tasks.idle()
    }

    /// Cancels all work and waits for it to stop. From the call on the store ignores all actions and facts; its state
    /// stays readable.
    package func shutDown() async {
        isShutDown = true
        await tasks.close()
    }
}

extension Store {
    private enum Arrival {
        case action(F.Action)
        case fact(F.InternalAction)
    }

    /// Processes arrivals one at a time. Those that arrive meanwhile are queued, so that `reduce` never nests and
    /// `admit` never decides by a state that is about to change.
    private func process(_ arrival: Arrival) {
        if isShutDown { return }
        backlog.append(arrival)
        if isApplying { return }
        isApplying = true
        var next = 0
        while next < backlog.count {
            switch backlog[next] {
            case .action(let action): if let fact = F.admit(action, current) { apply(fact) }
            case .fact(let fact): apply(fact)
            }
            next += 1
        }
        backlog.removeAll(keepingCapacity: true)
        isApplying = false
    }

    private func apply(_ fact: F.InternalAction) {
        let commands = registrar.withMutation(of: self, keyPath: statePath) {
            F.reduce(&current, fact, stamp())
        }
        for command in commands { execute(command) }
    }

    private func execute(_ command: Command<F>) {
        switch command {
        case .run(let effect, let id, let conflict): start(effect, id, conflict)
        case .cancel(let id): tasks.cancel(id)
        case .emit(let event):
            for listener in listeners { listener(event) }
        }
    }

    private func start(_ effect: F.Effect, _ id: F.TaskID, _ conflict: Conflict) {
        tasks.run(id, ifRunning: conflict) { [perform, weak self] lease in
            await perform(effect, Report { fact in await self?.receive(fact, from: lease) ?? false })
        } then: { [weak self] last in
            if let last { self?.process(.fact(last)) }
        }
    }

    private func receive(_ fact: F.InternalAction, from lease: Lease<F.TaskID>) -> Bool {
        guard tasks.isCurrent(lease) else { return false }
        process(.fact(fact))
        return tasks.isCurrent(lease)
    }
}
