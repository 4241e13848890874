/// What a backend of type `fixture` can be told to fail with, by the names that a configuration may say.
package enum FixtureFault: String, Equatable, Sendable, CaseIterable {
    case auth
    case quota
    case rateLimited = "rate_limited"
    case moderated
    case invalid
    case gone
    case loading
    case transient
    case timeout
    /// The answer is lost: nobody knows whether the picture was made.
    case drop
    case empty
    case badResponse = "bad_response"
    /// The picture was made and is not there any more when it is fetched.
    case expired
    case failed
}
