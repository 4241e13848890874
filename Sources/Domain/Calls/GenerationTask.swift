/// What a picture can be made from.
package enum GenerationTask: String, Hashable, Sendable, CaseIterable {
    /// Words alone.
    case textToImage = "text_to_image"
    /// A picture and words.
    case imageToImage = "image_to_image"
    /// A picture alone, of which a larger one is made.
    case upscaling
}
