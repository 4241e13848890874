import Domain
import TextArt
import Testing

@Suite("Whole art")
struct GoldenTests {
    /// A bright disc in the dark, lit from the upper left.
    private let ball = Picture(96, 96) { x, y in
        let (left, up) = (Double(x) - 47.5, Double(y) - 47.5)
        let far = (left * left + up * up) / (44 * 44)
        guard far < 1 else { return .black }
        let light = max(0, 0.2 + (-left - up) / 62 * 0.6 + (1 - far) * 0.5)
        return .grey(UInt8(min(255, 40 + light * 215)))
    }

    /// A house drawn in black on white.
    private let house = Picture(48, 48) { x, y in
        let isRoof = y >= 6 && y < 24 && (abs(2 * x - 47) - 2 * (y - 6)).magnitude < 5
        let isWall = y >= 24 && y < 44 && (x < 12 && x >= 8 || x >= 36 && x < 40 || y >= 40 && x >= 8 && x < 40)
        let isDoor = y >= 30 && y < 44 && x >= 20 && x < 28
        return isRoof || isWall || isDoor ? .black : .white
    }

    @Test("a ball of characters")
    func basic() {
        expect(
            ball, ArtOptions(columns: 24, charset: .basic),
            """
                    -:::::-.
                .*=%%%%===+*:-.
               *%%%%%%%%%==**::-
              =%%%%#%%%%%==+*::-.
             *%%%%%%%%%%%==+*::-.
             ==%%%%%%%%%==+*::-..
             +===%%%%====+*:::..
             :**++===++***::-..
              :::****:::::-..
               .---:----...
                   ..

            """)
    }

    @Test("the same ball in shades")
    func blocks() {
        expect(
            ball, ArtOptions(columns: 24, charset: .blocks),
            """
                    ░░░░░░
                 ░▒▓▓▓▒▒▒▒▒░░░
               ░▓▓▓▓▓▓▓▓▒▒▒░░░░
              ▒▓▓▓▓▓▓▓▓▓▒▒▒▒░░░
             ░▒▓▓▓▓▓▓▓▓▓▒▒▒▒░░░
             ▒▒▒▓▓▓▓▓▓▓▒▒▒▒░░░░
             ▒▒▒▒▒▒▒▒▒▒▒▒▒░░░░
             ░░░▒▒▒▒▒▒▒░░░░░░
              ░░░░░░░░░░░░░
                ░░░░░░


            """)
    }

    @Test("a drawing, dark ink on paper")
    func drawing() {
        expect(
            house, ArtOptions(columns: 24, charset: .minimal, invert: true),
            """

                      ....
                    .##..##.
                  .##.    .##.
                .##.        .##.
              .##.            .##.
                ##            ##
                ##    ....    ##
                ##    ####    ##
                ##    ####    ##
                ################

            """)
    }

    @Test("the drawing in half blocks")
    func half() {
        expect(
            house, ArtOptions(columns: 24, charset: .half, invert: true),
            """

                      ▄▄▄
                    ▄▄█▀ █▄
                  ▄▄█▀     █▄
                ▄▄█▀         █▄
              ▄▄█▀             █▄
                ██            ██
                ██    ▄▄▄▄    ██
                ██    ████    ██
                ██    ████    ██
                ████████████████

            """)
    }

    @Test("the ball of wide characters, two cells each")
    func hangul() {
        expect(
            ball, ArtOptions(columns: 24, characters: "글자그림 "),
            """

                 그자자그그그
               그자림자자그그
              자림림림자자그그
             그자림림자자그그
             그자자자자자그그
             그그자자그그그
              그그그그그그
                그그그



            """)
    }

    private func expect(_ picture: Picture, _ options: ArtOptions, _ lines: String) {
        let written = String(decoding: PlainTextWriter.bytes(of: picture.art(options)), as: UTF8.self)
        #expect(written == lines + "\n")
    }
}
