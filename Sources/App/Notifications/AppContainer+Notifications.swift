import Configuration
import Domain
import MVICore
import MVIRuntime
import NotificationsFeature
import NotificationsSideEffect
import PlatformSystem
import Rendering
import Words

extension AppContainer {
    /// The store of notifications, and the ways to its targets in the order of the configuration.
    static func notifications(
        _ base: StoreDependencies<some Clock<Duration>>, _ settings: Settings, _ stamp: @escaping @MainActor () -> Stamp
    ) -> (store: Store<Notifications>, routes: [NotificationRoute]) {
        let outboxes = settings.watches.map(\.outbox)
        let routes = settings.targets.map { target in
            NotificationRoute(
                target: target.name, channel: base.channels.channel(target, outboxes), digests: target.digests,
                isRemote: base.channels.isRemote(target), attachesArt: target.attachment == .art)
        }
        let state = Notifications.State.initial(
            settings.targets.rules, immediate: Set(settings.targets.filter { !$0.digests }.map(\.name)),
            isShared: base.spool.fleet != nil)
        let sideEffects = NotificationsSideEffectImpl(
            base.spool.notifications, routes: routes, writer: notificationWriter(base, settings),
            reminders: ReminderFinder(
                rules: settings.targets.rules, artworks: base.spool.artworks,
                calendar: { [utc = base.utc] in .local(at: utc()) },
                nine: { LocalTime.moment(of: $0, hour: ReminderTime.hour) }), clock: base.clock, utc: base.utc)
        return (Store(state, stamp: stamp, perform: Notifications.performer(sideEffects)), routes)
    }

    private static func notificationWriter(
        _ base: StoreDependencies<some Clock<Duration>>, _ settings: Settings
    ) -> NotificationWriter {
        let local = settings.watches.filter(\.rules.isLocalOnly).map(\.name)
        let open = settings.watches.filter { !$0.rules.isLocalOnly }.map(\.name)
        return NotificationWriter(
            jobs: base.spool.jobs, artworks: base.spool.artworks, localFolders: Set(local),
            openFolders: Set(open), words: NotificationWords(Wording(settings.service.language))
        ) { [blobs = base.blobs, renderer = base.renderer] picture, art in
            guard let place = try? await blobs.place(of: picture) else { return nil }
            let outputs = try? await renderer.render(
                .file(place.name, in: place.folder), art: art, outputs: [.txt, .html], caption: ArtCaption())
            let texts = (outputs ?? []).map { String(decoding: $0.bytes, as: UTF8.self) }
            return texts.count == 2 ? NotificationArt(plain: texts[0], html: texts[1]) : nil
        }
    }
}
