/// How far the finished picture is turned, clockwise, in degrees.
package enum QuarterTurn: String, Equatable, Sendable, Codable, CaseIterable {
    case none = "0"
    case right = "90"
    case half = "180"
    case left = "270"

    package var swapsAxes: Bool { self == .right || self == .left }
}
