/// A file in a watch folder, or in one below it, that says what drops there ask for.
package struct FolderFile: Equatable, Sendable {
    /// How it is called.
    package static var name: FileName { FileName(".textify.toml") }

    /// How many bytes it may have.
    package static var most: Int { 64 << 10 }

    /// Where it lies, from the watch folder on.
    package let place: FileName
    package let bytes: [UInt8]

    package init(place: FileName, bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }
}
