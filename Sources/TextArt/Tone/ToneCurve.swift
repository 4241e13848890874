internal import CTextArt
internal import Domain

/// Stretches a picture's own range of light over the whole range, and lifts dark pictures.
struct ToneCurve {
    private let low: Float
    private let scale: Float
    /// How much of the light's root is mixed in, from 0 to 1.
    private let lift: Float

    /// One in so many samples may be lost at either end.
    private static let lost = 200
    /// What is darker than this is never made white: a tenth of the light, in bins.
    private static let leastWhite = 410
    /// The mean light below which a picture counts as dark.
    private static let dark: Float = 0.09

    /// `levels` as they are measured; without any the light stays as it is.
    init(_ luminance: [UInt16], levels: Levels) {
        guard levels == .auto, !luminance.isEmpty else {
            (low, scale, lift) = (0, 1, 0)
            return
        }
        var bins = [Int64](repeating: 0, count: 4_096)
        textart_bins(luminance, Int64(luminance.count), &bins)
        let limit = luminance.count / ToneCurve.lost
        let high = max(ToneCurve.place(bins.indices.reversed(), bins, limit) + 1, ToneCurve.leastWhite)
        let least = ToneCurve.place(bins.indices, bins, limit)
        // A picture of one tone keeps it: black is never more than half as light as white.
        let low = min(least, high / 2)
        let width = max(Float(high - low) / 4_096, 0.004)
        var sum: Float = 0
        for (index, count) in bins.enumerated() where count > 0 {
            sum += min(max((Float(index - low) + 0.5) / (4_096 * width), 0), 1) * Float(count)
        }
        let mean = sum / Float(luminance.count)
        self.low = Float(low) / 4_096
        scale = 1 / width
        lift = min(max((ToneCurve.dark - mean) / ToneCurve.dark, 0), 1)
    }

    private static func place(_ places: some Sequence<Int>, _ bins: [Int64], _ limit: Int) -> Int {
        var sum = 0
        for place in places {
            sum += Int(bins[place])
            if sum > limit { return place }
        }
        return 0
    }

    /// The same of many.
    func apply(to lights: inout [Float]) {
        textart_stretch(&lights, Int64(lights.count), low, scale, lift)
    }

    func light(_ light: Float) -> Float {
        let stretched = min(max((light - low) * scale, 0), 1)
        return lift > 0 ? stretched + (stretched.squareRoot() - stretched) * lift : stretched
    }
}
