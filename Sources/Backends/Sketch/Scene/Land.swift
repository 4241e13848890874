/// What lies below the sky.
enum Land: Equatable, Sendable {
    /// Open water to the horizon, with a strip of land at one side where something stands.
    case sea
    /// Water with a far shore and a near bank.
    case lake
    case river
    /// Sand in front, water behind.
    case beach
    case desert
    case forest
    case city
    case meadow
    /// Far out: stars below as above.
    case space

    init(_ said: Set<Concept>) {
        if said.contains(.beach) || said.contains(.palm) && said.isDisjoint(with: [.desert, .island]) {
            self = .beach
        } else if !said.isDisjoint(with: [.sea, .wave, .lighthouse, .island, .whale, .ship]) {
            self = .sea
        } else if said.contains(.desert) || said.contains(.cactus) {
            self = .desert
        } else if said.contains(.river) {
            self = .river
        } else if said.contains(.lake) {
            self = .lake
        } else if said.contains(.city) {
            self = .city
        } else if !said.isDisjoint(with: [.boat, .fish]) {
            self = said.isDisjoint(with: [.mountain, .forest, .hill]) ? .sea : .lake
        } else if said.contains(.bridge) {
            self = .river
        } else if said.contains(.forest) {
            self = .forest
        } else if said.contains(.planet) && said.allSatisfy({ $0.kind != .place && $0.kind != .season }) {
            self = .space
        } else {
            self = .meadow
        }
    }
}
