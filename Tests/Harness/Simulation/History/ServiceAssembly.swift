import App
import BackendKinds
import BackendKit
import Configuration
import Domain
import MVISimulation

/// Builds the real stores of a service on the simulated world.
@MainActor
struct ServiceAssembly {
    let plan: Plan
    let bug: InjectedBug?
    let clock: ManualClock
    let provider: Provider
    let visionModel: VisionModel
    var mailbox = Mailbox()

    func container(
        _ life: ServiceRun, files: SimulatedFiles, spool: SpoolRepositories, blobs: any BlobRepository,
        origin: ManualClock.Instant, utc: @escaping @Sendable () -> UTCMillis, _ settings: Settings,
        purse: Purse = Purse()
    ) -> AppContainer {
        let dependencies = StoreDependencies(
            files: files, spool: spool, blobs: blobs, renderer: SimulatedRenderer(files: files), clock: clock,
            origin: origin, utc: utc, seed: life.roll(.max), makeMarker: { String(life.roll(.max), radix: 36) },
            gates: plan.gateSources(clock, isIgnored: bug == .ignoredGates),
            channels: mailbox.channels(plan, life, clock, bug), shrink: SimulatedPicture.copy)
        return AppContainer(dependencies, settings, backends(life, utc, purse), log: .silent)
    }

    private func backends(
        _ life: ServiceRun, _ utc: @escaping @Sendable () -> UTCMillis, _ purse: Purse
    ) -> [any ImageBackend] {
        let policy = bug == .retryOfUnknown ? .retry : plan.onUnknown
        let images = Provider.Manner.allCases.map { manner -> any ImageBackend in
            guard manner == .answering else {
                return ProviderBackend(
                    provider: provider, manner: manner, onUnknown: policy, life: life, clock: clock, bug: bug,
                    purse: purse)
            }
            return OpenAIBackend(
                OpenAISettings(at: ImageGateway.address, model: "gpt-image-2"),
                BackendContext(
                    manner.rawValue, key: Secret("sk-simulated"), limits: CallLimits(concurrency: 2), onUnknown: policy),
                transport: ImageGateway(provider: provider, life: life, clock: clock, bug: bug, purse: purse), utc: utc)
        }
        return images + [VisionBackend(model: visionModel, life: life, clock: clock, purse: purse)]
    }
}
