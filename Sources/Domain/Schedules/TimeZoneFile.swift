/// Why bytes aren't a usable zone file (TZif, RFC 8536). Places are in bytes from the start.
package enum TimeZoneFileFailure: Error, Hashable, Sendable {
    /// The bytes don't begin with `TZif`.
    case notZoneFile
    case unknownVersion(UInt8)
    /// The file ends before the part that it announces.
    case truncated(at: Int, needs: Int)
    /// A number of entries that can't be right, at this place.
    case count(Int, at: Int)
    /// The changes aren't in the order of time: the one with this number, from 0, isn't after its predecessor.
    case unordered(change: Int)
    /// A change to an offset that isn't listed.
    case offsetIndex(UInt8, at: Int)
    /// An offset that isn't between -25 and 26 hours, in seconds.
    case offset(Int, at: Int)
    /// The file counts leap seconds (a zone of `right/`), which the system's clock and `UTCMillis` don't.
    case leapSeconds(Int)
    /// The rule isn't between two line ends.
    case footer(at: Int)
    /// The rule at the file's end.
    case rule(PosixZoneProblem, at: Int)
}

extension TimeZoneRules {
    /// Decodes a zone file of any version. The caller limits its size; real ones are below 4 KiB.
    package init(file bytes: [UInt8]) throws(TimeZoneFileFailure) {
        var reader = ZoneFileReader(bytes: bytes)
        let header = try reader.header()
        guard header.version != 0 else {
            let block = try reader.block(header, timeSize: 4)
            self.init(firstOffset: block.firstOffset, changes: block.changes, rule: nil)
            return
        }
        // The first block repeats the times that fit into 32 bits, for old readers.
        try reader.skip(header.size(timeSize: 4))
        let block = try reader.block(try reader.header(), timeSize: 8)
        self.init(firstOffset: block.firstOffset, changes: block.changes, rule: try reader.footer())
    }
}

private struct ZoneFileReader {
    struct Header {
        let version: UInt8
        let utcFlags: Int
        let standardFlags: Int
        let leapSeconds: Int
        let changes: Int
        let offsets: Int
        let letters: Int

        /// The size of the block that follows.
        func size(timeSize: Int) -> Int {
            changes * (timeSize + 1) + offsets * 6 + letters + leapSeconds * (timeSize + 4) + standardFlags + utcFlags
        }
    }

    struct Block {
        let firstOffset: Int
        let changes: [ZoneChange]
    }

    private var bytes: ArraySlice<UInt8>

    init(bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func header() throws(TimeZoneFileFailure) -> Header {
        let magic = try take(4)
        guard Array(magic) == Array("TZif".utf8) else { throw .notZoneFile }
        let version = try take(1).first ?? 0
        guard version == 0 || version >= UInt8(ascii: "2") else { throw .unknownVersion(version) }
        try skip(15)
        return Header(
            version: version, utcFlags: try count(), standardFlags: try count(), leapSeconds: try count(),
            changes: try count(), offsets: try count(), letters: try count())
    }

    mutating func block(_ header: Header, timeSize: Int) throws(TimeZoneFileFailure) -> Block {
        let start = bytes.startIndex
        guard header.leapSeconds == 0 else { throw .leapSeconds(header.leapSeconds) }
        guard (1...256).contains(header.offsets) else { throw .count(header.offsets, at: start - 8) }
        guard header.size(timeSize: timeSize) <= bytes.count else {
            throw .truncated(at: start, needs: header.size(timeSize: timeSize))
        }
        var times: [Int] = []
        for index in 0..<header.changes {
            let time = try number(timeSize)
            if let last = times.last, time <= last { throw .unordered(change: index) }
            times.append(time)
        }
        let indexes = try take(header.changes)
        var offsets: [Int] = []
        for _ in 0..<header.offsets {
            let place = bytes.startIndex
            let offset = try number(4)
            guard (-89_999...93_599).contains(offset) else { throw .offset(offset, at: place) }
            offsets.append(offset)
            try skip(2)
        }
        for place in indexes.indices where Int(indexes[place]) >= offsets.count {
            throw .offsetIndex(indexes[place], at: place)
        }
        try skip(header.letters + header.standardFlags + header.utcFlags)
        // Times beyond the range of `UTCMillis` are clamped, so that an offset can be added to them.
        let changes = zip(times, indexes).map { time, index in
            ZoneChange(
                second: min(max(time, UTCMillis(.min).seconds), UTCMillis(.max).seconds), offset: offsets[Int(index)])
        }
        return Block(firstOffset: offsets[0], changes: changes)
    }

    /// Reads the rule between two line ends; `nil` if it is empty.
    mutating func footer() throws(TimeZoneFileFailure) -> PosixZoneRule? {
        let lineEnd = UInt8(ascii: "\n")
        let start = bytes.startIndex
        guard bytes.first == lineEnd, let end = bytes.dropFirst().firstIndex(of: lineEnd) else {
            throw .footer(at: start)
        }
        let text = bytes[(start + 1)..<end]
        guard !text.isEmpty else { return nil }
        do throws(PosixZoneProblem) {
            return try PosixZoneRule(bytes: Array(text))
        } catch {
            throw .rule(error, at: start + 1 + error.offset)
        }
    }

    /// Reads a number of entries. Each takes a byte or more, so that sums and products stay small.
    private mutating func count() throws(TimeZoneFileFailure) -> Int {
        let place = bytes.startIndex
        let count = try number(4)
        guard (0...bytes.endIndex).contains(count) else { throw .count(count, at: place) }
        return count
    }

    /// Reads a signed number, the highest byte first.
    private mutating func number(_ size: Int) throws(TimeZoneFileFailure) -> Int {
        let bytes = try take(size)
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return size == 4 ? Int(Int32(truncatingIfNeeded: number)) : Int(truncatingIfNeeded: number)
    }

    private mutating func take(_ size: Int) throws(TimeZoneFileFailure) -> ArraySlice<UInt8> {
        guard size <= bytes.count else { throw .truncated(at: bytes.startIndex, needs: size) }
        let taken = bytes.prefix(size)
        bytes = bytes.dropFirst(size)
        return taken
    }

    mutating func skip(_ size: Int) throws(TimeZoneFileFailure) { _ = try take(size) }
}
