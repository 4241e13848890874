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
            warning(
                failure.code, words.sentence(failure, about: drop.identity.name.shown),
                [.drop(drop.id), .file(drop.identity.name)])
        case .settlingLong(let folder, let entry, let waited, let needs):
            warning(
                "still_growing",
                "\(entry.name) in \(folder) has been changing for \(waited.components.seconds) s; it is taken once it "
                    + "has stayed the same for \(needs.components.seconds) s.", [.folder(folder), .file(entry.name)])
        case .cut(let drop):
            info(
                "picture_cut",
                "\(drop.identity.name) in \(drop.folder) lacks its end: it is taken as it is once it has stayed the same for "
                    + "\(Intake.patience.components.seconds) s.", [.folder(drop.folder), .file(drop.identity.name)])
        case .sidecarAlone(let folder, let entry):
            warning(
                "sidecar_alone",
                "\(entry.name) waits in \(folder) for the picture that it speaks of, \(entry.name.stem).",
                [.folder(folder), .file(entry.name)])
        case .withdrawn(let drop, let isReplaced):
            info(
                isReplaced ? "drop_replaced" : "drop_deleted",
                "\(drop.identity.name) \(isReplaced ? "was replaced" : "is gone") in \(drop.folder): what of it was not "
                    + "submitted yet is cancelled.", [.drop(drop.id), .file(drop.identity.name)])
        case .stuck(let drop, let failure):
            error(
                "source_stuck",
                "\(drop.identity.name) is worked off but can't be moved away. "
                    + words.sentence(failure, about: drop.identity.name.shown) + " "
                    + "It is not worked on again, and moving it is tried again.",
                [.drop(drop.id), .file(drop.identity.name)])
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
        case .missing:
            error(
                "folder_missing", "The folder \(folder) is not there. It is looked for again at every interval.",
                [.folder(folder)])
        case .unmounted: error("folder_unmounted", words.sentence(.unmounted, about: folder), [.folder(folder)])
        case .unreadable(let failure):
            error("folder_unreadable", words.sentence(failure, about: folder), [.folder(folder)])
        case .misconfigured(let fault):
            error("folder_misconfigured", words.sentence(fault, in: folder), [.folder(folder)])
        }
    }

    private func tell(_ trouble: IntakeTrouble?) {
        switch trouble {
        case .none: info("intake_goes_on", "New drops are taken again.")
        case .lowDisk(let space):
            error("disk_low", words.sentence(space))
        case .repository(let failure):
            error(failure.code, "Nothing new is taken for now. " + words.sentence(failure, about: "textifyd.db"))
        case .storage(let failure):
            error(failure.code, "Nothing new is taken for now. " + words.sentence(failure, about: "blobs"))
        }
    }
}
