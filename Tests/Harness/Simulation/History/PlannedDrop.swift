import Domain

extension Plan {
    /// What is put down: one file, or a picture and the file beside it.
    struct PlannedDrop {
        /// What one job is to be made of.
        struct Line: Equatable {
            /// Its place in the file; 0: it is all of it.
            let number: Int
            /// By which all that is made of it is known; `nil`: nothing can be made of it.
            let words: String?
        }

        let number: Int
        let content: Content
        let name: FileName
        /// After the history's start.
        let at: Duration
        /// Whether it comes by a rename from outside; else it is written in its place, in two parts.
        let isMoved: Bool

        /// The words that are in it.
        var words: String { "drop \(number)" }

        /// What becomes a job, in the order of the file.
        var lines: [Line] {
            switch content {
            case .bad, .paired(isGood: false): []
            case .prompt, .titled, .picture, .paired: [Line(number: 0, words: words)]
            case .batch(_, let isGood), .lined(let isGood):
                isGood.enumerated().map { place, isGood in
                    // An empty line stands between any two.
                    let number = place * 2 + 1
                    return Line(number: number, words: isGood ? "\(words) line \(number)" : nil)
                }
            }
        }

        var isBatch: Bool {
            switch content {
            case .batch, .lined: true
            case .prompt, .titled, .picture, .paired, .bad: false
            }
        }

        /// The watch folder that it is put into.
        var folder: String {
            switch content {
            case .prompt(let manner), .titled(let manner), .batch(let manner, _): manner.rawValue
            case .lined: Installation.linedFolder
            case .picture, .paired, .bad: Installation.pictureFolder
            }
        }

        /// What its request says beyond the folder's.
        var tag: String? {
            switch content {
            case .titled: "titled"
            case .paired: "paired"
            case .prompt, .batch, .lined, .picture, .bad: nil
            }
        }

        var bytes: [UInt8] {
            switch content {
            case .prompt: Array("\(words)\n".utf8)
            case .titled: Array("+++\ntags = [\"titled\"]\n+++\n\(words)\n".utf8)
            case .batch, .lined: Array(lines.map { text(of: $0) + "\n" }.joined(separator: "\n").utf8)
            case .picture, .paired: SimulatedPicture.bytes(words)
            case .bad(let text): Array(text.utf8)
            }
        }

        /// What lies beside it under its name and `.toml`.
        var sidecar: [UInt8]? {
            guard case .paired(let isGood) = content else { return nil }
            return Array("# \(words)\n\(isGood ? "tags = [\"paired\"]" : "tagz = 1")\n".utf8)
        }

        /// A batch of these lines alone.
        func excerpt(_ numbers: Set<Int>) -> [UInt8] {
            Array(lines.filter { numbers.contains($0.number) }.map { text(of: $0) + "\n" }.joined().utf8)
        }

        private func text(of line: Line) -> String {
            if case .lined = content {
                return line.words ?? String(repeating: "\(words) is too long. ", count: Installation.mostWords)
            }
            return line.words.map { "{\"prompt\": \"\($0)\"}" } ?? "{\"prompt\": \(number)}"
        }
    }
}
