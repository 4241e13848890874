import BackendKinds
import Configuration
import Domain
import PlatformSystem
import Words

/// What is written.
extension SetupSession {
    func planFolders(_ settings: Settings, _ plan: inout SetupPlan) throws(CommandFailure) {
        let inbox = try? file["watch", "path"]?.text()
        guard let watch = settings.watches.first(where: { $0.path.shown == inbox }) else { return }
        plan.make(watch.path.shown, mode: 0o3775)
        if file["watch", "outbox"] != nil { plan.make(watch.outbox.shown, mode: 0o2775) }
    }

    /// Plans where a new key is stored, and names that place in the settings. Returns whether it is a credential.
    mutating func planKey(_ plan: inout SetupPlan) async throws(CommandFailure) -> Bool {
        guard let backend, let key else { return false }
        if let units = place.units {
            if let bytes = await SystemdCredentials.encrypt(key, as: backend.name) {
                let path = place.folder + "/credentials/" + backend.name + SetupPlan.encrypted
                try plan.write(path, bytes, isSecret: true)
                let dropIn = "[Service]\nLoadCredentialEncrypted=\(backend.name):\(UnitDropIn.escaped(path))\n"
                try plan.write("\(units)/50-credential-\(backend.name).conf", Array(dropIn.utf8))
                let table = ["backends", backend.name, "api_key"]
                file.set(table, nil)
                file.set(table + ["credential"], backend.name)
                return true
            }
            try CommandOutput.standard(words.setupNoCredentials + "\n")
        }
        try plan.write("\(place.folder)/\(backend.name).key", Array((key.value + "\n").utf8), isSecret: true)
        return false
    }

    func planFiles(_ plan: inout SetupPlan) throws(CommandFailure) {
        if let units = place.units, let settings = try? read(),
            let text = UnitDropIn(settings, mounts: .current, resolve: UnitDropIn.resolve).text(words)
        {
            try plan.write(units + "/" + UnitDropIn.name, Array(text.utf8))
        }
        if !SetupPlan.isThere(place.main) { try plan.write(place.main, Self.mainFile(words)) }
        let own = place.folder + "/" + ConfigurationFiles.folderName + "/" + SetupFile.name
        try plan.write(own, file.bytes(words))
    }
}
