internal import Domain

/// Makes art of a picture's samples: of a set's letters or of one's own, of a text, in all colours, in few, or without.
struct SampledArt {
    let options: ArtOptions
    let face: Face
    let size: GridSize
    /// Those of the options, where they were made before.
    var tables: ArtTables?
    /// Who makes one of two looks, where both are made.
    var companion: (any Companion)?

    /// `samples` are adjusted already, and grey where there are no pens.
    func grid(_ samples: SampleGrid, _ pens: ArtPens) -> ArtGrid {
        guard options.mode == .set || (options.characters ?? "").isEmpty else { return text(samples, pens) }
        return letters(samples, pens)
    }

    /// Where nothing of the picture shows, the medium is left as it is: when the background is the medium's own. Both halves
    /// of a wide character are, or none.
    private func unpainted(_ cells: [ArtCell], _ samples: SampleGrid) -> [ArtCell] {
        let paper = options.invert ? RGB.white : RGB.black
        guard samples.seen != nil, options.background == paper else { return cells }
        var cells = cells
        for index in cells.indices {
            let covered = index..<index + cells[index].cells
            let isHidden = covered.allSatisfy {
                samples.isHidden(column: $0 % size.columns, row: $0 / size.columns)
            }
            if isHidden { for place in covered { cells[place] = ArtCell(" ") } }
        }
        return cells
    }

    private func letters(_ samples: SampleGrid, _ pens: ArtPens) -> ArtGrid {
        let isKnown = tables != nil && ArtTables.Key(options, pens, face) == tables?.key
        let tables = isKnown ? self.tables : nil
        let letters = tables?.letters ?? LetterSet(options, face)
        let symbols = letters.symbols
        let isWide = symbols.contains { $0.cells == 2 }
        switch pens {
        case .none: return grid(unpainted(plainCells(samples, symbols, tables?.tones), samples), letters.warnings)
        case .few(let inks, let papers) where !isWide:
            let art = PenArt(options: options, symbols: symbols, inks: inks, papers: papers)
            return grid(unpainted(art.cells(samples), samples), letters.warnings)
        case .few, .full:
            let cells = isWide ? PairMatcher(symbols).cells(samples) : ShapeMatcher(symbols).cells(samples)
            return limited(grid(unpainted(cells, samples), letters.warnings), pens)
        }
    }

    private func plainCells(_ samples: SampleGrid, _ symbols: [Symbol], _ tables: ToneTables?) -> [ArtCell] {
        guard DotDither.isMeant(options) else {
            let art = ToneArt(
                options: options, symbols: symbols, edges: edges(samples), tables: tables, companion: companion)
            return art.cells(samples)
        }
        let (ink, paper) = options.invert ? (RGB.black, RGB.white) : (.white, .black)
        let art = PenArt(options: options, symbols: symbols, inks: [ink], papers: [paper])
        return art.cells(samples.withLevels(options.levels)).map(\.withoutColors)
    }

    /// The lines that stand already, one for each cell.
    private func edges(_ samples: SampleGrid) -> [Unicode.Scalar?]? {
        guard options.edges, let strokes = EdgeStrokes(options) else { return nil }
        return EdgeField(samples).scalars(strokes)
    }

    /// Colours of what was made in all of them are named afterwards.
    private func limited(_ art: ArtGrid, _ pens: ArtPens) -> ArtGrid {
        guard case .few(let inks, let papers) = pens else { return art }
        return art.limited(inks: PenTable(inks), papers: PenTable(papers))
    }

    private func text(_ samples: SampleGrid, _ pens: ArtPens) -> ArtGrid {
        let color: ArtColor = pens == .none ? .none : .full
        let text = UserText(options.characters ?? "")
        var warnings: [ArtWarning] = text.unusable.isEmpty ? [] : [.unusable(text.unusable)]
        guard text.clusters.contains(where: { !$0.isBlank }) else {
            var plain = options
            plain.characters = nil
            let letters = LetterSet(plain, face)
            let cells =
                color == .none
                ? ToneArt(options: plain, symbols: letters.symbols, edges: nil).cells(samples)
                : ShapeMatcher(letters.symbols).cells(samples)
            return grid(cells, warnings + [.nothingUsable])
        }
        if options.mode == .reading {
            if color != .none {
                let cells = unpainted(ReadingArt(text: text.clusters, face: face).cells(samples), samples)
                return limited(grid(cells, warnings, isText: true), pens)
            }
            warnings.append(.readingNeedsColors)
        }
        let holes = HolesArt(text: text.clusters, options: options)
        return limited(grid(holes.cells(samples, isColored: color != .none), warnings, isText: true), pens)
    }

    /// Cells that are chosen already.
    func grid(_ cells: [ArtCell], _ warnings: [ArtWarning] = [], isText: Bool = false) -> ArtGrid {
        ArtGrid(
            columns: size.columns, rows: size.rows, cells: cells, cellAspect: options.cellAspect,
            isInverted: options.invert, warnings: warnings, face: face, isText: isText)
    }
}
