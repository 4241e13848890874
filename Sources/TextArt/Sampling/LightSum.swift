/// Light added up over an area, weighted by alpha. `weight` is the alpha added up; `area` the units of area.
struct LightSum {
    var red: UInt64 = 0
    var green: UInt64 = 0
    var blue: UInt64 = 0
    var weight: UInt64 = 0
    var area: UInt64 = 0

    @inline(__always)
    mutating func add(_ other: LightSum, times units: UInt64) {
        red &+= other.red &* units
        green &+= other.green &* units
        blue &+= other.blue &* units
        weight &+= other.weight &* units
        area &+= other.area &* units
    }

    /// The mean over a background that shows where alpha was low, or where nothing arrived. `fullWeight` is the weight
    /// of one opaque unit of area.
    func mean(over background: Light, fullWeight: UInt64) -> Light {
        guard area > 0 else { return background }
        let all = Double(area) * Double(fullWeight)
        let missing = (all - Double(weight)) / all
        let scale = all * LinearLight.full
        return Light(
            red: Double(red) / scale + background.red * missing,
            green: Double(green) / scale + background.green * missing,
            blue: Double(blue) / scale + background.blue * missing)
    }
}
