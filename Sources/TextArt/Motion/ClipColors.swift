internal import Domain

/// Chooses the few colours that each frame of a clip may have, so that a colour of the art is shown by the same colour in
/// every frame.
///
/// As long as the colours of a frame fit, they are exact. From the first frame on whose colours don't, similar colours
/// are put together, and each is remembered with the colour that was chosen for it.
struct ClipColors {
    /// The most colours of a frame; one of the 256 is for transparent pixels.
    static let most = 255
    /// The Oklab distance within which a colour that was chosen before may show another one.
    private static let near: Float = 1.2
    /// The share of a frame, in pixels, that may be shown less well before all its colours are chosen again.
    private static let mostPoor = 0.08

    /// The colours in use, at most 255. An old one is replaced when a new one is needed.
    private var entries: [Entry] = []
    private var frame = 0
    /// Some of the colours that were shown exactly.
    private var exact: Set<PackedColor> = []
    /// `nil` while all colours are exact.
    private var bins: ColorBins?
    /// The Oklab distance, squared, that the last choice of all colours achieved on average.
    private var meanError: Float = 0

    private struct Entry {
        let color: PackedColor
        let point: SIMD3<Float>
        var lastUsed: Int

        init(_ color: PackedColor, _ frame: Int) {
            (self.color, lastUsed) = (color, frame)
            point = color.point
        }
    }

    /// The colour that shows each run.
    mutating func choose(for runs: [MotionRaster.Run]) -> [PackedColor] {
        if bins == nil {
            if let colors = fewColors(of: runs) {
                if exact.count < Self.most {
                    let new = colors.subtracting(exact).sorted { $0.bits < $1.bits }
                    exact.formUnion(new.prefix(Self.most - exact.count))
                }
                return runs.map(\.color)
            }
            let colors = exact.sorted { $0.bits < $1.bits }
            entries = colors.map { Entry($0, frame) }
            bins = ColorBins(remembering: colors)
        }
        guard var bins else { return [] }
        self.bins = nil
        defer { self.bins = bins }
        frame += 1
        bins.count(runs)
        settle(&bins)
        return runs.map { bins.shown(for: $0.color) }
    }

    /// The colours of the runs if they fit.
    private func fewColors(of runs: [MotionRaster.Run]) -> Set<PackedColor>? {
        var known: Set<PackedColor> = []
        var last = PackedColor.none
        for run in runs where run.color != last {
            last = run.color
            known.insert(last)
            if known.count > Self.most { return nil }
        }
        return known
    }

    /// Chooses colours for all counted bins.
    private mutating func settle(_ bins: inout ColorBins) {
        keepKnown(&bins)
        var poor = assignNear(&bins)
        guard !poor.isEmpty else { return }
        let isUsed = entries.map { $0.lastUsed == frame }
        let free = Self.most - isUsed.count(where: \.self)
        if poor.count > free {
            let weight = poor.reduce(0) { $0 + bins.used[$1].count }
            let whole = bins.used.reduce(0) { $0 + $1.count }
            if Double(weight) > Double(whole) * Self.mostPoor, free < poor.count / 4 {
                entries = []
                poor = Array(bins.used.indices)
            }
        }
        add(poor, &bins)
    }

    /// Finds the colours that were chosen before. If they are too many, those of the fewest pixels are given up.
    private mutating func keepKnown(_ bins: inout ColorBins) {
        var weights: [PackedColor: Int] = [:]
        for bin in bins.used where bin.shown != .none { weights[bin.shown, default: 0] += bin.count }
        if weights.count > Self.most {
            let kept = weights.sorted { ($0.value, $0.key.bits) > ($1.value, $1.key.bits) }.prefix(Self.most)
            weights = Dictionary(uniqueKeysWithValues: Array(kept))
            for index in bins.used.indices where weights[bins.used[index].shown] == nil {
                bins.used[index].shown = .none
            }
        }
        for index in entries.indices where weights.removeValue(forKey: entries[index].color) != nil {
            entries[index].lastUsed = frame
        }
        for color in weights.keys.sorted(by: { $0.bits < $1.bits }) { enter(color) }
    }

