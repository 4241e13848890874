import Domain
import PlatformSystem

extension Since {
    /// The moment that is meant now.
    var utc: UTCMillis {
        switch self {
        case .moment(let moment): moment
        case .date(let day): LocalTime.start(of: day)
        case .ago(let span): UTCMillis.now() - span.components.seconds * 1000
        case .day(let before):
            LocalTime.start(of: LocalTime.now.localDay.before(before))
        }
    }
}

extension LocalDay {
    /// Counts back from noon, so that days of 23 or 25 hours don't shift the date.
    fileprivate func before(_ days: Int) -> LocalDay {
        guard days > 0 else { return self }
        let noon = LocalTime.start(of: self) + 43_200_000
        return LocalTime(noon - Int64(days) * 86_400_000).localDay
    }
}
