package import Domain

/// Reports of checks.
extension Wording {
    /// Says what is wrong and what became of it, or what to do.
    package func sentence(_ finding: VerificationFinding) -> String {
        let defect = sentence(finding.defect)
        guard finding.outcome != .found else { return defect + " " + remedy(finding.defect) }
        return defect + " " + words(finding.outcome)
    }

    private func sentence(_ defect: StoredDefect) -> String {
        switch defect {
        case .fileDamaged(let message):
            say(
                "The database file is damaged: \"\(Figures.quoted(message))\".",
                "데이터베이스 파일이 손상되었습니다: \"\(Figures.quoted(message))\".")
        case .referencesBroken(let table, let rows):
            say(
                "\(Figures.counted(rows, "row", "rows")) of the table \(table) \(rows == 1 ? "refers" : "refer") to what does not exist.",
                "\(table) 테이블의 행 \(Figures.count(rows))개가 없는 것을 가리킵니다.")
        case .indexDamaged(let message):
            say(
                "The index of words is damaged: \"\(Figures.quoted(message))\".",
                "단어 색인이 손상되었습니다: \"\(Figures.quoted(message))\".")
        case .indexDiffers:
            say(
                "The index of words does not match the artworks, so searches miss some or show wrong ones.",
                "단어 색인이 작품과 맞지 않아 검색 결과가 빠지거나 틀립니다.")
        case .countsWrong(let table, let rows):
            say(
                "\(Figures.counted(rows, "stored number", "stored numbers")) of the table \(table) \(rows == 1 ? "is" : "are") wrong.",
                "\(table) 테이블에 저장된 수 \(Figures.count(rows))개가 틀립니다.")
        case .blobMissing(let digest, let jobs):
            say(
                "The picture \(digest.hex) is missing" + of(jobs) + ".",
                "\(digest.hex) 그림이 없습니다" + of(jobs) + ".")
        case .blobDamaged(let digest, let jobs):
            say(
                "The picture \(digest.hex) is damaged" + of(jobs) + ".",
                "\(digest.hex) 그림이 손상되었습니다" + of(jobs) + ".")
        case .blobOrphaned(let digest, let bytes):
            say(
                "Nothing needs the picture \(digest.hex) (\(Figures.bytes(bytes))).",
                "\(digest.hex) 그림(\(Figures.bytes(bytes)))은 쓰이는 곳이 없습니다.")
        }
    }

    private func of(_ jobs: [JobID]) -> String {
        guard let first = jobs.first else { return "" }
        guard jobs.count > 1 else { return say(" (job \(first))", "(작업 \(first))") }
        return say(
            " (job \(first) and \(Figures.count(jobs.count - 1)) more)",
            "(작업 \(first) 외 \(Figures.count(jobs.count - 1))개)")
    }

    private func remedy(_ defect: StoredDefect) -> String {
        switch defect {
        case .fileDamaged, .referencesBroken:
            say("Check the disk, and restore a backup.", "디스크를 확인하고 백업을 복원하세요.")
        case .indexDamaged, .indexDiffers, .countsWrong:
            say("textify verify --repair makes it again.", "textify verify --repair로 다시 만드세요.")
        case .blobMissing, .blobDamaged:
            say(
                "textify verify --repair restores it from the archive or the outbox, if a copy is there.",
                "보관 폴더나 출력 폴더에 사본이 있으면 textify verify --repair로 복원됩니다.")
        case .blobOrphaned:
            say("textify verify --repair removes it.", "textify verify --repair로 지울 수 있습니다.")
        }
    }

    private func words(_ outcome: VerificationFinding.Outcome) -> String {
        switch outcome {
        case .found: ""
        case .repaired: say("Repaired.", "복구했습니다.")
        case .removed: say("Removed.", "지웠습니다.")
        case .setAside:
            say("Moved to blobs/quarantine in the state folder.", "상태 폴더의 blobs/quarantine으로 옮겼습니다.")
        case .lost:
            say(
                "No copy was found, so it is given up; what is left of it is in blobs/quarantine. If you have it, drop it again; otherwise restore a backup.",
                "사본이 없어 포기했습니다. 남은 것은 blobs/quarantine에 있습니다. 그림이 있으면 다시 넣고, 없으면 백업을 복원하세요.")
        }
    }

    package func defectsLeft(_ count: Int) -> String {
        say(
            "\(Figures.counted(count, "defect is", "defects are")) left.",
            "이상이 \(Figures.count(count))개 남았습니다.")
    }

    /// The line after a part of a check.
    package func verified(_ part: VerificationPart, checked: Int, bytes: Int64, findings: Int) -> String {
        let result =
            findings == 0
            ? say("no defects", "이상 없음")
            : say(Figures.counted(findings, "defect", "defects"), "이상 \(Figures.count(findings))개")
        let subject =
            switch part {
            case .database: say("database", "데이터베이스")
            case .index: say("index of words", "단어 색인")
            case .counts: say("stored numbers", "저장된 수")
            case .rows:
                say(
                    Figures.counted(checked, "picture that is needed", "pictures that are needed"),
                    "필요한 그림 \(Figures.count(checked))개")
            case .blobs:
                say(
                    "\(Figures.counted(checked, "stored picture", "stored pictures")), \(Figures.bytes(bytes))",
                    "저장된 그림 \(Figures.count(checked))개, \(Figures.bytes(bytes))")
            }
        return subject + ": " + result
    }
}
