/// Killed, and killed again while it takes up what it finds.
struct KillTwiceRow: FaultRow {
    let name = "kill-twice"
    let words = "SIGKILL at a call, again during the start that follows, then a start"

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        for number in bench.numbers(of: "any") {
            // The second one lies early: there is less to do by then.
            let faults = [
                FaultInjection.at(number, "any", "killed"), FaultInjection.at(1 + number * 7 % 230, "any", "kill"),
            ]
            guard let wrongs = try bench.wrongs(after: faults, .whole) else { continue }
            tally.note(faults.map(\.name).joined(separator: ", then "), wrongs)
        }
        return tally
    }
}
