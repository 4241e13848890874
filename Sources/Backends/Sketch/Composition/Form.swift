/// How big a thing is and where such things are found.
struct Form: Sendable {
    enum Lane: Sendable {
        /// Stands on the ground and is big: behind.
        case structure
        /// Stands on the ground and is small: before the structures.
        case creature
        /// Grows at the front edge.
        case front
        case water
        case air
        case sky
    }

    let lane: Lane
    /// Height as a part of the picture's unit when it stands alone.
    let height: Float
    /// Half the width as a part of the height.
    let reach: Float

    init(_ concept: Concept) {
        (lane, height, reach) =
            switch concept {
            case .tree: (.structure, 0.46, 0.42)
            case .palm: (.structure, 0.62, 0.4)
            case .pine: (.structure, 0.5, 0.3)
            case .cactus: (.structure, 0.42, 0.35)
            case .house: (.structure, 0.34, 0.62)
            case .castle: (.structure, 0.5, 0.62)
            case .lighthouse: (.structure, 0.5, 0.18)
            case .windmill: (.structure, 0.52, 0.45)
            case .tower: (.structure, 0.52, 0.3)
            case .train: (.structure, 0.2, 1.9)
            case .car: (.creature, 0.17, 1.1)
            case .tent: (.creature, 0.26, 0.8)
            case .lantern: (.creature, 0.5, 0.18)
            case .flower: (.front, 0.6, 0.26)
            case .sunflower: (.front, 0.68, 0.28)
            case .mushroom: (.front, 0.26, 0.5)
            case .boat: (.water, 0.4, 0.42)
            case .ship: (.water, 0.3, 1.0)
            case .whale: (.water, 0.3, 0.95)
            case .fish: (.water, 0.2, 0.9)
            case .bird: (.air, 0.09, 1.2)
            case .butterfly: (.air, 0.16, 0.6)
            case .balloon: (.air, 0.42, 0.38)
            case .kite: (.air, 0.3, 0.4)
            case .rocket: (.air, 0.5, 0.3)
            case .heart: (.air, 0.36, 0.55)
            case .dog: (.creature, 0.32, 0.6)
            case .cat: (.creature, 0.36, 0.42)
            case .rabbit: (.creature, 0.28, 0.42)
            case .person: (.creature, 0.34, 0.25)
            case .snowman: (.creature, 0.4, 0.36)
            case .campfire: (.creature, 0.24, 0.55)
            default: (.structure, 0.3, 0.5)
            }
    }
}
