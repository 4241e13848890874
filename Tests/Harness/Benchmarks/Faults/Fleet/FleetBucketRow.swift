import Domain
import FoundationEssentials
import Glibc
import PlatformDigest
import PlatformSystem
import TestBucket

/// Lets the bucket of pictures fail for a while under running services, which recover by themselves.
struct FleetBucketRow: FaultRow {
    let name = "fleet-s3"
    let words =
        "the bucket of pictures fails for 8 s, before the drops or while they are processed; all is done afterwards"

    private static let faults: [(name: String, fault: FakeBucket.Fault)] = [
        ("503 SlowDown", .slow), ("connections closed", .closed), ("bodies cut", .cut), ("AccessDenied", .refusal),
        ("clock refused", .skewed), ("no bucket", .noBucket), ("409", .conflict),
    ]

    private struct Spot {
        let name: String
        let fault: FakeBucket.Fault
        let isEarly: Bool
    }

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let fleet = try bench.fleet()
        var tally = FaultResult()
        var times: [Duration] = []
        let spots = [true, false].flatMap { isEarly in
            Self.faults.prefix(bench.most ?? .max).map { Spot(name: $0.name, fault: $0.fault, isEarly: isEarly) }
        }
        for spot in spots {
            tally.note("\(spot.name), \(spot.isEarly ? "early" : "late")", try wrongs(spot, fleet, &times))
        }
        FleetBench.show("decided", times, unknown: 0)
        return tally
    }

    private func wrongs(_ spot: Spot, _ bench: FleetBench, _ times: inout [Duration]) throws -> [String] {
        let bucket = try FakeBucket()
        let keys = ["KEY=AKIDEXAMPLE", "SECRET=secret:with:colons"].map { "TEXTIFY_FAULT_" + $0 }
        let fleet = try bench.fleet { shared in
            shared.hasPictures = false
            shared.further = """
                [blobs]
                url = "\(bucket.address(prefix: "pictures"))"
                access_key = { env = "TEXTIFY_FAULT_KEY" }
                secret_key = { env = "TEXTIFY_FAULT_SECRET" }
                """
        }
        defer { fleet.end() }
        for node in 1...2 { try fleet.start(node, variables: keys) }
        for node in 1...2 { try fleet.site.ready(node: node) }
        try fleet.ask()
        if spot.isEarly { bucket.keepFailing(spot.fault) }
        try fleet.site.drop(FaultFleet.sample)
        if !spot.isEarly {
            _ = fleet.site.wait(.seconds(20)) { !fleet.site.easel.sold.isEmpty }
            bucket.keepFailing(spot.fault)
        }
        // The time without a bucket is the point of this row.
        usleep(8_000_000)
        let sold = fleet.site.easel.sold.values.reduce(0, +)
        bucket.keepFailing(nil)
        var wrongs: [String] = []
        if let took = fleet.settle(within: .seconds(90)) {
            times.append(took)
        } else {
            wrongs.append("not decided 90 s later")
        }
        wrongs += try fleet.finish()
        let damaged = bucket.objects.filter { !$0.key.hasSuffix(sha256($0.value).hex) }.keys.sorted()
        if !damaged.isEmpty { wrongs.append("damaged objects: \(damaged)") }
        if spot.isEarly, sold > 0, spot.fault.isTotal { wrongs.append("\(sold) were bought without a bucket") }
        return wrongs.isEmpty ? [] : wrongs + fleet.logs
    }
}

extension FakeBucket.Fault {
    /// Whether nothing can be stored.
    fileprivate var isTotal: Bool { if case .cut = self { false } else { true } }
}
