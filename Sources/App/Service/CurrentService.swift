import Configuration
import Observation

/// The stores that serve now, and where the service is: a reload puts new ones in their place.
@MainActor
@Observable
final class CurrentService {
    var container: AppContainer
    var settings: Settings
    var stage = ServiceStage.starting
    /// How many jobs ended by the stores that earlier reloads replaced, by their state's word.
    var endedBefore: [String: Int] = [:]
    /// Nothing new begins until a person says so; it outlasts a reload.
    var isPaused = false
    /// What the last reload came to, while that is true.
    var refusedReload: RefusedReload?

    init(_ container: AppContainer, _ settings: Settings) {
        self.container = container
        self.settings = settings
    }
}
