/// Options for moving pictures and moving art. The field table `FieldTable.animation` has their ranges.
package struct AnimationOptions: Equatable, Sendable {
    /// The time of the frame that outputs without motion show: the first one at zero, the last one after the end.
    package var frame = Duration.zero
    /// The most frames per second. `nil`: what suits the output.
    package var fps: Int?
    /// The most frames; of a longer clip every n-th is kept.
    package var maxFrames = 600
    /// 2.0 plays twice as fast.
    package var speed = 1.0
    /// How often the art is played; 0 for ever. `nil`: as often as the picture asks for.
    package var loop: Int?
    /// How still art is set in motion, where the output can move; `nil` if it isn't.
    package var effect: ArtEffect?
    /// The length of an effect, in seconds.
    package var effectSeconds = 3.0
    /// Effects with a random order have another one for another number.
    package var effectSeed: UInt64 = 1
    /// The version of asciicasts.
    package var cast = CastVersion.two

    package init() {}

    /// The most frames per second in a file.
    package var fileRate: Int { fps ?? 30 }

    /// How often the art is played, where the picture asks for `plays`.
    package func plays(asked plays: ClipPlays) -> ClipPlays {
        loop.map { $0 == 0 ? .forever : .times($0) } ?? plays
    }

    /// A time of the picture, in milliseconds, at the speed of playing.
    package func played(_ time: Int) -> Int { speed == 1 ? time : Int((Double(time) / speed).rounded()) }
}

/// How still text art is set in motion; `help` describes each.
package enum ArtEffect: String, CaseIterable, Sendable, Codable {
    case typewriter, wipe, dissolve, rain, wave

    /// Whether the art appears piece by piece and then stays. The others are loops that flow into themselves.
    package var isReveal: Bool { self != .wave }
}

extension ArtEffect {
    /// One line, for help texts.
    package var help: FieldHelp {
        switch self {
        case .typewriter: FieldHelp("Typed character by character, in reading order", "읽는 순서로 한 글자씩 타자")
        case .wipe: FieldHelp("Uncovered from left to right", "왼쪽에서 오른쪽으로 드러남")
        case .dissolve: FieldHelp("Characters appear in random order", "문자가 무작위 순서로 나타남")
        case .rain: FieldHelp("Characters fall into place from above", "문자가 위에서 제자리로 떨어짐")
        case .wave: FieldHelp("Rows sway like a flag, in a seamless loop", "줄이 깃발처럼 흔들리며 끊김 없이 반복")
        }
    }
}

/// A version of the asciicast format.
package enum CastVersion: String, Equatable, Sendable, Codable, CaseIterable {
    /// Times count from the start of the recording.
    case two = "2"
    /// Times count from the event before.
    case three = "3"
}

/// Options are stored with each job. Those stored by an earlier version lack newer keys, which get their defaults.
extension AnimationOptions: Codable {
    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        frame = try keys.decodeIfPresent(Duration.self, forKey: .frame) ?? frame
        fps = try keys.decodeIfPresent(Int.self, forKey: .fps)
        maxFrames = try keys.decodeIfPresent(Int.self, forKey: .maxFrames) ?? maxFrames
        speed = try keys.decodeIfPresent(Double.self, forKey: .speed) ?? speed
        loop = try keys.decodeIfPresent(Int.self, forKey: .loop)
        effect = try keys.decodeIfPresent(ArtEffect.self, forKey: .effect)
        effectSeconds = try keys.decodeIfPresent(Double.self, forKey: .effectSeconds) ?? effectSeconds
        effectSeed = try keys.decodeIfPresent(UInt64.self, forKey: .effectSeed) ?? effectSeed
        cast = try keys.decodeIfPresent(CastVersion.self, forKey: .cast) ?? cast
    }
}
