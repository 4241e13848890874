import Testing

@testable import TextArt

@Suite("Linear light")
struct LinearLightTests {
    @Test("the nearest code is the rounded one, for whole, half and quarter steps and beyond both ends")
    func nearest() {
        let wrong = stride(from: -1.0, through: 65_536, by: 0.25).filter { light in
            LinearLight.nearestCode(of: light) != UInt8(LinearLight.code(of: light).rounded())
        }
        #expect(wrong == [])
    }

    @Test("a code's light maps back to that code, from a quotient too")
    func whole() {
        for code in 0...255 {
            let light = Double(LinearLight.ofCode[code])
            #expect(LinearLight.nearestCode(of: light / LinearLight.full * LinearLight.full) == UInt8(code))
        }
    }
}
