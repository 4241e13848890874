/// A character as one of several fonts shows it.
struct FontShape: Equatable {
    /// Coverage from 0 to 255.
    var pixels: [UInt8]
    /// How much it counts among the others.
    let weight: Int

    init(_ pixels: [UInt8], weight: Int = 1) {
        self.pixels = pixels
        self.weight = weight
    }
}

extension [FontShape] {
    var weight: Int { reduce(0) { $0 + $1.weight } }
}
