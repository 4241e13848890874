package import Domain

/// Exports, imports and restored backups.
extension Wording {
    package var tarToTerminal: String {
        say(
            "A tar archive is not written to a terminal. Redirect it: textify export - > library.tar",
            "tar 파일은 터미널에 쓰지 않습니다. 파일로 보내세요: textify export - > library.tar")
    }

    package func exported(_ artworks: Int, pictures: Int, bytes: Int64) -> String {
        say(
            "Exported \(Figures.counted(artworks, "artwork", "artworks")) and \(Figures.counted(pictures, "picture", "pictures")) (\(Figures.bytes(bytes))).",
            "작품 \(Figures.count(artworks))개와 그림 \(Figures.count(pictures))개(\(Figures.bytes(bytes)))를 내보냈습니다.")
    }

    package func picturesMissing(_ count: Int) -> String {
        say(
            "\(Figures.counted(count, "picture", "pictures")) could not be read and \(count == 1 ? "is" : "are") not in the export. Run: textify verify",
            "그림 \(Figures.count(count))개를 읽지 못해 내보내지 못했습니다. 실행하세요: textify verify")
    }

    package func folderNotEmpty(_ name: String) -> String {
        say(
            "\(name) is not empty and holds no export. Give an empty folder or one that does not exist.",
            "\(name): 비어 있지 않고 내보낸 라이브러리도 아닙니다. 빈 폴더나 없는 폴더를 지정하세요.")
    }

    /// What became of the artworks of an import, by result.
    package func imported(_ counts: [ArtworkImport: Int], withoutPicture: Int) -> [String] {
        let added = counts[.added] ?? 0
        var parts = [say("\(Figures.counted(added, "artwork", "artworks")) added", "작품 \(Figures.count(added))개 추가")]
        for result in ArtworkImport.allCases {
            guard let count = counts[result], count > 0, let text = rest(result, count) else { continue }
            parts.append(text)
        }
        guard withoutPicture > 0 else { return [parts.joined(separator: ", ") + "."] }
        return [
            parts.joined(separator: ", ") + ".",
            say(
                "The export lacks the pictures of \(Figures.counted(withoutPicture, "artwork", "artworks")).",
                "작품 \(Figures.count(withoutPicture))개는 그림 없이 추가했습니다."),
        ]
    }

    package func picturesDamaged(_ count: Int) -> String {
        say(
            "\(Figures.counted(count, "picture", "pictures")) of the export \(count == 1 ? "is" : "are") damaged or \(count == 1 ? "was" : "were") changed, and left out. Export again, and import that: it completes the artworks.",
            "내보낸 그림 \(Figures.count(count))개가 손상되었거나 바뀌어 제외했습니다. 다시 내보내 가져오면 작품이 보완됩니다.")
    }

    private func rest(_ result: ArtworkImport, _ count: Int) -> String? {
        let number = Figures.count(count)
        return switch result {
        case .added: nil
        case .merged: say("\(number) completed", "\(number)개 보완")
        case .unchanged: say("\(number) here already", "\(number)개는 이미 있음")
        case .forgotten: say("\(number) left out that were forgotten here", "여기서 잊은 \(number)개는 제외")
        case .unfinished: say("\(number) left out whose jobs have not ended", "끝나지 않은 작업의 \(number)개는 제외")
        }
    }

    /// `name`: the export's; `file`: a file in it.
    package func notAnExport(_ name: String, _ file: String) -> String {
        say(
            "\(name) is no export of textify: it has no valid \(file) where one belongs. An export that was interrupted is written again by: textify export",
            "\(name): textify로 내보낸 것이 아닙니다. 올바른 \(file) 파일이 제자리에 없습니다. 내보내기가 중단되었다면 다시 실행하세요: textify export")
    }

    package func newerExport(_ name: String, version: Int) -> String {
        say(
            "\(name) was exported by a newer textify (version \(version) of the format). Update textify here.",
            "\(name): 더 새로운 textify로 내보냈습니다(형식 버전 \(version)). 이 textify를 업데이트하세요.")
    }

    package func recordsDiffer(_ name: String, _ file: String) -> String {
        say(
            "\(name) is incomplete or was changed: \(file) does not match its manifest. Export again.",
            "\(name): 불완전하거나 바뀌었습니다. \(file) 파일이 목록과 맞지 않습니다. 다시 내보내세요.")
    }

    package func wrongRecord(_ name: String, _ file: String, line: Int) -> String {
        say(
            "\(name): line \(Figures.count(line)) of \(file) is no artwork. Export again.",
            "\(name): \(file) 파일의 \(Figures.count(line))번째 줄이 작품이 아닙니다. 다시 내보내세요.")
    }

    package func unreadableArchive(_ name: String, _ detail: String) -> String {
        say(
            "\(name) can't be read as a tar archive: \(Figures.quoted(detail)). What was imported before stays; correct the file and import it again.",
            "\(name): tar 파일로 읽을 수 없습니다: \(Figures.quoted(detail)). 이미 가져온 작품은 남습니다. 파일을 고쳐 다시 가져오세요.")
    }

    /// The service refused an artwork. `reason` is a whole sentence.
    package func importEnded(_ name: String, line: Int, _ reason: String) -> String {
        say(
            "\(name), artwork \(Figures.count(line)): \(reason)\nThe artworks before it are imported. Import again to continue.",
            "\(name), \(Figures.count(line))번째 작품: \(reason)\n그 앞의 작품은 가져왔습니다. 다시 실행하면 이어서 가져옵니다.")
    }

    /// What became of the database. `replaced`: the path of the one so far; `nil` if there was none.
    package func restored(
        _ backup: String, replaced: String?, heldJobs: Int, missingPictures: Int
    ) -> [String] {
        [
            say(
                "The database is now that of \(backup). Start the service.",
                "데이터베이스를 \(backup) 백업으로 바꿨습니다. 서비스를 시작하세요."),
            replaced.map { say("The one so far is kept as \($0).", "이전 데이터베이스는 \($0)에 있습니다.") },
            heldJobs == 0
                ? nil
                : say(
                    "\(Figures.counted(heldJobs, "job waits", "jobs wait")) for approval, because since the backup \(heldJobs == 1 ? "it" : "they") may have been done and paid for: textify jobs --state held",
                    "작업 \(Figures.count(heldJobs))개는 백업 뒤에 이미 끝나 비용이 나갔을 수 있어 승인을 기다립니다: textify jobs --state held"),
            missingPictures == 0
                ? nil
                : say(
                    "\(Figures.counted(missingPictures, "picture", "pictures")) that it needs \(missingPictures == 1 ? "is" : "are") not there any more. Once the service runs: textify verify --repair",
                    "필요한 그림 \(Figures.count(missingPictures))개가 남아 있지 않습니다. 서비스를 시작한 뒤 실행하세요: textify verify --repair"),
        ].compactMap(\.self)
    }

    package func onlyToRestore(_ option: String) -> String {
        say("\(option) belongs to: textify backup restore FILE", "\(option) 옵션은 여기에 씁니다: textify backup restore FILE")
    }

    package var restoreNeedsFile: String {
        say("give the backup: textify backup restore FILE", "백업 파일을 지정하세요: textify backup restore FILE")
    }
}
