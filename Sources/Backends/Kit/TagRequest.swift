package import Domain

/// A question to a vision model for the tags of a picture.
package struct TagRequest: Equatable, Sendable {
    /// The question.
    package let prompt: String
    package let picture: InputPicture

    package init(prompt: String, picture: InputPicture) {
        self.prompt = prompt
        self.picture = picture
    }
}

/// The answer of a vision model.
package struct TagReply: Equatable, Sendable {
    /// At least one.
    package let tags: [Tag]
    package let receipt: Receipt

    package init(tags: [Tag], receipt: Receipt) {
        self.tags = tags
        self.receipt = receipt
    }
}
