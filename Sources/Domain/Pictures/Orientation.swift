/// EXIF orientation: where row 0 and column 0 of the stored picture belong when it is shown.
package enum Orientation: UInt8, Sendable, Codable, CaseIterable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    /// Transposed: stored rows are shown as columns.
    case leftMirrored = 5
    /// Turn the stored picture 90° clockwise to show it.
    case right = 6
    case rightMirrored = 7
    /// Turn the stored picture 90° counter-clockwise to show it.
    case left = 8

    /// Whether stored rows are shown as columns.
    package var swapsAxes: Bool { rawValue >= 5 }
}
