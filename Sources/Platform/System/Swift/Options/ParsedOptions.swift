/// What a command line says, in its order. Values are bytes, since they may be paths.
package struct ParsedOptions: Equatable, Sendable {
    package struct Found: Equatable, Sendable {
        /// The option's full name, however it was written.
        package let name: String
        /// `nil` when none was given.
        package let value: [UInt8]?

        /// The value as text, bytes that are not UTF-8 repaired.
        package var text: String? {
            value.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Every option given, repeated ones each time.
    package let options: [Found]
    package let positionals: [[UInt8]]

    /// The last value given for an option: the later one wins.
    package func last(_ name: String) -> Found? {
        options.last { $0.name == name }
    }

    /// All values given for an option, in order.
    package func all(_ name: String) -> [Found] {
        options.filter { $0.name == name }
    }
}
