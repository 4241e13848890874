import Domain

/// What is dropped into the folder of a site.
struct FaultDrop {
    enum Kind {
        case picture
        case prompt(String)
    }

    let name: String
    let kind: Kind

    var stem: String { FileName(name).stem.shown }

    var prompt: String? {
        guard case .prompt(let words) = kind else { return nil }
        return words
    }

    /// The endings of what it becomes.
    var endings: [String] { prompt == nil ? ["json", "txt"] : ["json", "picture.png", "txt"] }

    var bytes: [UInt8] {
        get throws {
            if let prompt { return Array(prompt.utf8) }
            return try FaultEasel.picture(of: name)
        }
    }
}
