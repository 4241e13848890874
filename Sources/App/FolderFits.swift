import BackendKit
import Configuration
import Domain
import Words

/// Whether every folder's backend can honour what the configuration says that its prompts ask for: told at the start and
/// not with the first drop.
enum FolderFits {
    static func check(_ settings: Settings, _ backends: [any ImageBackend]) throws(LaunchFailure) {
        let known = Dictionary(backends.map { ($0.descriptor.name, $0.descriptor.abilities) }) { first, _ in first }
        let found = settings.watches.enumerated().flatMap { index, watch in
            faults(watch.request.generation, known).map { fault in
                FieldFailure(key: "watch[\(index)].request." + fault.key, problem: fault.problem)
            }
        }
        guard !found.isEmpty else { return }
        let words = Wording(.english)
        throw LaunchFailure(.configuration, found.map(words.sentence).joined(separator: "\n"), .invalid(found))
    }

    private static func faults(
        _ generation: GenerationOptions, _ known: [String: BackendAbilities]
    ) -> [FieldFailure] {
        guard !generation.isLenient, let able = known[generation.backend] else { return [] }
        return able.misfits(generation, among: known.filter { $0.key != generation.backend })
    }
}
