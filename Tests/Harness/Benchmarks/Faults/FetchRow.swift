import Domain
import Glibc

/// Killed while pictures that are bought can't be fetched: the next start fetches them, and buys nothing.
struct FetchRow: FaultRow {
    let name = "fetch"
    let words = "SIGKILL while bought pictures wait to be fetched, at the n-th call and after some tries, then a start"

    func run(_ bench: FaultBench) throws -> FaultTally {
        var tally = FaultTally()
        for call in ["write", "sync", "send", "receive", "connect"] where bench.calls[call] != 0 {
            for number in bench.numbers(of: call) {
                let fault = FaultInjection.at(number, call, "killed")
                tally.note(fault.name, try wrongs(fault, tries: 4, bench))
            }
        }
        for tries in 1...(bench.most ?? 6) {
            tally.note("after \(tries) tries", try wrongs(nil, tries: tries, bench))
        }
        return tally
    }

    /// What is wrong after a life that a fault ends, or a kill once that many tries have failed.
    private func wrongs(_ fault: FaultInjection?, tries: Int, _ bench: FaultBench) throws -> [String] {
        let site = try bench.site(givesAddresses: true)
        defer { site.remove() }
        try site.dropFour()
        let service = try site.start([], fault)
        let isTried = site.wait(.seconds(30)) { site.easel.refusals >= tries || site.hasMetFault }
        service.send(SIGKILL)
        var wrongs = isTried ? [] : ["the pictures were not fetched \(tries) times"]
        if service.ending(within: .seconds(10)) != .signal(SIGKILL) { wrongs.append("it ended by itself") }
        site.easel.comeBack()
        if let wrong = FaultBench.wrong(try site.start().ending(within: .seconds(60)), .whole) {
            wrongs.append("afterwards " + wrong)
        }
        wrongs += try FaultFindings(site, .whole, against: bench.reference).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["its log:"] + (try bench.log(of: site))
    }
}
