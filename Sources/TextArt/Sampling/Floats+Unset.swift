extension [Float] {
    /// Room for values that are all going to be set: nothing is written there before.
    static func unset(_ count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { _, initialized in initialized = count }
    }
}
