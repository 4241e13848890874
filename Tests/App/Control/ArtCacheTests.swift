import Configuration
import ControlAPI
import Domain
import FoundationEssentials
import PlatformPictures
import PlatformDigest
import Rendering
import Repositories
import Synchronization
import TestFolders
import Testing

@testable import App
@testable import ControlServer

@MainActor
@Suite("Caches of art", .serialized, .timeLimit(.minutes(5)))
struct ArtCacheTests {
    private func renderings(of served: RunningService) -> Int64 {
        served.base.meters.series(of: .rendering).flatMap(\.histogram.counts).reduce(0, +)
    }

    private func columns(_ count: Int64) -> FieldValue {
        FieldValue(.table([FieldEntry(name: "columns", value: FieldValue(.integer(count)))]))
    }

    @Test("Many identical requests for art render it once, and different options again") func singleFlight()
        async throws
    {
        try await Installation().served { served in
            let id = try await served.done().job.id
            let before = renderings(of: served)
            let art = served.control.art
            let request = ArtRequest(.svg, options: columns(24))
            let answers = await withTaskGroup(of: [UInt8]?.self) { group in
                for _ in 0..<50 { group.addTask { try? await art.art(of: id, request) } }
                var answers: Set<[UInt8]?> = []
                for await answer in group { answers.insert(answer) }
                return answers
            }
            #expect(answers.count == 1 && answers.first??.isEmpty == false)
            #expect(renderings(of: served) == before + 1)
            _ = try await art.art(of: id, ArtRequest(.svg, options: columns(25)))
            _ = try await art.art(of: id, ArtRequest(.html, options: columns(24)))
            #expect(renderings(of: served) == before + 3)
        }
    }

    @Test("Art and thumbnails are served from disk after a restart") func warm() async throws {
        let installation = try Installation()
        let (id, art, thumbnail) = try await installation.served { served in
            let id = try await served.done().job.id
            let art = try await served.control.art.art(of: id, ArtRequest(.svg))
            return (id, art, try await served.control.art.thumbnail(of: id))
        }
        try await installation.served { served in
            #expect(try await served.control.art.art(of: id, ArtRequest(.svg)) == art)
            #expect(try await served.control.art.thumbnail(of: id) == thumbnail)
            #expect(renderings(of: served) == 0)
            let caches = await served.control.status.status(in: .english).caches
            let disk = try #require(caches.first { $0.name == "renderings_disk" })
            #expect(disk.hits == 2 && disk.misses == 0 && disk.entries == 2 && disk.damaged == 0)
            #expect(disk.limit == 256 << 20)
        }
    }

    @Test("A thumbnail has at most 256 pixels, and gone with the picture") func thumbnail() async throws {
        try await Installation().served { served in
            let control = served.control
            for (side, shown, format) in [(16, 16, PictureFormat.png), (600, 256, .jpeg)] {
                let order = JobSubmission.picture(try SentPicture.whole(side)).with { $0.name = "a" }
                let id = try await control.jobs.rest(of: try await control.submissions.submit(order).job.id).job.id
                await served.cleared()
                let thumbnail = try await control.art.thumbnail(of: id)
                let info = try PictureDecoder.inspect(.bytes(thumbnail), limits: PictureLimits())
                #expect(info.format == format && info.shown == PictureSize(width: shown, height: shown))
                try await served.base.blobs.remove(try await served.base.blobs.all(), .unneeded) { _ in [] }
                await #expect(throws: ControlFailure.self) { try await control.art.thumbnail(of: id) }
                #expect(served.installation.names("state/cache/renderings") == [])
            }
            try await control.operations.pause()
            let open = try await control.submissions.submit(.prompt("a fox")).job.id
            await #expect(throws: ControlFailure.artGone(open, state: "queued")) {
                try await control.art.thumbnail(of: open)
            }
        }
    }

    @Test("Forgetting a job removes its art even if another job needs the picture") func shared() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let seed = FieldEntry(name: "seed", value: FieldValue(.integer(7)))
            var ids: [JobID] = []
            for _ in 1...2 {
                let id = try await served.control.submissions.submit(.prompt("A fox", [seed])).job.id
                ids.append(try await served.control.jobs.rest(of: id).job.id)
            }
            await served.cleared()
            _ = try await served.control.art.art(of: ids[0], ArtRequest(.svg))
            #expect(installation.names("state/cache/renderings").count == 1)
            _ = try await served.control.actions.forget(ids[0])
            #expect(installation.names("state/cache/renderings") == [])
            #expect(await served.base.renderings.memoryFigures.entries == 0)
            _ = try await served.control.art.art(of: ids[1], ArtRequest(.svg))
        }
    }
}

@Suite("Renderings", .timeLimit(.minutes(5)))
struct RenderingsTests {
    private let picture = sha256([1])
    private let art = ArtOptions(columns: 20)

    private func key(_ output: OutputKind = .txt, _ art: ArtOptions? = nil, _ caption: ArtCaption = ArtCaption()) throws
        -> DiskCache.Key
    {
        try #require(RenderingRecipe(output, art ?? self.art, caption)?.key(picture))
    }

    @Test("Equal recipes have equal keys, and everything that decides the bytes changes them") func keys() throws {
        var wide = art
        wide.columns = 21
        let keys = [
            try key(), try key(.html), try key(.txt, wide), try key(.txt, nil, ArtCaption(label: "a")),
            try key(.txt, nil, ArtCaption(credit: "a")),
            try key(.txt, nil, ArtCaption(label: "a", credit: "a")),
            try #require(RenderingRecipe(thumbnail: 256).key(picture)),
            try #require(RenderingRecipe(thumbnail: 128).key(picture)),
            try #require(RenderingRecipe(.txt, art, ArtCaption())?.key(sha256([2]))),
        ]
        #expect(Set(keys).count == keys.count)
        #expect(try key() == keys[0] && key(.txt, wide) == keys[2])
    }

    @Test("Art in a font file is not kept, because the file may change") func font() {
        var own = art
        own.font = .file("/fonts/a.ttf")
        #expect(RenderingRecipe(.txt, own, ArtCaption()) == nil)
    }

    @Test("Identical requests in flight are made once, and the next run finds the file on disk") func once()
        async throws
    {
        let folder = try TemporaryFolder()
        let settings = CacheSettings(folder: folder.path.appending("cache"))
        let renderings = Renderings(settings)
        let made = Count()
        let key = try key()
        await withTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await renderings.file(key) {
                        made.value.add(1, ordering: .relaxed)
                        return [7]
                    }
                }
            }
            for await bytes in group { #expect(bytes == [7]) }
        }
        #expect(made.value.load(ordering: .relaxed) == 1)
        let next = Renderings(settings)
        await next.load()
        #expect(await next.diskFigures.entries == 1)
        #expect(await next.file(key) { [8] } == [7])
        await next.remove(of: [picture])
        #expect(await next.file(key) { [9] } == [9])
    }
}

/// How often something was made.
private final class Count: Sendable {
    let value = Atomic(0)
}
