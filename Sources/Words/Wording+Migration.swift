package import Domain

/// Moves of a state to another database.
extension Wording {
    /// Explains why a state was not moved. `source` and `target`: paths or addresses of the databases.
    package func sentence(_ failure: MigrationFailure, source: String, target: String) -> String {
        switch failure {
        case .database(.source, let failure): sentence(failure, about: source)
        case .database(.target, let failure): sentence(failure, about: target)
        case .pictures(let side, let failure):
            sentence(failure, about: say("the pictures of ", "그림: ") + (side == .source ? source : target))
        case .noSource:
            say(
                "\(source) doesn't exist, so there is nothing to move. Give the service's state folder with --state, or start the service with \(target).",
                "\(source): 없는 파일이라 옮길 것이 없습니다. --state로 서비스의 상태 폴더를 지정하거나 \(target) 데이터베이스로 서비스를 시작하세요.")
        case .targetInUse:
            say(
                "\(target) already has jobs or artworks of its own, and is left as it is. Give an empty database or another schema (options=-csearch_path=NAME), or move its file away.",
                "\(target): 이미 자체 작업이나 작품이 있어 그대로 두었습니다. 빈 데이터베이스나 다른 스키마(options=-csearch_path=이름)를 지정하거나 파일을 옮겨 두세요.")
        case .targetTaken(let place):
            say(
                "The state of \(Figures.quoted(place)) is being moved to \(target). Complete that with textify migrate, or give another database.",
                "\(Figures.quoted(place))의 상태를 \(target)(으)로 옮기는 중입니다. textify migrate로 마치거나 다른 데이터베이스를 지정하세요.")
        case .tableDiffers(let table):
            say(
                "The table \(table) is not the same in \(source) and \(target), so nothing was moved. Remove it where a program other than textifyd made it.",
                "\(source)와 \(target)의 테이블 \(table) 구조가 달라 아무것도 옮기지 않았습니다. 다른 프로그램이 만든 것이면 지우세요.")
        case .rowsDiffer(let table):
            say(
                "The rows of the table \(table) in \(target) are not those of \(source) after copying, so services go on refusing \(target). Check the disk, then run textify migrate again.",
                "복사한 뒤 \(target)의 테이블 \(table) 내용이 \(source)와 달라 서비스는 \(target)을(를) 계속 거부합니다. 디스크를 확인하고 textify migrate를 다시 실행하세요."
            )
        case .notMoved:
            say(
                "\(source) was not moved away, so there is nothing to open again. Start the service.",
                "\(source): 옮긴 적이 없는 데이터베이스입니다. 서비스를 시작하세요.")
        }
    }

    /// Says how far a move is, on one line.
    package func text(_ progress: MigrationProgress) -> String {
        switch progress {
        case .rows(let table, let count):
            say("Copying \(table): \(Figures.counted(count, "row", "rows"))", "\(table) 복사 중: \(Figures.count(count))행")
        case .copied(let table): say("Copied \(table.name)", "\(table.name) 복사함")
        case .compared(let table): say("Compared \(table)", "\(table) 비교함")
        case .pictures(let count, let bytes):
            say(
                "Copying pictures: \(Figures.count(count)) (\(Figures.bytes(bytes)))",
                "그림 복사 중: \(Figures.count(count))개(\(Figures.bytes(bytes)))")
        case .indexing: say("Writing the index of words", "단어 색인을 쓰는 중")
        case .finishing: say("Finishing", "마무리 중")
        }
    }

    /// Reports what was moved. `address`: the database it was moved to; `nil` if that is `file`. `replaced`: where the file
    /// is that was there before.
    package func migrated(
        _ report: MigrationReport, _ pictures: MovedPictures, from source: String, to address: String?, file: String,
        replaced: String?
    ) -> [String] {
        let target = address ?? file
        let ends = [
            say(
                "Every row of \(target) was compared with \(source), which is unchanged. Services refuse \(source) from now on.",
                "\(target)의 모든 행을 \(source)와 비교했습니다. 원래 내용은 그대로이며, 이제 서비스는 \(source)을(를) 거부합니다."),
            replaced.map { say("The file so far is kept as \($0).", "이전 파일은 \($0)에 있습니다.") },
            address.map {
                say(
                    "Write this into the configuration, and start the service:\n\n[database]\nurl = \"\($0)\"",
                    "설정에 다음을 쓰고 서비스를 시작하세요:\n\n[database]\nurl = \"\($0)\"")
            }
                ?? say(
                    "Remove [database] from the configuration, and start the service.",
                    "설정에서 [database]를 지우고 서비스를 시작하세요."),
        ].compactMap(\.self)
        return rows(report.tables) + report.ledger.map(line) + lines(pictures) + ends
    }

