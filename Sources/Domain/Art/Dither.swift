/// How art makes up for colours that its medium lacks.
package enum Dither: String, Equatable, Sendable, Codable, CaseIterable {
    /// What suits the look.
    case auto
    /// Not at all: every cell by itself.
    case none
    /// What a cell lacks is made up for by those around it.
    case cell
    /// Errors go to the neighbours of each dot (Floyd and Steinberg 1976), in turns from the left and from the right.
    case floydSteinberg = "floyd-steinberg"
    /// A regular pattern.
    case bayer
    /// A pattern without any regularity, nor clumps.
    case blueNoise = "blue-noise"
}
