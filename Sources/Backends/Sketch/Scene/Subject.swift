/// Something that the prompt names, how many of it, and its colour when one was said.
struct Subject: Equatable, Sendable {
    let concept: Concept
    var count: Int?
    var tint: Tint?
}
