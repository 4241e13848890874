internal import Domain

/// What each code of a pixel counts where light is added up.
struct LightWeights {
    /// The light of each code; for luminance that of red, green and blue one after the other, by their shares.
    let light: [UInt32]
    /// What a pixel of the background counts, plane by plane.
    let paper: [UInt32]
    /// The same in light from 0 to 65,535.
    let background: [UInt16]
    /// What a light of 1 counts.
    let full: Float

    init(_ channels: GridSampler.Channels, background: RGB) {
        let paper = [background.red, background.green, background.blue]
        let table = LinearLight.ofCode
        switch channels {
        case .colors:
            self.light = table
            self.paper = paper.map { table[Int($0)] }
            full = 1
        case .luminance:
            let shares = [LinearLight.redShare, LinearLight.greenShare, LinearLight.blueShare]
            // White is 65,535 times 65,536, which is just below what fits.
            self.light = shares.flatMap { share in table.map { $0 * share } }
            self.paper = [zip(paper, shares).reduce(0) { $0 + table[Int($1.0)] * $1.1 }]
            full = 65_536
        }
        let full = UInt64(full)
        self.background = self.paper.map { UInt16((UInt64($0) + full / 2) / full) }
    }
}