    /// Lets existing colours show what they are close to. Returns the bins that are left, in the order of their colours.
    private mutating func assignNear(_ bins: inout ColorBins) -> [Int] {
        let limit = max(Self.near * Self.near, 4 * meanError)
        let points = entries.map(\.point)
        var left: [Int] = []
        for index in bins.used.indices where bins.used[index].shown == .none {
            let (nearest, distance) = points.nearest(to: bins.used[index].mean.point)
            guard distance <= limit else {
                left.append(index)
                continue
            }
            entries[nearest].lastUsed = frame
            bins.used[index].shown = entries[nearest].color
        }
        return left
    }

    /// Adds as many colours as there is room for, and lets them show the bins.
    private mutating func add(_ indices: [Int], _ bins: inout ColorBins) {
        let free = Self.most - entries.count { $0.lastUsed == frame }
        let points = indices.map { ColorCluster.Point(bins.used[$0].mean, bins.used[$0].count) }
        if free > 0 {
            for color in ColorCluster.colors(of: points, most: free) { enter(color) }
        }
        let shown = entries.map(\.point)
        var (sum, count) = (Float(0), 0)
        for (index, point) in zip(indices, points) {
            let (nearest, distance) = shown.nearest(to: point.place)
            entries[nearest].lastUsed = frame
            bins.used[index].shown = entries[nearest].color
            sum += distance * Float(point.weight)
            count += point.weight
        }
        if indices.count == bins.used.count, count > 0 { meanError = sum / Float(count) }
    }

    /// Adds a colour, in the place of the one that wasn't used for the longest time if there is no room.
    private mutating func enter(_ color: PackedColor) {
        let entry = Entry(color, frame)
        guard entries.count >= Self.most else { return entries.append(entry) }
        let oldest = entries.indices.min { entries[$0].lastUsed < entries[$1].lastUsed }
        if let oldest { entries[oldest] = entry }
    }
}

/// Colours by the upper six bits of their channels. A bin remembers the colour that shows it.
private struct ColorBins {
    /// A bin that the current frame uses.
    struct Bin {
        let number: Int
        /// In pixels.
        var count = 0
        var sum = SIMD3<Int>()
        var shown: PackedColor

        var mean: PackedColor {
            let mean = (sum &+ count / 2) / max(count, 1)
            return PackedColor(bits: UInt32(mean.x << 16 | mean.y << 8 | mean.z))
        }
    }

    var used: [Bin] = []
    private var shown = [PackedColor](repeating: .none, count: 1 << 18)
    private var places = [Int32](repeating: -1, count: 1 << 18)

    /// `colors`: those that show themselves.
    init(remembering colors: [PackedColor]) {
        for color in colors { shown[Self.number(color)] = color }
    }

    /// Counts the pixels of a frame.
    mutating func count(_ runs: [MotionRaster.Run]) {
        for bin in used {
            shown[bin.number] = bin.shown
            places[bin.number] = -1
        }
        used.removeAll(keepingCapacity: true)
        for run in runs {
            let number = Self.number(run.color)
            if places[number] < 0 {
                places[number] = Int32(used.count)
                used.append(Bin(number: number, shown: shown[number]))
            }
            let bits = Int(run.color.bits)
            used[Int(places[number])].count += run.count
            used[Int(places[number])].sum &+= SIMD3(bits >> 16, bits >> 8 & 255, bits & 255) &* run.count
        }
    }

    /// The colour chosen for one that was counted.
    func shown(for color: PackedColor) -> PackedColor { used[Int(places[Self.number(color)])].shown }

    private static func number(_ color: PackedColor) -> Int {
        let (red, green, blue) = (color.bits >> 18, color.bits >> 10 & 63, color.bits >> 2 & 63)
        return Int(red << 12 | green << 6 | blue)
    }
}

/// Reduces many colours to few: boxes are split at their mean along the longest side, and the colours then gathered
/// around the means of the boxes (k-means).
private enum ColorCluster {
    struct Point {
        let color: PackedColor
        /// In Oklab.
        let place: SIMD3<Float>
        /// In pixels.
        let weight: Int

