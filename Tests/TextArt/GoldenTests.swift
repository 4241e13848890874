import Domain
import TextArt
import Testing

@Suite("Whole art")
struct GoldenTests {
    private let ball = Picture.ball

    /// A house drawn in black on white.
    private let house = Picture(48, 48) { x, y in
        let isRoof = y >= 6 && y < 24 && (abs(2 * x - 47) - 2 * (y - 6)).magnitude < 5
        let isWall = y >= 24 && y < 44 && (x < 12 && x >= 8 || x >= 36 && x < 40 || y >= 40 && x >= 8 && x < 40)
        let isDoor = y >= 30 && y < 44 && x >= 20 && x < 28
        return isRoof || isWall || isDoor ? .black : .white
    }

    @Test("a drawing, dark ink on paper")
    func drawing() {
        expect(
            house, ArtOptions(columns: 24, charset: .minimal, invert: true),
            """

                      ....
                    ..#  #..
                  ..#      #..
                ..#          #..
              ..#.            .#..
                ##            ##
                ##   ......   ##
                ##    ####    ##
                ##. . ####. . ##
                ################

            """)
    }

    @Test("the drawing in half blocks")
    func half() {
        expect(
            house, ArtOptions(columns: 24, charset: .half, invert: true),
            """

                       ▄▄
                     ▄█▀▀█▄
                   ▄█▀    ▀█▄
                 ▄█▀        ▀█▄
               ▄█▀            ▀█▄
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
            ball, ArtOptions(columns: 24, characters: "글자그림 ", detail: 0),
            """
                      그
                  그림림그그
                림림림림림그그
              림림림림림그그그
              림림림림림림그그
            그림림림림림그그그
              그림림림그그그
              그그그그그그
                그그그



            """)
    }

    @Test("a text with gaps")
    func holes() {
        expect(
            ball, ArtOptions(columns: 40, characters: "to be or not to be", mode: .holes),
            """

                         to be or not
                     to be to be or  not
                   to be to be or not   to
                 be to be or not to  be   to
                be or not to be to be  or
               not to be to be or not to be to
              be or not to be to be or
               not to be to be or not to be
              to be or not to be to be or  not
             to be to be or not to be to
              be or not to be to be      or
               not to be to be or  not
                 to be to be or not   to
                  be to be or
                             not   to
                    be to be    or



            """)
    }

    @Test("a text with gaps in Hangul")
    func hangulHoles() {
        expect(
            ball, ArtOptions(columns: 40, characters: "나 보기가 역겨워 가실 때에는", mode: .holes),
            """

                          나 보기가
                     역겨워 가실  때에는
                   나 보기가 역겨워    가실
                 때에는 나 보기가 역겨워
                가실 때에는 나 보기가   역겨워
                  가실 때에는 나 보기가
              역겨워 가실 때에는 나 보기가
              역겨워 가실 때에는 나
                보기가 역겨워 가실 때에는 나
             보기가 역겨워 가실 때에는      나
               보기가 역겨워 가실
                    때에는 나 보기가 역겨워
                 가실    때에는
                     나
                       보기가  역겨워
                  가실



            """)
    }

    private func expect(_ picture: Picture, _ options: ArtOptions, _ lines: String) {
        let written = String(decoding: PlainTextWriter.bytes(of: picture.art(options)), as: UTF8.self)
        #expect(written == lines + "\n")
    }
}
