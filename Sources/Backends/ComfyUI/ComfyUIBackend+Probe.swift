package import BackendKit
import Domain

extension ComfyUIBackend {
    /// Asks for the server's figures. Which models and nodes it has shows when a graph is handed over.
    package func probe() async -> BackendHealth {
        do throws(BackendFailure) {
            let stats = try await json("/system_stats")
            let isComfyUI = stats["system"] != nil || stats["devices"] != nil
            return isComfyUI ? .ready : .down(.config(said: "what answers at base_url is no ComfyUI"))
        } catch .badResponse {
            return .down(.config(said: "what answers at base_url is no ComfyUI"))
        } catch {
            return .down(error)
        }
    }
}
