public import Domain

/// A watch folder, as far as its listing and settling go.
public struct IntakeFolder: Equatable, Sendable {
    /// Unique among the watch folders.
    public let name: String
    public let path: FolderPath
    /// The longest time between two listings.
    public let interval: Duration
    /// How long a picture has to stay the same before it is taken.
    public let pictureSettle: Duration
    /// How long a prompt has to stay the same before it is taken: half a prompt is a valid prompt that costs money.
    public let promptSettle: Duration

    public init(
        name: String, path: FolderPath, interval: Duration = .seconds(30), pictureSettle: Duration = .seconds(1),
        promptSettle: Duration = .seconds(5)
    ) {
        self.name = name
        self.path = path
        self.interval = interval
        self.pictureSettle = pictureSettle
        self.promptSettle = promptSettle
    }

    /// How long this entry has to stay the same.
    func settle(_ name: FileName) -> Duration {
        DropKind(ending: name.ending) == .prompt ? promptSettle : pictureSettle
    }
}
