internal import CPictures
package import Domain

/// Writes an animated GIF, picture by picture. Each stays where the next one doesn't cover it.
///
/// The file is made piece by piece: the caller takes `out` whenever it likes.
package struct GIFEncoder: Sendable {
    /// The longest side in pixels.
    package static let mostPixels = 65_535
    /// The shortest delay that browsers keep to, in hundredths of a second.
    package static let leastDelay = 2
    /// The longest one that fits.
    private static let mostDelay = 65_535

    /// What has been written since the caller last took it.
    package var out: [UInt8] = []
    private let palette: [RGB]

    /// Starts a file of `width` × `height` pixels, 1 to 65,535 each, with the palette that its pictures share: 1 to 256
    /// colours. `comment` is for people who look into the file; it may be empty.
    package init(
        width: Int, height: Int, plays: ClipPlays, palette: [RGB], comment: String = ""
    ) throws(PictureFailure) {
        guard (1...Self.mostPixels).contains(width), (1...Self.mostPixels).contains(height) else {
            throw .tooManyPixels(width: width, height: height, limit: Int64(Self.mostPixels))
        }
        self.palette = palette
        out += "GIF89a".utf8
        out += Self.number(width) + Self.number(height)
        out += [0xF0 | UInt8(Self.bits(of: palette) - 1), 0, 0]
        out += Self.table(palette)
        if let repeats = Self.repeats(plays) {
            out += [0x21, 0xFF, 11] + "NETSCAPE2.0".utf8 + [3, 1] + Self.number(repeats) + [0]
        }
        if !comment.isEmpty { addComment(comment) }
    }

    /// Adds the shortest of several forms of a picture, which look the same. `delay`: hundredths of a second, at least
    /// `leastDelay`.
    /// - Precondition: there is a form.
    package mutating func add(_ forms: [IndexedPicture], delay: Int) throws(PictureFailure) {
        precondition(!forms.isEmpty, "a picture has a form")
        var best: (bytes: [UInt8], transparent: UInt8?)?
        for form in forms {
            let bytes = try compressed(form)
            if bytes.count < best?.bytes.count ?? .max { best = (bytes, form.transparent) }
        }
        guard let best else { return }
        var rest = max(delay, Self.leastDelay)
        addControl(delay: Self.part(of: &rest), transparent: best.transparent)
        out += best.bytes
        // What doesn't fit into one delay is left to pictures of one transparent pixel.
        while rest > 0 {
            let pixel = IndexedPicture(width: 1, height: 1, indices: [0], transparent: 0)
            addControl(delay: Self.part(of: &rest), transparent: 0)
            out += try compressed(pixel)
        }
    }

    /// Ends the file.
    package mutating func finish() { out.append(0x3B) }

    /// Takes as much of a delay as fits. What is left is not too short.
    private static func part(of rest: inout Int) -> Int {
        let part = rest > mostDelay ? mostDelay - leastDelay : rest
        rest -= part
        return part
    }

    /// `nil` for a clip that is played once, which has no mark.
    private static func repeats(_ plays: ClipPlays) -> Int? {
        switch plays {
        case .forever: 0
        case .times(let count): count > 1 ? min(count - 1, 65_535) : nil
        }
    }

    private mutating func addComment(_ comment: String) {
        out += [0x21, 0xFE]
        var rest = Array(comment.utf8)[...]
        while !rest.isEmpty {
            let block = rest.prefix(255)
            out.append(UInt8(block.count))
            out += block
            rest = rest.dropFirst(255)
        }
        out.append(0)
    }

    private mutating func addControl(delay: Int, transparent: UInt8?) {
        // The picture stays: disposal 1.
        out += [0x21, 0xF9, 4, transparent == nil ? 4 : 5] + Self.number(delay) + [transparent ?? 0, 0]
    }

    private func compressed(_ form: IndexedPicture) throws(PictureFailure) -> [UInt8] {
        let colors = form.palette ?? palette
        let table = Self.table(colors)
        var calls = EncoderCalls(width: form.width) { _, _ in false }
        var result = PictureResult()
        unsafe form.indices.withUnsafeBufferPointer { indices in
            unsafe table.withUnsafeBufferPointer { table in
                guard let indices = indices.baseAddress, let table = table.baseAddress else { return }
                var picture = unsafe GIFPicture(
                    left: UInt16(form.left), top: UInt16(form.top), width: UInt16(form.width),
                    height: UInt16(form.height), indices: indices, palette: table,
                    palette_bits: Int32(Self.bits(of: colors)), has_own_palette: form.palette != nil)
                unsafe withUnsafeMutablePointer(to: &calls) { context in
                    unsafe gif_encode_picture(&picture, EncoderCalls.write, context, &result)
                }
            }
        }
        if result.status == .missingLibrary { throw .missingLibrary(.gif) }
        if let failure = result.failure { throw failure }
        return calls.bytes
    }

    /// The bits of an index, 1 to 8.
    private static func bits(of palette: [RGB]) -> Int {
        max(1, Int.bitWidth - (palette.count - 1).leadingZeroBitCount)
    }

    /// The palette with as many colours as its bits can number.
    private static func table(_ palette: [RGB]) -> [UInt8] {
        let colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
        return colors + Array(repeating: 0, count: 3 * (1 << bits(of: palette) - palette.count))
    }

    /// Two bytes, the lower one first.
    private static func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
