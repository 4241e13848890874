import Domain
import IntakeFeature
import Words

extension EventLog {
    func tell(_ event: Intake.Event) {
        switch event {
        case .accepted(let jobs):
            for job in jobs where !job.state.isEnd {
                info(
                    "job_accepted", "\(job.name) is job \(job.id).",
                    [.job(job.id), .state(job.state.word), .file(job.name)])
            }
        case .failed(let drop, let failure):
            warning(failure.code, [.drop(drop.id), .file(drop.identity.name)]) { words in
                words.sentence(failure, about: drop.identity.name.shown)
            }
        case .settlingLong(let folder, let entry, let waited, let needs):
            warning("still_growing", [.folder(folder), .file(entry.name)]) { words in
                words.stillGrowing(
                    entry.name.shown, in: folder, seconds: waited.components.seconds, needed: needs.components.seconds)
            }
        case .cut(let drop):
            info(
                "picture_cut",
                "\(drop.identity.name) in \(drop.folder) lacks its end: it is taken as it is once it has stayed the same for "
                    + "\(Intake.patience.components.seconds) s.", [.folder(drop.folder), .file(drop.identity.name)])
        case .sidecarAlone(let folder, let entry):
            warning("sidecar_alone", [.folder(folder), .file(entry.name)]) { words in
                words.sidecarAlone(entry.name.shown, in: folder, picture: entry.name.stem.shown)
            }
        case .withdrawn(let drop, let isReplaced):
            info(
                isReplaced ? "drop_replaced" : "drop_deleted",
                "\(drop.identity.name) \(isReplaced ? "was replaced" : "is gone") in \(drop.folder): what of it was not "
                    + "submitted yet is cancelled.", [.drop(drop.id), .file(drop.identity.name)])
        case .stuck(let drop, let failure):
            error("source_stuck", [.drop(drop.id), .file(drop.identity.name)]) { words in
                let name = drop.identity.name.shown
                return words.sourceStuck(name, reason: words.sentence(failure, about: name))
            }
        case .folderChanged(let folder, let health): tell(folder, health)
        case .folderRemote(let folder, let interval):
            info(
                "folder_remote",
                "The folder \(folder) lies on a network file system: it is listed every \(DurationText.text(of: interval)), as "
                    + "nothing tells of changes there.", [.folder(folder)])
        case .waiting(let trouble): tell(trouble)
        }
    }

    private func tell(_ folder: String, _ health: FolderHealth) {
        switch health {
        case .unknown: return
        case .fine: info("folder_fine", "The folder \(folder) is watched.", [.folder(folder)])
        case .missing: error("folder_missing", [.folder(folder)]) { $0.folderMissing(folder) }
        case .unmounted: error("folder_unmounted", [.folder(folder)]) { $0.sentence(.unmounted, about: folder) }
        case .unreadable(let failure):
            let code = if case .served = failure { failure.code } else { "folder_unreadable" }
            error(code, [.folder(folder)]) { $0.sentence(failure, about: folder) }
        case .misconfigured(let fault):
            error("folder_misconfigured", [.folder(folder)]) { $0.sentence(fault, in: folder) }
        }
    }

    private func tell(_ trouble: IntakeTrouble?) {
        switch trouble {
        case .none: info("intake_goes_on", "New drops are taken again.")
        case .lowDisk(let space):
            error("disk_low") { $0.sentence(space) }
        case .repository(let failure):
            error(failure.code) { $0.takesNothing($0.sentence(failure, about: "textifyd.db")) }
        case .storage(let failure):
            error(failure.code) { $0.takesNothing($0.sentence(failure, about: "blobs")) }
        }
    }
}
