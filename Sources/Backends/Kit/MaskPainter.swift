package import Domain

/// Finds out which part of a given picture is to be painted anew.
package protocol MaskPainter: Sendable {
    /// A PNG of the picture's size, as that is stored: black and wholly transparent where the picture is seen through by
    /// more than half, white and opaque elsewhere. So it is a mask for services that look at its colour and for those
    /// that look at its transparency. Throws `.invalid` for a picture without such a part, and one that can't be read.
    func mask(of picture: InputPicture) async throws(BackendFailure) -> [UInt8]
}
