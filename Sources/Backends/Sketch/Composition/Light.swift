/// The scene's colours: the sky's, and what it does to all that stands below it.
struct Light: Sendable {
    var skyTop: Ink
    var skyMiddle: Ink
    var skyLow: Ink
    /// What distance fades into, and how strongly.
    var haze: Ink
    var air: Float
    /// Local colours are multiplied by it.
    var ambient: Ink
    var water: Ink
    var ground: Ink
    var groundFar: Ink
    var leaf: Ink
    var isNight: Bool

    /// Windows and lamps.
    static let lamp = Ink(0xFFD27A)

    init(_ scene: Scene) {
        switch scene.daytime {
        case .day:
            self.init(0x1F6FC4, 0x62B1EA, 0xDDF1FA, haze: 0xBCDDF0, ambient: 0xFFFFFF, water: 0x1F6E9E)
        case .dawn:
            self.init(0x3F5FA8, 0xD79BB4, 0xFFE6BE, haze: 0xE3B7B4, ambient: 0xC9B7C6, water: 0x5A6E9C)
        case .sunset:
            self.init(0x241B52, 0xB5406A, 0xFFBE63, haze: 0xC7695F, ambient: 0x8A6A7C, water: 0x4B2C5A)
        case .night:
            self.init(0x040818, 0x0C1C42, 0x2F5488, haze: 0x1E3A68, ambient: 0x566C9C, water: 0x0A1A3A)
        }
        isNight = scene.daytime == .night
        ground = Ink(Self.grounds(scene).near)
        groundFar = Ink(Self.grounds(scene).far)
        leaf = Ink(Self.leaf(scene.season))
        if scene.isOvercast { darkenSky(scene) }
        if let tint = scene.subject(.sky)?.tint { colorSky(tint.ink) }
        if scene.has(.fog) { air = 0.92 }
    }

    private init(_ top: UInt32, _ middle: UInt32, _ low: UInt32, haze: UInt32, ambient: UInt32, water: UInt32) {
        skyTop = Ink(top)
        skyMiddle = Ink(middle)
        skyLow = Ink(low)
        self.haze = Ink(haze)
        air = 0.8
        self.ambient = Ink(ambient)
        self.water = Ink(water)
        ground = .white
        groundFar = .white
        leaf = .white
        isNight = false
    }

    private mutating func darkenSky(_ scene: Scene) {
        let part: Float = scene.isRough ? 0.85 : (scene.has(.fog) ? 0.55 : 0.7)
        let day = scene.daytime == .day || scene.daytime == .dawn
        skyTop = skyTop.mixed(Ink(day ? 0x4A5563 : 0x06090F), part)
        skyMiddle = skyMiddle.mixed(Ink(day ? 0x8592A0 : 0x152033), part)
        skyLow = skyLow.mixed(Ink(day ? 0xCBD3D9 : 0x35465C), part)
        haze = haze.mixed(Ink(day ? 0xB7C0C7 : 0x2A394D), part)
        ambient = ambient.times(day ? 0.62 : 0.8)
        water = water.mixed(Ink(day ? 0x34495A : 0x081220), part)
    }

    private mutating func colorSky(_ ink: Ink) {
        skyTop = skyTop.mixed(ink.times(isNight ? 0.1 : 0.45), 0.8)
        skyMiddle = skyMiddle.mixed(ink.times(isNight ? 0.25 : 0.9), 0.75)
        skyLow = skyLow.mixed(ink.mixed(.white, 0.5).times(isNight ? 0.4 : 1), 0.5)
    }

    private static func grounds(_ scene: Scene) -> (near: UInt32, far: UInt32) {
        switch scene.land {
        case .desert: return (0xD08A45, 0xF0C183)
        case .beach: return (0xE2C08A, 0xF3DFB5)
        case .city: return (0x2E343D, 0x555D68)
        default: break
        }
        switch scene.season {
        case .winter: return (0xE4EDF8, 0xFFFFFF)
        case .autumn: return (0x7A5A26, 0xCFA248)
        case .spring: return (0x4C8C3B, 0xA9D36B)
        case .summer: return scene.land == .forest ? (0x2E5A2C, 0x6F9A4A) : (0x3C7C34, 0x93C25A)
        }
    }

    private static func leaf(_ season: Season) -> UInt32 {
        switch season {
        case .winter: 0xD9E4F0
        case .autumn: 0xD8682A
        case .spring: 0xF2A9C4
        case .summer: 0x3D8B3F
        }
    }
}
