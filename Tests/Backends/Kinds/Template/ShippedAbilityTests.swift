@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Testing

@Suite("Options supported by the shipped templates")
struct ShippedAbilityTests {
    @Test(
        "each has exactly the options of its service",
        arguments: [
            (ShippedTemplate.bfl, [.seed, .model, .mask, .format]),
            (.replicate, [.seed, .model, .mask, .format]),
            (.fal, [.seed, .model, .steps, .guidance, .strength, .mask, .format]),
            (.stability, [.seed, .negativePrompt, .model, .strength, .mask, .format]),
            (.gemini, [.model]),
            (.huggingface, [.seed, .negativePrompt, .model, .steps, .guidance, .scheduler]),
            (.cloudflare, [.seed, .model, .steps]),
        ] as [(ShippedTemplate, [GenerationOption])])
    func options(shipped: ShippedTemplate, options: [GenerationOption]) throws {
        let backend = try TemplateFixture.backend(
            TemplateFixture.options(try shipped.template()), ScriptedTransport("{}"))
        #expect(Set(backend.descriptor.abilities.options.keys) == Set(options))
    }
}
