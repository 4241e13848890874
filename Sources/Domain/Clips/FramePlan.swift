/// The frames of a clip that are shown, and when.
///
/// A clip that is longer than the limits keeps its length and its speed, and loses frames.
package struct FramePlan: Equatable, Sendable {
    /// A frame that is shown.
    package struct Frame: Equatable, Sendable {
        /// Counted from 0, in the clip.
        package let index: Int
        /// Milliseconds since the first frame.
        package let start: Int
    }

    package let frames: [Frame]
    /// Milliseconds from the first frame's start to the last one's end.
    package let duration: Int

    /// `delays` are those stored in the file, in milliseconds. At most `mostFrames` frames and `mostPerSecond` frames a
    /// second are kept; both are at least 1.
    package init(delays: [UInt32], mostFrames: Int, mostPerSecond: Int = 60) {
        // Of more frames than may be kept, every n-th one is.
        let step = max(1, (delays.count + mostFrames - 1) / mostFrames)
        let shortest = 1_000 / mostPerSecond
        var frames: [Frame] = []
        var start = 0
        for (index, delay) in delays.enumerated() {
            let isLate = frames.last.map { start - $0.start >= shortest } ?? true
            if index % step == 0, isLate { frames.append(Frame(index: index, start: start)) }
            start += Int(FrameDelay.shown(delay))
        }
        self.frames = frames
        duration = start
    }
}
