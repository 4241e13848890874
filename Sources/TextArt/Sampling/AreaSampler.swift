internal import Domain

/// Reduces stored rows to a small plane of samples: the exact area mean of each sample's box, in linear light. It holds
/// one line of sums and the plane, never the picture.
struct AreaSampler {
    private let across: Boxes
    private let down: Boxes
    private let hasAlpha: Bool
    private let boxes: [Boxes.Box]
    /// Sums of the row at hand, one a sample.
    private var line: [LightSum]
    private var plane: [LightSum]
    private var taken = 0

    /// A picture of `width` by `height` pixels, as stored, becomes `across` by `down` samples.
    init(width: Int, height: Int, across: Int, down: Int, hasAlpha: Bool) {
        self.across = Boxes(length: width, count: across)
        self.down = Boxes(length: height, count: down)
        self.hasAlpha = hasAlpha
        boxes = (0..<across).map(self.across.box)
        line = Array(repeating: LightSum(), count: across)
        plane = Array(repeating: LightSum(), count: across * down)
    }

    /// The next stored row from the top. Rows beyond the height are ignored.
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
