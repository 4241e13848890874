import Domain

/// A backend that `textify setup` offers: a kind that is called over the network, or a service with a shipped template.
package struct BackendChoice: Equatable, Sendable {
    /// The name to choose it by, which its table gets too.
    package let name: String
    /// The value of `type`.
    package let type: String
    /// The value of `template`; `nil` for a kind that needs none.
    package let template: String?
    /// The keys that its table needs besides `type`, `template` and `api_key`, such as `model` and `values.account_id`.
    package let required: [String]
    package let needsKey: Bool
    /// Whether its calls are free unless a price is configured.
    package let isFreeUnlessPriced: Bool

    fileprivate init(_ kind: BackendDescription) {
        name = kind.type
        type = kind.type
        template = nil
        required = kind.required.filter { $0 != "api_key" }
        needsKey = kind.required.contains("api_key")
        isFreeUnlessPriced = kind.traits.pricing == .freeUnlessPriced
    }

    fileprivate init?(_ shipped: ShippedTemplate, _ kind: BackendDescription) {
        guard let parsed = try? shipped.template() else { return nil }
        var settings = TemplateSettings()
        settings.template = .shipped(shipped)
        name = shipped.rawValue
        type = kind.type
        template = shipped.rawValue
        required = settings.mistakes(for: parsed, under: "").map { String($0.key.drop { $0 == "." }) }
        needsKey = parsed.auth?.needsKey ?? false
        isFreeUnlessPriced = kind.traits.pricing == .freeUnlessPriced
    }
}

/// The backends that can be set up by answering questions, in the manual's order.
package let backendChoices: [BackendChoice] =
    backendDescriptions.filter { $0.traits.makesPictures && $0.traits.isRemote }.flatMap { kind in
        kind.type == TemplateBackend.kind
            ? ShippedTemplate.allCases.compactMap { BackendChoice($0, kind) } : [BackendChoice(kind)]
    }
