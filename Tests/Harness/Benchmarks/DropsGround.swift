import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Rendering

/// The folders of a benchmark of drops, and what is done in them.
struct DropsGround: ~Copyable {
    private let home: FolderPath
    private let making: FileDescriptor
    private let inbox: FileDescriptor
    private let outbox: FileDescriptor
    private let alone: FileDescriptor
    private let shelf = TableShelf()

    private init(_ home: FolderPath) throws {
        self.init(
            home: home, making: try .folder(home.appending("making")), inbox: try .folder(home.appending("inbox")),
            outbox: try .folder(home.appending("outbox")), alone: try .folder(home.appending("alone")))
    }

    private init(
        home: FolderPath, making: consuming FileDescriptor, inbox: consuming FileDescriptor,
        outbox: consuming FileDescriptor, alone: consuming FileDescriptor
    ) {
        self.home = home
        self.making = making
        self.inbox = inbox
        self.outbox = outbox
        self.alone = alone
    }

    /// Makes the folders and the configuration.
    static func laid() throws -> DropsGround {
        let home = FolderPath.ofBenchmark("drops")
        try home.makeFolders("making", "inbox", "outbox", "state", "alone")
        try home.configure(
            """
            [[watch]]
            path = "inbox"
            outbox = "outbox"
            outputs = ["txt"]
            """)
        return try DropsGround(home)
    }

    var options: [String] { ["--config", home.appending("textifyd.toml").shown] }
    var socket: String { home.appending("state/control.sock").shown }

    func remove() {
        try? FileManager.default.removeItem(atPath: home.shown)
    }

    /// Makes a picture that no other number has, beside the folder that is watched.
    func lay(_ name: FileName, _ number: Int) throws {
        try making.write(NumberedPicture.png(64, number), to: name)
    }

    func drop(_ name: FileName) throws(FileFailure) {
        try making.rename(name, to: name, in: inbox)
    }

    /// The floor: what has to be done for one picture, and nothing else.
    func renderAlone(_ name: FileName) throws {
        let conversion = Conversion(art: ArtOptions(), outputs: [.txt])
        for output in try conversion.run(.file(name, in: home.appending("making")), shelf: shelf).outputs {
            let part = FileName(".\(name.stem.shown).part")
            try alone.write(output.bytes, to: part)
            try alone.rename(part, to: FileName("\(name.stem.shown).\(output.ending)"), in: alone)
        }
        try alone.syncFolder()
    }

    /// Returns when the last of its files has its name.
    func awaitArt(of name: FileName) throws(FileFailure) {
        let last = FileName("\(name.stem.shown).json")
        // Looked for in place of being told: a watch of its own would be measured too.
        while try outbox.entry(last) == nil { usleep(100) }
    }

    /// Returns when the source is gone: that is done last.
    func awaitEnd(of name: FileName) throws(FileFailure) {
        // Looked for in place of being told: a watch of its own would be measured too.
        while try !hasEnded(name) { usleep(100) }
    }

    func hasEnded(_ name: FileName) throws(FileFailure) -> Bool {
        try inbox.entry(name) == nil
    }
}
