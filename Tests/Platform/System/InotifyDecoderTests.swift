import Domain
import Glibc
import Testing

@testable import PlatformSystem

@Suite("Kernel events")
struct InotifyDecoderTests {
    private func event(_ mask: Int32, _ name: String = "", cookie: UInt32 = 0, watch: Int32 = 1) -> InotifyEvent {
        InotifyEvent(watch: watch, mask: UInt32(bitPattern: mask), cookie: cookie, name: FileName(name))
    }

    @Test("a rename within a folder is no arrival, even if its two events are split between reads")
    func cutPair() {
        var decoder = InotifyDecoder()
        _ = decoder.hints([event(IN_MOVED_FROM, "a", cookie: 9)])
        #expect(decoder.hints([event(IN_MOVED_TO, "b", cookie: 9)]) == [.init(watch: 1, change: .changed)])
    }

    @Test("a move from one watched folder into another is an arrival there")
    func betweenFolders() {
        var decoder = InotifyDecoder()
        let hints = decoder.hints([
            event(IN_MOVED_FROM, "a", cookie: 9, watch: 1), event(IN_MOVED_TO, "a", cookie: 9, watch: 2),
        ])
        #expect(hints == [.init(watch: 1, change: .changed), .init(watch: 2, change: .arrived(FileName("a")))])
    }

    @Test("an overflow affects every folder")
    func overflow() {
        var decoder = InotifyDecoder()
        #expect(decoder.hints([event(IN_Q_OVERFLOW, watch: -1)]) == [.init(watch: nil, change: .lost)])
    }

    @Test(
        "the removal of the folder itself is a loss", arguments: [IN_IGNORED, IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT])
    func ends(mask: Int32) {
        var decoder = InotifyDecoder()
        #expect(decoder.hints([event(mask)]) == [.init(watch: 1, change: .lost)])
    }

    @Test("events are parsed with their padding; a truncated event is omitted")
    func parse() {
        let head: [UInt8] = [7, 0, 0, 0, 0x80, 0, 0, 0, 5, 0, 0, 0, 4, 0, 0, 0]
        let bytes = head + [97, 98, 0, 0] + head + [99]
        let expected = InotifyEvent(watch: 7, mask: 0x80, cookie: 5, name: FileName("ab"))
        #expect(InotifyEvent.parse(bytes.span) == [expected])
    }

    @Test("a slow listener has a limited number of pending hints")
    func bounded() {
        let reports = ReportQueue()
        for number in 0..<100 {
            reports.put(.changed, in: nil)
            reports.put(.arrived(FileName("\(number)")), in: nil)
        }
        #expect(reports.take().count == 101)
        for number in 0..<100 { reports.put(.closed(FileName("\(number)")), in: nil) }
        #expect(reports.take().count == 33)
        for number in 0..<5000 { reports.put(.arrived(FileName("\(number)")), in: nil) }
        let kept = reports.take()
        #expect(kept.first?.change == .lost)
        #expect(kept.count <= 4096)
        #expect(reports.take().isEmpty)
    }
}
