import Domain

extension RestingFiles {
    /// The files of one folder that were passed by, in the order in which they were told: mostly they are told in the same
    /// again, and each is found where the one before it lies.
    struct Part: Sendable {
        private let files: [File]
        private let every: Int
        private let turn: Int
        private var next = 0
        /// Where each is, once the order was another.
        private var places: [FileName: Int]?

        init(_ files: [File], every: Int, turn: Int) {
            self.files = files
            self.every = every
            self.turn = turn
        }

        var count: Int { files.count }

        /// A file that is what it was, as far as its folder tells, and whose turn to be looked at it is not.
        mutating func file(_ glimpse: FileGlimpse) -> File? {
            guard let place = place(of: glimpse.name) else { return nil }
            next = place + 1
            guard files[place].inode == glimpse.inode, !isDue(glimpse.inode) else { return nil }
            return files[place]
        }

        private mutating func place(of name: FileName) -> Int? {
            if next < files.count, files[next].name == name { return next }
            if files.isEmpty { return nil }
            let known = places ?? Dictionary(files.indices.map { (files[$0].name, $0) }) { first, _ in first }
            places = known
            return known[name]
        }

        /// However a file system counts its inodes, the upper half of the product is well mixed.
        private func isDue(_ inode: UInt64) -> Bool {
            let mixed = Int(truncatingIfNeeded: (inode &* 0x9E37_79B9_7F4A_7C15) >> 33)
            return (mixed + turn) % every == 0
        }
    }
}
