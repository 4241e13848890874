/// A file in a watch folder, or in one below it, that says what drops there ask for.
public struct FolderFile: Equatable, Sendable {
    /// How it is called.
    public static var name: FileName { FileName(".textify.toml") }

    /// How many bytes it may have.
    public static var most: Int { 64 << 10 }

    /// Where it lies, from the watch folder on.
    public let place: FileName
    public let bytes: [UInt8]

    public init(place: FileName, bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }
}
