/// The properties of a moving picture that are known before its first frame is decoded.
package struct ClipInfo: Equatable, Sendable {
    /// The canvas: the size and the format of every composed frame.
    package let picture: PictureInfo
    /// How often the file wants to be played.
    package let plays: ClipPlays
    /// The delay of each frame in milliseconds, as stored; see `FrameDelay`. For a damaged file, those of the frames
    /// before the damage.
    package let delays: [UInt32]

    package init(picture: PictureInfo, plays: ClipPlays, delays: [UInt32]) {
        self.picture = picture
        self.plays = plays
        self.delays = delays
    }
}

extension ClipInfo {
    /// The frame that is shown at a time since the first one's start, counted from 0; the last one after the end.
    package func index(at time: Duration) -> Int {
        var end = Duration.zero
        let index = delays.firstIndex { delay in
            end += .milliseconds(FrameDelay.shown(delay))
            return end > time
        }
        return index ?? max(0, delays.count - 1)
    }
}

/// How often a clip is played.
package enum ClipPlays: Equatable, Sendable, Codable {
    case forever
    /// At least once.
    case times(Int)
}

/// One composed frame: what it changed on the canvas.
package struct ClipFrame: Equatable, Sendable {
    /// Counted from 0.
    package let index: Int
    /// Columns and rows outside of which the canvas is the same as after the frame before.
    package let columns: Range<Int>
    package let rows: Range<Int>

    package init(index: Int, columns: Range<Int>, rows: Range<Int>) {
        self.index = index
        self.columns = columns
        self.rows = rows
    }
}

/// The time for which a frame is shown.
package enum FrameDelay {
    /// The stored delays, in milliseconds, up to which a file is taken to leave the speed to its viewer.
    private static let unset: UInt32 = 10
    /// What viewers then use.
    private static let usual: UInt32 = 100

    /// Milliseconds for which a frame is shown whose file says `stored`. Browsers show frames of 10 ms and less for
    /// 100 ms, in every format: many files store 0 by mistake and look right only so.
    package static func shown(_ stored: UInt32) -> UInt32 { stored <= unset ? usual : stored }
}
