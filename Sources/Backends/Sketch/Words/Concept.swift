/// What the painter knows. The order is the order of kinds, and settles ties.
enum Concept: String, CaseIterable, Sendable {
    // When
    case day, night, sunset, dawn
    case spring, summer, autumn, winter
    // How
    case calm, bright, gloomy
    case cloud, rain, snow, fog, storm, lightning, rainbow, wind
    // Above
    case sky, sun, moon, star, aurora, comet, planet, fireworks
    // Where
    case sea, wave, lake, river, mountain, volcano, hill, forest, desert, beach, island, field, garden, road
    case village, city
    // What
    case tree, palm, pine, cactus, flower, sunflower, mushroom
    case house, castle, lighthouse, windmill, tower, bridge, tent, lantern, window, fence
    case boat, ship, whale, fish
    case bird, balloon, kite, rocket, butterfly
    case cat, dog, rabbit, person, snowman, campfire, train, car, heart

    var kind: Kind {
        switch self {
        case .day, .night, .sunset, .dawn: .daytime
        case .spring, .summer, .autumn, .winter: .season
        case .calm, .bright, .gloomy: .mood
        case .cloud, .rain, .snow, .fog, .storm, .lightning, .rainbow, .wind: .weather
        case .sky, .sun, .moon, .star, .aurora, .comet, .planet, .fireworks: .celestial
        case .sea, .wave, .lake, .river, .mountain, .volcano, .hill, .forest, .desert, .beach, .island, .field,
            .garden, .road, .village, .city:
            .place
        default: .thing
        }
    }

    enum Kind: Sendable {
        case daytime, season, mood, weather, celestial, place, thing
    }
}
