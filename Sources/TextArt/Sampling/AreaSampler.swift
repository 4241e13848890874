internal import Domain

/// Reduces stored rows to a small plane of samples: the exact area mean of each sample's box, in linear light. Holds
/// one line of sums and the plane, never the picture.
struct AreaSampler {
    private let across: Boxes
    private let down: Boxes
    private let hasAlpha: Bool
    private let boxes: [Boxes.Box]
    /// Sums of the current row, one per sample.
    private var line: [LightSum]
    private var plane: [LightSum]
    private var taken = 0

    /// Reduces a picture of `width` by `height` stored pixels to `across` by `down` samples.
    init(width: Int, height: Int, across: Int, down: Int, hasAlpha: Bool) {
        self.across = Boxes(length: width, count: across)
        self.down = Boxes(length: height, count: down)
        self.hasAlpha = hasAlpha
        boxes = (0..<across).map(self.across.box)
        line = Array(repeating: LightSum(), count: across)
        plane = Array(repeating: LightSum(), count: across * down)
    }

    /// Adds the next stored row from the top. Rows beyond the height are ignored.
    /// - Precondition: the row is as wide as the picture.
    mutating func take(row: Span<RGBA>) {
        precondition(row.count == across.length, "a row is as wide as its picture")
        guard taken < down.length else { return }
        if hasAlpha { addTranslucent(row) } else { addOpaque(row) }
        for lower in down.boxes(ofPixel: taken) {
            let units = down.units(ofPixel: taken, inBox: lower)
            let start = lower * across.count
            for index in 0..<across.count { plane[start + index].add(line[index], times: units) }
        }
        taken += 1
    }

    /// The mean of one sample over the background.
    func mean(across x: Int, down y: Int, over background: Light) -> Light {
        plane[y * across.count + x].mean(over: background, fullWeight: hasAlpha ? 255 : 1)
    }

    /// The mean of one sample with its transparency.
    func pixel(across x: Int, down y: Int) -> RGBA {
        plane[y * across.count + x].pixel(fullWeight: hasAlpha ? 255 : 1)
    }

    private mutating func addOpaque(_ row: Span<RGBA>) {
        let table = LinearLight.ofCode
        let pixel = across.pixel
        for index in boxes.indices {
            let box = boxes[index]
            var red: UInt64 = 0
            var green: UInt64 = 0
            var blue: UInt64 = 0
            for position in box.whole {
                let color = row[position]
                red &+= UInt64(table[Int(color.red)])
                green &+= UInt64(table[Int(color.green)])
                blue &+= UInt64(table[Int(color.blue)])
            }
            var sum = LightSum(red: red &* pixel, green: green &* pixel, blue: blue &* pixel)
            if box.leading > 0 { sum.addOpaque(row[box.whole.lowerBound - 1], table, box.leading) }
            if box.trailing > 0 { sum.addOpaque(row[box.whole.upperBound], table, box.trailing) }
            sum.area = UInt64(across.length)
            sum.weight = sum.area
            line[index] = sum
        }
    }

    private mutating func addTranslucent(_ row: Span<RGBA>) {
        let table = LinearLight.ofCode
        let pixel = across.pixel
        for index in boxes.indices {
            let box = boxes[index]
            var whole = LightSum()
            for position in box.whole { whole.addTranslucent(row[position], table, 1) }
            var sum = LightSum()
            sum.add(whole, times: pixel)
            if box.leading > 0 { sum.addTranslucent(row[box.whole.lowerBound - 1], table, box.leading) }
            if box.trailing > 0 { sum.addTranslucent(row[box.whole.upperBound], table, box.trailing) }
            sum.area = UInt64(across.length)
            line[index] = sum
        }
    }
}

extension LightSum {
    @inline(__always)
    fileprivate mutating func addOpaque(_ color: RGBA, _ table: [UInt32], _ units: UInt64) {
        red &+= UInt64(table[Int(color.red)]) &* units
        green &+= UInt64(table[Int(color.green)]) &* units
        blue &+= UInt64(table[Int(color.blue)]) &* units
    }

    @inline(__always)
    fileprivate mutating func addTranslucent(_ color: RGBA, _ table: [UInt32], _ units: UInt64) {
        let alpha = UInt64(color.alpha) &* units
        red &+= UInt64(table[Int(color.red)]) &* alpha
        green &+= UInt64(table[Int(color.green)]) &* alpha
        blue &+= UInt64(table[Int(color.blue)]) &* alpha
        weight &+= alpha
    }
}

/// Light summed over an area and weighted by alpha. `weight` is the sum of alpha, `area` the area in units.
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

    /// The mean over a background, which shows through where alpha is low or nothing arrived. `fullWeight` is the
    /// weight of one opaque unit of area.
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

    /// The mean colour of what is visible, and how opaque the area is. Transparent where nothing arrived.
    func pixel(fullWeight: UInt64) -> RGBA {
        guard weight > 0 else { return RGBA(red: 0, green: 0, blue: 0, alpha: 0) }
        let scale = Double(weight) * LinearLight.full
        let color = Light(red: Double(red) / scale, green: Double(green) / scale, blue: Double(blue) / scale).color
        let opacity = Double(weight) / (Double(area) * Double(fullWeight))
        return RGBA(
            red: color.red, green: color.green, blue: color.blue, alpha: UInt8((min(opacity, 1) * 255).rounded()))
    }
}

extension AreaSampler {
    /// Cells of upper half blocks in full colour: two samples each, one above the other, over the background and with
    /// adjusted tones. `columns` and `rows` are those of the art in display orientation. Boxes of equal size are
    /// symmetric, so turning the samples equals turning the picture.
    func halfBlocks(columns: Int, rows: Int, orientation: Orientation, options: ArtOptions) -> [ArtCell] {
        let adjustment = ToneAdjustment(options)
        let background = Light(options.background)
        func color(_ x: Int, _ y: Int) -> RGB {
            let (across, down) = orientation.stored(x: x, y: y, width: columns, height: rows * 2)
            return adjustment.light(mean(across: across, down: down, over: background)).color
        }
        return (0..<columns * rows).map { index in
            let (x, y) = (index % columns, index / columns * 2)
            return ArtCell("▀", foreground: color(x, y), background: color(x, y + 1))
        }
    }
}

extension Orientation {
    /// The stored position of the sample displayed at `x`, `y` in a plane of `width` by `height`.
    func stored(x: Int, y: Int, width: Int, height: Int) -> (across: Int, down: Int) {
        let left = width - 1 - x
        let up = height - 1 - y
        switch self {
        case .up: return (x, y)
        case .upMirrored: return (left, y)
        case .down: return (left, up)
        case .downMirrored: return (x, up)
        case .leftMirrored: return (y, x)
        case .right: return (y, left)
        case .rightMirrored: return (up, left)
        case .left: return (up, x)
        }
    }
}
