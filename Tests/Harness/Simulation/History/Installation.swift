import BackendKinds
import App
import BackendKit
import Configuration
import Domain
import MVISimulation

/// The folders and settings of the simulated installation.
enum Installation {
    static let state = FolderPath("/state")
    static let outbox = FolderPath("/outbox")
    /// The folder where users prepare their drops.
    static let desk = FolderPath("/desk")
    static let pictureFolder = "pictures"
    /// The folder in which each line of a text file is a prompt.
    static let linedFolder = "lines"
    /// The folder with `latest` outputs.
    static let latestFolder = Provider.Manner.handing.rawValue
    static let folders = Provider.Manner.allCases.map(\.rawValue) + [pictureFolder, linedFolder]
    static let outputs: [OutputKind] = [.txt, .ansi]
    /// The outputs after a reload.
    static let laterOutputs: [OutputKind] = [.txt, .html]
    /// The maximum length of a prompt in words. Longer lines are invalid.
    static let mostWords = 60

    static func inbox(_ folder: String) -> FolderPath { FolderPath("/in").appending(folder) }

    /// The settings; with `isLater`, those after a reload. `folders`: the folders that this machine has.
    static func settings(
        _ plan: Plan, isLater: Bool = false, state: FolderPath = state, folders: [String] = folders
    ) -> Settings {
        let watches = folders.map { folder in
            var request = Request.builtIn
            request.outputs = isLater ? laterOutputs : outputs
            let backend = folder == linedFolder ? Provider.Manner.answering.rawValue : folder
            if folder != pictureFolder { request.generation.backend = backend }
            var rules = WatchRules(request: request)
            rules.pace.interval = plan.interval
            rules.after = plan.keepsSources ? .archive : .delete
            rules.batch = folder == linedFolder ? .lines : .off
            rules.existing = plan.holdsExisting ? .hold : .take
            rules.onConflict = plan.replacesResults ? .replace : .number
            rules.keepsLatest = folder == latestFolder
            if plan.tagsArtworks { rules.suggesting = .apply }
            return WatchFolder(name: folder, path: inbox(folder), outbox: outbox, rules: rules)
        }
        var settings = Settings(state: state)
        settings.backends = Provider.Manner.allCases.map { backend($0, plan) }
        settings.watches = watches.rooted
        if plan.tagsArtworks {
            var model = BackendSettings(VisionModel.name, FixtureSettings.kind.description)
            model.price = Price(perPicture: price)
            settings.backends.append(model)
            settings.suggest.backend = model.name
        }
        settings.limits.promptCharacters = mostWords * 5
        settings.gates = plan.gates.map(\.gate)
        settings.targets = plan.targets
        settings.budget = budget(plan)
        // Without its source's archive, a history also keeps only a few of its pictures, and few of its jobs.
        if !plan.keepsSources {
            settings.retention.generated.bytes = keptBytes
            settings.retention.jobDays = 1
        }
        return settings
    }

    /// The size of two or three simulated pictures.
    private static let keptBytes: Int64 = 200

    private static let price = Money(micros: 20_000, currency: "USD")

    private static func backend(_ manner: Provider.Manner, _ plan: Plan) -> BackendSettings {
        let others = Provider.Manner.allCases.filter { $0 != manner }.map(\.rawValue)
        var settings = BackendSettings(manner.rawValue, FixtureSettings.kind.description)
        settings.isDeclaredFree = manner == .lookedUp
        settings.price = manner == .lookedUp ? nil : Price(perPicture: price)
        settings.fallback = plan.hasFallback ? others : []
        return settings
    }

    private static func budget(_ plan: Plan) -> BudgetRules {
        let prices = (Provider.Manner.paid.map(\.rawValue) + [VisionModel.name]).map { ($0, Price(perPicture: price)) }
        var rules = BudgetRules()
        rules.prices = Dictionary(uniqueKeysWithValues: prices)
        rules.maxRelease = plan.maxRelease
        func each(_ names: [String], _ caps: Caps) -> [String: Caps] {
            Dictionary(uniqueKeysWithValues: names.map { ($0, caps) })
        }
        switch plan.budget {
        case .boundless: break
        case .pictures(let most): rules.everything = Caps(picturesPerDay: most)
        case .folders(let most): rules.folders = each(folders, Caps(picturesPerDay: most))
        case .money(let most):
            let amount = Money(micros: price.micros * most, currency: price.currency)
            rules.backends = each(Provider.Manner.paid.map(\.rawValue), Caps(perDay: amount))
        }
        return rules
    }

    static func lay(on disk: SimulatedDisk) {
        for folder in [state, outbox, desk] + folders.map(inbox) { disk.makeFolder(folder) }
    }
}
