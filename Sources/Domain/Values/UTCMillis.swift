/// A moment in milliseconds of UTC since 1970: what users see and what outlives a restart. The clock behind it may
/// jump, even by centuries, so arithmetic stops at the earliest and the latest moment instead of overflowing.
package struct UTCMillis: NumberWithUnit {
    package let milliseconds: Int64
    package var number: Int64 { milliseconds }

    package init(_ milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Returns the milliseconds from `earlier` to this moment, negative if this one is before it.
    package func milliseconds(since earlier: UTCMillis) -> Int64 {
        let (difference, overflows) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        guard overflows else { return difference }
        return self < earlier ? .min : .max
    }

    package static func + (moment: UTCMillis, milliseconds: Int64) -> UTCMillis {
        UTCMillis(moment.milliseconds.saturatingSum(milliseconds))
    }

    package static func - (moment: UTCMillis, milliseconds: Int64) -> UTCMillis {
        UTCMillis(moment.milliseconds(since: UTCMillis(milliseconds)))
    }
}

/// A file's time in nanoseconds of UTC since 1970, as precise as the kernel reports it, so that every change shows.
package struct UTCNanos: NumberWithUnit {
    package let nanoseconds: Int64
    package var number: Int64 { nanoseconds }

    package init(_ nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package var millis: UTCMillis { UTCMillis(nanoseconds / 1_000_000) }
}
