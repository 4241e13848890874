/// The services that a template is shipped for, by the names that a configuration may say.
package enum ShippedTemplate: String, Equatable, Sendable, CaseIterable {
    case bfl
    case replicate
    case fal
    case stability
    case gemini
    case huggingface
    case cloudflare
}
