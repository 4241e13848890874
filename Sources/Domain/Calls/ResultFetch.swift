/// A picture that a backend has made, and that lies at an address: fetching it is a stage of its own. It costs nothing, so
/// it is tried again and again, says nothing of the backend's health, and never leads to another order.
package struct ResultFetch: Equatable, Sendable, Codable {
    /// How long a picture is fetched where its service doesn't say how long it keeps one, in milliseconds.
    package static let usualLifetime: Int64 = 86_400_000

    /// Who made it.
    package let backend: String
    /// The handle of the work that it came from, `nil` where the address came with the answer to the order: the service may
    /// give another address for it.
    package let work: String?
    /// Scheme, host and port of the address; empty where it has none.
    package let host: String
    /// When its address was known, or a person had the fetch tried again, in milliseconds since 1970.
    package private(set) var since: Int64
    /// How long it is fetched from then on, in milliseconds.
    package let lifetime: Int64
    /// How often it was tried in vain.
    package private(set) var tries: Int
    /// How the last try failed; `nil` before the first.
    package private(set) var failure: BackendFailure?

    package init(backend: String, host: String, work: String? = nil, since: Int64, lifetime: Int64 = Self.usualLifetime)
    {
        self.backend = backend
        self.work = work
        self.host = host
        self.since = since
        self.lifetime = lifetime
        tries = 0
    }

    /// When it is given up, in milliseconds since 1970.
    package var until: Int64 { since + lifetime }

    /// After one more try, at `utc`. A clock that was set back doesn't lengthen the time.
    package func failed(_ failure: BackendFailure, at utc: Int64) -> ResultFetch {
        var next = self
        next.since = min(since, utc)
        next.tries += 1
        next.failure = failure
        return next
    }

    /// Without how often it was tried.
    package var untried: ResultFetch {
        var same = self
        same.tries = 0
        return same
    }

    /// Tried again from the start, because a person wants it.
    package func renewed(at utc: Int64) -> ResultFetch {
        ResultFetch(backend: backend, host: host, work: work, since: utc, lifetime: lifetime)
    }

    /// The same picture at another address.
    package func moved(to host: String) -> ResultFetch {
        var next = ResultFetch(backend: backend, host: host, work: work, since: since, lifetime: lifetime)
        next.tries = tries
        return next
    }
}
