/// Joins a thing to its painter; on water it also shows upside down.
enum ThingPainter {
    static func paint(_ item: Item, _ stage: Stage) {
        let form = Form(item.concept)
        if form.lane == .water {
            var pen = stage.pen(item)
            pen.frame.rise = -0.5
            pen.strength = 0.3
            if item.concept != .fish { draw(item, pen, stage) }
        } else if form.lane == .creature || form.lane == .structure, stage.scene.land != .space {
            let pen = stage.pen(item)
            pen.oval(Point(0, 0), Point(form.reach * 0.75, 0.035), pen.lit(0x101418), alpha: 0.35)
        }
        draw(item, stage.pen(item), stage)
    }

    private static func draw(_ item: Item, _ pen: Pen, _ stage: Stage) {
        let ink = item.ink
        switch item.concept {
        case .tree: TreeThings.tree(pen, ink ?? stage.light.leaf, item.seed)
        case .pine: TreeThings.fir(pen, ink ?? Ink(0x2B6A48), isWhite: stage.scene.isWhite)
        case .palm: TreeThings.palm(pen, ink ?? Ink(0x2F8A4A))
        case .cactus: TreeThings.cactus(pen, ink ?? Ink(0x3C8A4F))
        case .flower: FlowerThings.flower(pen, ink ?? FlowerThings.ink(item.seed))
        case .sunflower: FlowerThings.sunflower(pen, ink ?? Ink(0xFFC526))
        case .mushroom: FlowerThings.mushroom(pen, ink ?? Ink(0xD23B2F))
        case .house: HouseThings.house(pen, ink, isWhite: stage.scene.isWhite)
        case .castle: CastleThings.castle(pen, ink ?? Ink(0xA79C92))
        case .tower: CastleThings.tower(pen, ink ?? Ink(0xD8CDBE))
        case .lighthouse: LighthouseThing.paint(pen, ink ?? Ink(0xD0342C), stage)
        case .windmill: HouseThings.windmill(pen, ink ?? Ink(0xE6DDCD))
        case .tent: HouseThings.tent(pen, ink ?? Ink(0xE2892F))
        case .lantern: HouseThings.lantern(pen, ink ?? Light.lamp)
        case .boat: BoatThings.boat(pen, ink ?? Ink(0xFBF6EA))
        case .ship: BoatThings.ship(pen, ink ?? Ink(0xB93A32))
        case .whale: SeaThings.whale(pen, ink ?? Ink(0x2B4A6B))
        case .fish: SeaThings.fish(pen, ink ?? Ink(0xF28A3A))
        case .bird: SkyThings.bird(pen, ink ?? Ink(pen.light.isNight ? 0xC9D6EA : 0x1E2430))
        case .butterfly: SkyThings.butterfly(pen, ink ?? Ink(0xF29A2E))
        case .balloon: SkyThings.balloon(pen, ink ?? SkyThings.ink(item.seed))
        case .kite: SkyThings.kite(pen, ink ?? Ink(0xE23B3B))
        case .rocket: SkyThings.rocket(pen, ink ?? Ink(0xE23B3B))
        case .heart: SkyThings.heart(pen, ink ?? Ink(0xE0304A))
        case .cat: AnimalThings.cat(pen, ink ?? Ink(0x2A2730))
        case .dog: AnimalThings.dog(pen, ink ?? Ink(0x8A5A34))
        case .rabbit: AnimalThings.rabbit(pen, ink ?? Ink(0xE9E2D8))
        case .person: AnimalThings.person(pen, ink ?? Ink(0xC23B3B))
        case .snowman: CampThings.snowman(pen, ink ?? Ink(0xD0342C))
        case .campfire: CampThings.campfire(pen)
        case .train: RoadThings.train(pen, ink ?? Ink(0x23364F))
        case .car: RoadThings.car(pen, ink ?? Ink(0xD9352E))
        default: break
        }
    }
}
