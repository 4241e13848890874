internal import Synchronization

/// One thread that calls at given times. It sleeps until the next one; where there is none, until somebody asks.
final class Alarms: Sendable {
    typealias Call = @Sendable () -> Void

    private struct Alarm {
        /// Nanoseconds of the clock that stands still while the machine sleeps.
        let time: Int64
        let call: Call
    }

    /// The next one last.
    private let alarms = Mutex<[Alarm]>([])
    private let bell = Semaphore()

    init() {
        do { try Thread.start("alarms") { self.work() } } catch { preconditionFailure("the system grants no thread") }
    }

    /// Calls after so long, on a thread that all wait for: it has to be short. Of equal times the first asked comes first.
    /// Long waits may last up to a sixteenth longer: those that end at about the same time wake the processor once. Most
    /// of them were given up before, which does not take them away.
    func call(after delay: Duration, _ call: @escaping Call) {
        let time = Alarms.rounded(Semaphore.now + delay.nanoseconds, after: delay)
        let isNext = alarms.withLock { alarms in
            let place = Alarms.place(time, in: alarms)
            alarms.insert(Alarm(time: time, call: call), at: place)
            return place == alarms.count - 1
        }
        if isNext { bell.post() }
    }

    /// Up to the next whole step, where the wait is ten seconds or more.
    static func rounded(_ time: Int64, after delay: Duration) -> Int64 {
        if delay < .seconds(10) { return time }
        var step: Int64 = 1
        while step * 32 <= delay.nanoseconds { step *= 2 }
        return (time + step - 1) / step * step
    }

    /// Behind all that are later, before those that are due at the same time or earlier.
    private static func place(_ time: Int64, in alarms: [Alarm]) -> Int {
        var (low, high) = (0, alarms.count)
        while low < high {
            let middle = (low + high) / 2
            if alarms[middle].time > time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func work() -> Never {
        while true {
            let now = Semaphore.now
            let (due, next) = alarms.withLock { alarms -> ([Alarm], Int64?) in
                let first = Alarms.place(now, in: alarms)
                let due = Array(alarms[first...].reversed())
                alarms.removeLast(due.count)
                return (due, alarms.last?.time)
            }
            for alarm in due { alarm.call() }
            if due.isEmpty { bell.wait(until: next) }
        }
    }
}