        init(_ color: PackedColor, _ weight: Int) {
            (self.color, self.weight) = (color, weight)
            place = color.point
        }
    }

    private static let rounds = 3

    /// At most `most` colours, which is at least 1. All colours of `points` if they fit.
    static func colors(of points: [Point], most: Int) -> [PackedColor] {
        guard points.count > most else { return points.map(\.color) }
        var boxes = [Box(points[...])]
        while boxes.count < most {
            guard let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }), boxes[worst].error > 0
            else { break }
            let (one, other) = boxes[worst].halves()
            boxes[worst] = one
            boxes.append(other)
        }
        var means = boxes.map(\.mean)
        for _ in 0..<rounds { means = zip(gathered(points, around: means), means).map { $0?.mean ?? $1 } }
        var colors: [PackedColor] = []
        for case let group? in gathered(points, around: means) { colors.append(group.color) }
        return colors
    }

    private struct Group {
        var place = SIMD3<Float>()
        var codes = SIMD3<Int>()
        var weight = 0

        mutating func add(_ point: Point) {
            let bits = Int(point.color.bits)
            place += point.place * Float(point.weight)
            codes &+= SIMD3(bits >> 16, bits >> 8 & 255, bits & 255) &* point.weight
            weight += point.weight
        }

        var mean: SIMD3<Float> { place / Float(weight) }

        var color: PackedColor {
            let mean = (codes &+ weight / 2) / weight
            return PackedColor(bits: UInt32(mean.x << 16 | mean.y << 8 | mean.z))
        }
    }

    /// `nil` for a mean that no point is closest to.
    private static func gathered(_ points: [Point], around means: [SIMD3<Float>]) -> [Group?] {
        var groups = [Group?](repeating: nil, count: means.count)
        for point in points {
            let nearest = means.nearest(to: point.place).index
            var group = groups[nearest] ?? Group()
            group.add(point)
            groups[nearest] = group
        }
        return groups
    }

    private struct Box {
        let points: ArraySlice<Point>
        let mean: SIMD3<Float>
        /// The squared distances from the mean along each axis, by weight.
        let spread: SIMD3<Float>

        init(_ points: ArraySlice<Point>) {
            self.points = points
            let weight = points.reduce(Float(0)) { $0 + Float($1.weight) }
            let mean = points.reduce(SIMD3<Float>()) { $0 + $1.place * Float($1.weight) } / max(weight, 1)
            spread = points.reduce(SIMD3<Float>()) { sum, point in
                let way = point.place - mean
                return sum + way * way * Float(point.weight)
            }
            self.mean = mean
        }

        /// 0 for a single point.
        var error: Float { points.count > 1 ? spread.sum() : 0 }

        /// Both parts have points if the error is above 0.
        func halves() -> (Box, Box) {
            let axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2
            var sorted = Array(points)
            let split = sorted.partition { $0.place[axis] > mean[axis] }
            // The mean of places that are nearly the same may be rounded to one side of them.
            guard split > 0, split < sorted.count else { return (Box(sorted[..<1]), Box(sorted[1...])) }
            return (Box(sorted[..<split]), Box(sorted[split...]))
        }
    }
}

extension [SIMD3<Float>] {
    /// The index of the nearest place and its squared distance; infinitely far if there is none.
    fileprivate func nearest(to place: SIMD3<Float>) -> (index: Int, distance: Float) {
        var best = (index: 0, distance: Float.infinity)
        withUnsafeBufferPointer { places in
            for index in places.indices {
                let way = places[index] - place
                let distance = (way * way).sum()
                if distance < best.distance { best = (index, distance) }
            }
        }
        return best
    }
}

extension PackedColor {
    /// In Oklab, scaled by 100.
    fileprivate var point: SIMD3<Float> {
        let color = OklabColor(self.color)
        return SIMD3(Float(color.lightness), Float(color.greenRed), Float(color.blueYellow))
    }
}
