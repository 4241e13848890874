import Configuration
import Domain
import IntakeFeature
import IntakeSideEffect

extension IntakeFolder {
    /// The part of a watch's settings that Intake's reducer needs. `settings` determine which folders are the
    /// service's own.
    init(_ watch: Watch, _ settings: Settings) {
        self.init(
            name: watch.name, path: watch.path, interval: watch.interval, pictureSettle: watch.settle.picture,
            promptSettle: watch.settle.prompt,
            remote: RemotePace(
                interval: watch.remoteInterval, pictureSettle: watch.remoteSettle.picture,
                promptSettle: watch.remoteSettle.prompt),
            sidecar: watch.sidecar == .required ? .required : .optional,
            existing: ExistingRule(watch.existing), requiresDone: watch.requiresDone,
            isObserved: watch.source == .observe, priority: watch.request.priority, own: settings.own)
    }
}

extension Settings {
    /// The folders that the service writes into.
    fileprivate var own: [FolderPath] {
        watches.flatMap { [$0.outbox, $0.failed, $0.archive] } + [service.state]
    }
}

extension IntakeSource {
    /// The part of a watch's settings that Intake's side effects need.
    init(_ watch: Watch, _ settings: Settings) {
        self.init(
            name: watch.name, path: watch.path, outbox: watch.outbox, request: watch.request,
            after: watch.after == .archive ? .archive : .delete, failed: watch.failed, archive: watch.archive,
            sidecar: watch.sidecar == .required ? .required : .optional, hasPromptLines: watch.batch == .lines,
            priced: Set(settings.backends.filter { $0.price != nil }.map(\.name)),
            accepted: watch.accepted.compactMap { AcceptedKind(rawValue: $0.rawValue) },
            isRecursive: watch.isRecursive, hasFolderTags: watch.hasFolderTags,
            layout: Layout(watch.layout), isObserved: watch.source == .observe, requiresDone: watch.requiresDone,
            ignoresExisting: watch.existing == .ignore, own: settings.own)
    }
}

extension IntakeSource.Layout {
    fileprivate init(_ layout: Watch.Layout) {
        self =
            switch layout {
            case .mirror: .mirror
            case .flat: .flat
            case .date: .date
            }
    }
}

extension ExistingRule {
    fileprivate init(_ rule: Watch.Existing) {
        self =
            switch rule {
            case .take: .take
            case .hold: .hold
            case .ignore: .ignore
            }
    }
}
