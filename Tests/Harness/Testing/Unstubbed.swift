package import Testing

/// What a fake does in the methods that its test does not expect to be called: it fails the test by name.
///
///     func claim(_ drop: Drop) async -> Result<Text, DropFailure> { unstubbed(returning: .failure(.vanished)) }
///
/// - Returns: `value`, so that the code under test can go on to its own end.
package func unstubbed<Value>(
    _ name: String = #function, returning value: @autoclosure () -> Value, at place: SourceLocation = #_sourceLocation
) -> Value {
    Issue.record("the side effect \(name) was called, and this test did not stub it", sourceLocation: place)
    return value()
}

/// The same for side effects that return nothing.
package func unstubbed(_ name: String = #function, at place: SourceLocation = #_sourceLocation) {
    unstubbed(name, returning: (), at: place)
}
