import Configuration
import IntakeFeature
import IntakeSideEffect

extension IntakeFolder {
    /// What Intake's reducer needs of a configured watch. `settings` tell which folders are the service's own.
    init(_ watch: Watch, _ settings: Settings) {
        let own = settings.watches.flatMap { [$0.outbox, $0.failed, $0.archive] } + [settings.service.state]
        self.init(
            name: watch.name, path: watch.path, interval: watch.interval, pictureSettle: watch.settle.picture,
            promptSettle: watch.settle.prompt, sidecar: watch.sidecar == .required ? .required : .optional, own: own)
    }
}

extension IntakeSource {
    /// What Intake's side effect needs of a configured watch.
    init(_ watch: Watch) {
        self.init(
            name: watch.name, path: watch.path, outbox: watch.outbox, request: watch.request,
            after: watch.after == .archive ? .archive : .delete, failed: watch.failed, archive: watch.archive,
            sidecar: watch.sidecar == .required ? .required : .optional, hasPromptLines: watch.batch == .lines)
    }
}
