import MVICore
import Testing

@Suite("Boxed values")
struct BoxedTests {
    @Test("changing one copy leaves the others unchanged; equality compares values, not boxes")
    func copies() {
        let one = Boxed([1])
        var other = one
        other.value.append(2)
        #expect(one.value == [1])
        #expect(other.value == [1, 2])
        #expect(one != other)
        #expect(one == Boxed([1]))
    }

    @Test("it is shown as its value")
    func shown() {
        struct Point {
            let x = 1
        }
        let children = Mirror(reflecting: Boxed(Point())).children.map(\.label)
        #expect(children == ["x"])
    }
}
