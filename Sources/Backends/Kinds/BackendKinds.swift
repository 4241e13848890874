package import BackendKit
package import Domain

/// Every kind of backend that can be configured, in the manual's order. A table without a type is checked as the first
/// one.
package let backendKinds: [BackendKind] = [
    OpenAISettings.kind,
    ComfyUISettings.kind,
    A1111Settings.kind,
    TemplateSettings.kind,
    KarloSettings.kind,
    ExecSettings.kind,
    FixtureSettings.kind,
    ChatSettings.kind,
]

/// The part of each kind that the configuration needs.
package let backendDescriptions: [BackendDescription] = backendKinds.map(\.description)
