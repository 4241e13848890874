/// How well the caches do.
public struct CacheList: Codable, Equatable, Sendable {
    public var caches: [CacheStatus]

    public init(caches: [CacheStatus]) {
        self.caches = caches
    }
}
