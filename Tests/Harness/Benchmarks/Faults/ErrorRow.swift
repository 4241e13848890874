/// One call fails, at every place where it can.
struct ErrorRow: FaultRow {
    let error: String

    var name: String { error.lowercased() }
    var words: String { "\(error) at the n-th call of each kind that can say so, then a start" }

    /// Which kinds of call give such an error.
    private var calls: [String] {
        switch error {
        case "ENOSPC": ["mkdir", "open", "rename", "sync", "truncate", "write"]
        case "EMFILE": ["open"]
        case "ENOMEM": ["mkdir", "open", "rename", "unlink"]
        default: ["close", "mkdir", "open", "read", "rename", "sync", "truncate", "unlink", "write"]
        }
    }

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        for call in calls where bench.calls[call] != 0 {
            for number in bench.numbers(of: call) {
                let fault = FaultInjection.at(number, call, error)
                guard let wrongs = try bench.wrongs(after: [fault], .explained) else { continue }
                tally.note(fault.name, wrongs)
            }
        }
        return tally
    }
}
