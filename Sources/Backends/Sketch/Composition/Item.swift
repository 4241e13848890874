/// One thing in its place: `x` and `foot` are parts of the width and height, `size` its height in pixels.
struct Item: Sendable {
    let concept: Concept
    var x: Float
    var foot: Float
    var size: Float
    var depth: Float
    var ink: Ink?
    var isMirrored: Bool
    var seed: UInt64
}
