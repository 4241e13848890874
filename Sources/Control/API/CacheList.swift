/// How well the caches do.
package struct CacheList: Codable, Equatable, Sendable {
    package var caches: [CacheStatus]

    package init(caches: [CacheStatus]) {
        self.caches = caches
    }
}
