internal import CTextArt
internal import Domain

/// Reduces stored rows, as they arrive, to samples finer than cells, in colour or in luminance: the area mean of each
/// sample's box in linear light, over the background where the picture is transparent. Holds the samples and two lines,
/// never the picture.
struct GridSampler {
    /// The channels kept.
    enum Channels {
        case colors
        case luminance
    }

    private let density: SampleDensity
    private let weights: LightWeights
    private let down: Boxes
    private let across: Int
    private let pixels: Int
    private let boxes: [textart_box]
    private let hasAlpha: Bool
    private let isBlended: Bool
    private let scale: Float
    /// The light of the current row, and the sums of the current line of samples.
    private var line: [Float]
    /// Scratch space for prefix sums along the row.
    private var rowSums: [textart_sum]
    private var sums: [Float]
    private var samples: [[UInt16]]
    /// Samples in which the picture is not fully transparent; kept only for pictures with alpha.
    private var seen: [UInt8]
    private var taken = 0

    /// Reduces a picture of `width` by `height` stored pixels to `across` by `down` samples.
    init(
        width: Int, height: Int, across: Int, down: Int, hasAlpha: Bool, background: RGB, channels: Channels = .colors,
        density: SampleDensity = .fine
    ) {
        self.density = density
        weights = LightWeights(channels, background: background)
        let boxes = Boxes(length: width, count: across)
        self.boxes = (0..<across).map { textart_box(boxes.box($0), unit: across) }
        self.across = across
        self.down = Boxes(length: height, count: down)
        pixels = width
        self.hasAlpha = hasAlpha
        // A box is `width` units wide and `height` units high; a pixel is `across` by `down` units.
        scale = Float(across) / (Float(width) * Float(height) * weights.full)
        line = Array(repeating: 0, count: weights.paper.count * across)
        // The integer prefix sums are exact up to this many opaque pixels per box. Wider boxes take the slower path for
        // translucent pixels.
        isBlended = hasAlpha || (width + across - 1) / across > 32_766
        rowSums = isBlended ? [] : Array(repeating: textart_sum(), count: width + 3)
        sums = line
        samples = weights.background.map { Array(repeating: $0, count: across * down) }
        seen = hasAlpha ? Array(repeating: 0, count: across * down) : []
    }

    /// Adds the next stored row from the top. Rows beyond the height are ignored.
    /// - Precondition: the row is as wide as the picture.
    mutating func take(row: Span<RGBA>) {
        precondition(row.count == pixels, "a row is as wide as its picture")
        guard taken < down.length else { return }
        reduce(row)
        for box in down.boxes(ofPixel: taken) {
            mark(box, row)
            let units = down.units(ofPixel: taken, inBox: box)
            textart_add(&sums, line, Float(units), Int32(sums.count))
            if taken * down.count + down.count >= (box + 1) * down.length { store(box) }
        }
        taken += 1
    }

    /// The samples in display orientation. Missing rows show the background.
    func grid(_ orientation: Orientation) -> SampleGrid {
        var last = self
        if last.taken < last.down.length, let box = last.openBox { last.close(box) }
        let grid = SampleGrid(
            width: across, height: down.count, channels: last.samples, seen: hasAlpha ? last.seen : nil,
            density: density)
        return grid.turned(orientation)
    }

    /// Begins another picture of the same size.
    /// - Precondition: all rows of the last one were taken.
    mutating func restart() {
        precondition(taken >= down.length, "every row replaces what is left of the last picture")
        taken = 0
        for index in seen.indices { seen[index] = 0 }
    }

    /// Marks the samples of a line that a visible pixel touches.
    private mutating func mark(_ line: Int, _ row: Span<RGBA>) {
        guard hasAlpha else { return }
        let (boxes, across) = (boxes, across)
        row.withUnsafeBytes { bytes in
            seen.withUnsafeMutableBufferPointer { seen in
                guard let start = bytes.baseAddress, let first = seen.baseAddress else { return }
                let pixels = start.assumingMemoryBound(to: UInt8.self)
                textart_row_seen(pixels, boxes, Int32(across), first + line * across)
            }
        }
    }

    private mutating func reduce(_ row: Span<RGBA>) {
        row.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            let row = start.assumingMemoryBound(to: UInt8.self)
            switch (weights.paper.count, isBlended) {
            case (1, true): textart_row_grey_over(row, weights.light, weights.paper[0], boxes, Int32(across), &line)
            case (1, false): textart_row_grey(row, weights.light, boxes, Int32(across), &rowSums, &line)
            case (_, true): textart_row_over(row, weights.light, weights.paper, boxes, Int32(across), &line)
            case (_, false): textart_row(row, weights.light, boxes, Int32(across), &rowSums, &line)
            }
        }
    }

    /// The line of samples for which some pixel rows have arrived, but not all; `nil` if there is none.
    private var openBox: Int? {
        guard taken > 0 else { return nil }
        let reached = taken * down.count
        return reached % down.length == 0 ? nil : reached / down.length
    }

    /// Fills the missing rows of a line with the background.
    private mutating func close(_ box: Int) {
        let missing = UInt64((box + 1) * down.length) - UInt64(taken * down.count)
        for channel in samples.indices {
            let whole = Float(weights.paper[channel]) * Float(pixels) / Float(across) * Float(missing)
            for index in 0..<across { sums[channel * across + index] += whole }
        }
        store(box)
    }

    private mutating func store(_ box: Int) {
        for channel in samples.indices {
            textart_store(
                &sums, Int64(channel * across), scale, Int32(across), &samples[channel], Int64(box * across))
        }
    }
}

extension textart_box {
    fileprivate init(_ box: Boxes.Box, unit: Int) {
        self.init(
            first: UInt32(box.whole.lowerBound), whole: UInt32(box.whole.count),
            leading: Float(box.leading) / Float(unit), trailing: Float(box.trailing) / Float(unit))
    }
}

extension SampleGrid {
    /// Boxes of equal size are symmetric, so turning the samples equals turning the picture.
    fileprivate func turned(_ orientation: Orientation) -> SampleGrid {
        guard orientation != .up else { return self }
        let (wide, high) = orientation.swapsAxes ? (height, width) : (width, height)
        let places = (0..<wide * high).map { index in
            let (x, y) = orientation.stored(x: index % wide, y: index / wide, width: wide, height: high)
            return y * width + x
        }
        return SampleGrid(
            width: wide, height: high, channels: channels.map { channel in places.map { channel[$0] } },
            seen: seen.map { seen in places.map { seen[$0] } }, density: density)
    }
}

/// The contribution of each pixel code to sums of light.
struct LightWeights {
    /// The light of each code. For luminance, that of red, green and blue one after the other, scaled by their shares.
    let light: [UInt32]
    /// The contribution of a background pixel, by channel.
    let paper: [UInt32]
    /// The background colour in linear light from 0 to 65,535.
    let background: [UInt16]
    /// The contribution of a linear light of 1.
    let full: Float

    init(_ channels: GridSampler.Channels, background: RGB) {
        let paper = background.channels
        let table = LinearLight.ofCode
        switch channels {
        case .colors:
            self.light = table
            self.paper = paper.map { table[Int($0)] }
            full = 1
        case .luminance:
            let shares = LinearLight.shares
            // White is 65,535 × 65,536, which just fits into 32 bits.
            self.light = shares.flatMap { share in table.map { $0 * share } }
            self.paper = [zip(paper, shares).reduce(0) { $0 + table[Int($1.0)] * $1.1 }]
            full = 65_536
        }
        let full = UInt64(full)
        self.background = self.paper.map { UInt16((UInt64($0) + full / 2) / full) }
    }
}
