/// The relation between a recording's time and the wall clock's, both in milliseconds. Each frame's time is computed
/// from the last start, pause or change of speed, so that rounding doesn't add up.
struct PlaybackClock: Equatable {
    static let speeds = 0.1...20

    private(set) var speed: Double
    private(set) var isPaused = false
    /// A moment at which both times are known.
    private var anchor: (wall: Double, position: Double)

    init(speed: Double, now: Double) {
        self.speed = speed
        anchor = (now, 0)
    }

    static func == (one: PlaybackClock, other: PlaybackClock) -> Bool {
        one.speed == other.speed && one.isPaused == other.isPaused && one.anchor == other.anchor
    }

    func position(at now: Double) -> Double {
        isPaused ? anchor.position : anchor.position + (now - anchor.wall) * speed
    }

    /// The milliseconds until a position is reached, 0 if it has been; `nil` while paused.
    func wait(for position: Double, now: Double) -> Double? {
        isPaused ? nil : max(0, (position - self.position(at: now)) / speed)
    }

    mutating func togglePause(at now: Double) {
        anchor = (now, position(at: now))
        isPaused.toggle()
    }

    /// Jumps to a position, without ending a pause.
    mutating func jump(to position: Double, at now: Double) { anchor = (now, position) }

    mutating func change(speed factor: Double, at now: Double) {
        anchor = (now, position(at: now))
        speed = min(max(speed * factor, Self.speeds.lowerBound), Self.speeds.upperBound)
    }
}
