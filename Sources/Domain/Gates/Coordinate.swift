/// A point on the Earth. It may be where a person lives or is now: printing, dumping and reflection don't reveal it, and
/// it can't be encoded.
package struct Coordinate: Equatable, Sendable {
    /// In degrees, positive to the north.
    package let latitude: Double
    /// In degrees, positive to the east.
    package let longitude: Double

    /// `nil` unless the latitude is within ±90° and the longitude within ±180°.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The Earth's mean radius in metres (IUGG). Distances on a sphere are off by up to 0.5 %.
    package static var earthRadius: Double { 6_371_008.8 }

    /// Returns the great-circle distance in metres, by the haversine formula.
    package func distance(to other: Coordinate) -> Double {
        let northward = Trigonometry.sineAndCosine(degrees: (other.latitude - latitude) / 2).sine
        let eastward = Trigonometry.sineAndCosine(degrees: (other.longitude - longitude) / 2).sine
        let parallels =
            Trigonometry.sineAndCosine(degrees: latitude).cosine
            * Trigonometry.sineAndCosine(degrees: other.latitude).cosine
        let square = northward * northward + parallels * eastward * eastward
        return 2 * Self.earthRadius * Trigonometry.arcsine(ofSquareRoot: square)
    }
}

extension Coordinate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(position)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["position": description]) }
}

/// A receiver's position at a moment. Printing, dumping and reflection don't reveal the position, and it can't be
/// encoded.
package struct Fix: Equatable, Sendable {
    package let position: Coordinate
    /// The estimated horizontal error in metres; `nil` if the receiver estimates none.
    package let accuracy: Double?
    /// The receiver's time of the measurement.
    package let time: UTCMillis

    package init(position: Coordinate, accuracy: Double?, time: UTCMillis) {
        self.position = position
        self.accuracy = accuracy
        self.time = time
    }
}

extension Fix: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(fix at \(time))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["time": time]) }
}
