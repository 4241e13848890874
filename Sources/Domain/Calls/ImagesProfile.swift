/// The services and servers that speak OpenAI's images dialect, each with its own accent, by the names that a
/// configuration may say.
package enum ImagesProfile: String, Equatable, Sendable, CaseIterable {
    case openai
    case azure
    case together
    case xai
    case litellm
    case localai
    case sdcpp
    case vllm
}