    /// Reports which pictures were copied.
    package func lines(_ pictures: MovedPictures) -> [String] {
        [
            say(
                "pictures: \(Figures.count(pictures.copied)) copied (\(Figures.bytes(pictures.bytes))), \(Figures.count(pictures.present)) there already",
                "그림: \(Figures.count(pictures.copied))개 복사(\(Figures.bytes(pictures.bytes))), \(Figures.count(pictures.present))개는 이미 있음"
            ),
            pictures.removed == 0
                ? nil
                : say(
                    "pictures: \(Figures.count(pictures.removed)) removed that were erased since they had been copied",
                    "그림: 복사한 뒤 지운 \(Figures.count(pictures.removed))개를 지움"),
            pictures.damaged == 0
                ? nil
                : say(
                    "pictures: \(Figures.count(pictures.damaged)) left out because they are damaged. Run textify verify --repair once the service works.",
                    "그림: 손상된 \(Figures.count(pictures.damaged))개는 제외. 서비스를 시작한 뒤 textify verify --repair를 실행하세요."),
        ].compactMap(\.self)
    }

    package var aheadOnlyToServer: String {
        say(
            "--ahead belongs to --to postgresql://…: a service that works with a database still changes the files in its state folder.",
            "--ahead는 --to postgresql://…에만 씁니다. 데이터베이스로 도는 서비스가 상태 폴더의 파일을 계속 바꾸기 때문입니다.")
    }

    /// A line for each table that has rows, below a heading.
    private func rows(_ tables: [MovedTable]) -> [String] {
        let heading = [say("table", "테이블"), say("rows", "행"), say("seconds", "초")]
        let lines =
            [heading]
            + tables.filter { $0.rows > 0 }.map { table in
                [table.name, Figures.count(table.rows), Self.seconds(table.time)]
            }
        let widths = heading.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            let padding = zip(cells, widths).map { String(repeating: " ", count: $1 - $0.count) }
            return "\(cells[0])\(padding[0])  \(padding[1])\(cells[1])  \(padding[2])\(cells[2])"
        }
    }

    /// Tenths of seconds.
    private static func seconds(_ time: Duration) -> String {
        let tenths = (time / .milliseconds(100)).rounded()
        return "\(tenths / 10)"
    }

    private func line(_ sum: LedgerSum) -> String {
        let amount = sum.currency.map { Money(micros: sum.micros, currency: $0).text } ?? say("unpriced", "가격 미설정")
        return say(
            "ledger, \(sum.charge): \(Figures.counted(sum.calls, "call", "calls")), \(amount) in both",
            "원장, \(sum.charge): 호출 \(Figures.count(sum.calls))회, 양쪽 모두 \(amount)")
    }

    package func reopened(_ place: String) -> String {
        say(
            "Services use \(place) again. Make sure that none works on the database to which it was moved.",
            "서비스가 \(place)을(를) 다시 씁니다. 옮겨 간 데이터베이스로 도는 서비스가 없는지 확인하세요.")
    }

    package var noDatabaseToMigrate: String {
        say(
            "the configuration has no [database] to move from. Give one: textify migrate --to file --from postgresql://…",
            "옮겨 올 [database]가 설정에 없습니다. 지정하세요: textify migrate --to file --from postgresql://…")
    }

    package var migrateNeedsTarget: String {
        say(
            "say where to: textify migrate --to postgresql://…, or --to file",
            "옮길 곳을 지정하세요: textify migrate --to postgresql://… 또는 --to file")
    }
}
