import Domain
import PlatformSystem

// gate-check location ADDRESS LATITUDE LONGITUDE RADIUS STALE-SECONDS inside|outside|-
//     Asks gpsd once and prints the reading of "inside this circle", after a reading with that side, and the side.
// gate-check power [FOLDER]
//     Prints how this machine is powered, and whether it is on mains or has 50 %.
// Positions are never printed.

func check(_ words: [String]) -> String? {
    switch words.first {
    case "location" where words.count == 7:
        guard let address = GPSDAddress(text: words[1]), let latitude = Double(words[2]),
            let longitude = Double(words[3]), let radius = Double(words[4]), let stale = Int64(words[5]),
            let center = Coordinate(latitude: latitude, longitude: longitude),
            let fence = try? Fence(center: center, radius: radius)
        else { return nil }
        var condition = LocationCondition(.inside, fences: [fence])
        condition.stale = .seconds(stale)
        let begin = BoottimeClock().now
        let answer = Result { () throws(GPSDFailure) in try GPSDClient(address).fix() }
        let milliseconds = begin.duration(to: BoottimeClock().now) / .milliseconds(1)
        let previous = LocationCondition.Side(rawValue: words[6])
        let reading = condition.reading(answer, previous, now: .now())
        let side = condition.side(after: reading, previous)?.rawValue ?? "-"
        return "\(side) \(reading) \(answer) in \(Int(milliseconds.rounded())) ms"
    case "power" where words.count <= 2:
        let root = words.count == 2 ? words[1] : "/sys/class/power_supply"
        guard let state = try? PowerSupplies.read(root: FolderPath(root)) else { return nil }
        return "\(state) \(PowerCondition.onMainsOrBattery(atLeast: 50).reading(state))"
    default: return nil
    }
}

print(check(Array(CommandLine.arguments.dropFirst())) ?? "usage: see the source")
