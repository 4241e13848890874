package import Domain
internal import TextArt

/// A picture as far as the art of one output needs it. Made once, it gives art with other tones, characters or colours in
/// the time of choosing cells alone.
package struct PictureSamples: Sendable {
    /// What the samples depend on, besides the picture.
    package struct Key: Hashable, Sendable {
        private let art: ArtSampler.Key
        /// The frame of a moving picture.
        private let frame: Duration
        private let isLenient: Bool

        /// `nil` if they depend on a font file, which may change, and for an output that needs all frames.
        package init?(_ options: ArtOptions, _ output: OutputKind, isLenient: Bool) {
            if case .file = options.font { return nil }
            if output.isMoving { return nil }
            art = OutputRenderer.sampleKey(output, Conversion(art: options, outputs: [output]))
            frame = options.animation.frame
            self.isLenient = isLenient
        }
    }

    var renderer: OutputRenderer
    /// The damage of a picture that was read leniently.
    let damage: PictureFailure?
    /// The memory that the samples take, in bytes.
    package let bytes: Int

    init(renderer: OutputRenderer, damage: PictureFailure?) {
        self.renderer = renderer
        self.damage = damage
        bytes = renderer.sampleBytes
    }
}
