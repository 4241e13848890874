import Configuration
import IntakeFeature
import IntakeSideEffect

extension IntakeFolder {
    /// What Intake's reducer needs of a configured watch.
    init(_ watch: Watch) {
        self.init(
            name: watch.name, path: watch.path, interval: watch.interval, pictureSettle: watch.settle.picture,
            promptSettle: watch.settle.prompt)
    }
}

extension IntakeSource {
    /// What Intake's side effect needs of a configured watch.
    init(_ watch: Watch) {
        self.init(
            name: watch.name, path: watch.path, outbox: watch.outbox, request: watch.request,
            after: watch.after == .archive ? .archive : .delete)
    }
}
