import Domain
import Glibc

/// Keeps so many pictures in a watch folder: one that is worked off is followed by another.
struct DropsStream {
    /// How many were dropped.
    private(set) var count = 0
    private let width: Int
    private var open: [FileName] = []

    init(keeping width: Int) {
        self.width = width
    }

    mutating func feed(_ ground: borrowing DropsGround) throws {
        open = try open.filter { try !ground.hasEnded($0) }
        for _ in open.count..<max(width, open.count) {
            let name = FileName("picture-\(count).png")
            try ground.lay(name, count)
            try ground.drop(name)
            open.append(name)
            count += 1
        }
        // Nothing tells when the service has moved one away; to look all the time would take a processor from it.
        usleep(5_000)
    }
}
