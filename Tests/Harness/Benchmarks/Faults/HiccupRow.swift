/// What every program must take in its stride: a call that is interrupted, and one that does half of what it was asked for.
struct HiccupRow: FaultRow {
    let effect: String

    var name: String { effect.lowercased() }
    var words: String { "\(effect == "short" ? "half of what was asked for" : effect) at the n-th call of each kind" }

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        for call in ["open", "read", "receive", "send", "wait", "write"] where bench.calls[call] != 0 {
            if effect == "short", ["open", "wait"].contains(call) { continue }
            for number in bench.numbers(of: call) {
                let fault = FaultInjection.at(number, call, effect)
                guard let wrongs = try bench.wrongs(after: [fault], .whole) else { continue }
                tally.note(fault.name, wrongs)
            }
        }
        return tally
    }
}
