/// Killed at every call of every kind, before it or after it, and started again.
struct KillRow: FaultRow {
    let effect: String

    var name: String { effect }
    var words: String { "SIGKILL \(effect == "kill" ? "before" : "after") the n-th call of each kind, then a start" }

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        for call in bench.calls.keys.sorted() where call != "any" && bench.calls[call] != 0 {
            for number in bench.numbers(of: call) {
                let fault = FaultInjection.at(number, call, effect)
                guard let wrongs = try bench.wrongs(after: [fault], .whole) else { continue }
                tally.note(fault.name, wrongs)
            }
        }
        return tally
    }
}
