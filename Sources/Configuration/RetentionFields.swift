import Domain

extension FieldTable where Target == Retention {
    static var retention: FieldTable<Retention> {
        FieldTable([
            days(
                "original_days", \.dropped.days,
                FieldHelp(
                    "Days to keep a dropped picture, beside the archived file; 0 keeps none",
                    "드롭한 그림을 보관 파일과 별도로 남겨 두는 날 수. 0이면 남기지 않음")),
            bytes(
                "original_bytes", \.dropped.bytes,
                FieldHelp(
                    "Maximum size of all kept dropped pictures; the oldest go first",
                    "남겨 두는 드롭한 그림 전체의 최대 크기. 오래된 것부터 지움")),
            days(
                "picture_days", \.generated.days,
                FieldHelp("Days to keep a generated picture after its delivery", "생성한 그림을 전달 후 남겨 두는 날 수")),
            bytes(
                "picture_bytes", \.generated.bytes,
                FieldHelp(
                    "Maximum size of all kept generated pictures; the oldest go first",
                    "남겨 두는 생성한 그림 전체의 최대 크기. 오래된 것부터 지움")),
            Field(
                "trash_days", \.trashDays, .integer(0...Int64(RetentionBounds.mostDays)), unit: "days",
                FieldHelp("Days that artworks stay in the trash", "작품을 휴지통에 두는 날 수")),
            days(
                "job_days", \.jobDays,
                FieldHelp(
                    "Days to keep failed and cancelled jobs, and jobs without an artwork; unread failures twice as long",
                    "실패·취소한 작업과 작품이 없는 작업을 남겨 두는 날 수. 읽지 않은 실패는 두 배")),
            days(
                "failed_days", \.failedDays,
                FieldHelp(
                    "Days to keep refused files that are marked as read in the folders for failed files; 0 keeps them for ever",
                    "읽음으로 표시한 거부된 파일을 실패 폴더에 남겨 두는 날 수. 0이면 계속 둠")),
            Field(
                "free_bytes", optional: \.freeBytes, .integer(0...(1 << 50)), unit: "bytes",
                FieldHelp(
                    "Space to keep free on the disk of the state folder; below it no new work is accepted. Defaults to 1 GiB or 2 %",
                    "상태 폴더의 디스크에 비워 둘 공간. 이보다 적으면 새 작업을 받지 않음. 기본은 1 GiB 또는 2 %")),
        ])
    }

    private static func days(
        _ name: String, _ path: any WritableKeyPath<Retention, Int> & Sendable, _ help: FieldHelp
    ) -> Field<Retention> {
        Field(name, path, .integer(0...Int64(RetentionBounds.mostDays)), unit: "days", help)
    }

    private static func bytes(
        _ name: String, _ path: any WritableKeyPath<Retention, Int64> & Sendable, _ help: FieldHelp
    ) -> Field<Retention> {
        Field(name, path, .integer(0...(1 << 50)), unit: "bytes", help)
    }
}

/// A rule of expiry while it is being read.
struct ExpiryDraft: Sendable {
    var query: LibraryQuery?
    var days: Int?
    var count: Int?
    var bytes: Int64?

    /// `nil` if the query or every bound is missing.
    var rule: ExpiryRule? {
        guard var query, days != nil || count != nil || bytes != nil else { return nil }
        // The newest are kept, whatever order the query asks for.
        query.sort = .newest
        return ExpiryRule(query: query, days: days, count: count, bytes: bytes)
    }
}

extension FieldTable where Target == ExpiryDraft {
    static var expiry: FieldTable<ExpiryDraft> {
        FieldTable([
            Field(
                "query", optional: \.query, .query,
                FieldHelp(
                    "Search of the artworks that the rule is about, such as folder:bots",
                    "규칙이 적용될 작품의 검색. 예: folder:bots")),
            Field(
                "days", optional: \.days, .integer(1...Int64(RetentionBounds.mostDays)), unit: "days",
                FieldHelp("Days after which they go to the trash", "휴지통으로 옮기기까지의 날 수")),
            Field(
                "count", optional: \.count, .integer(0...100_000_000), unit: "artworks",
                FieldHelp("How many of them stay, the newest first", "최신순으로 남겨 두는 수")),
            Field(
                "bytes", optional: \.bytes, .integer(0...(1 << 50)), unit: "bytes",
                FieldHelp("The size of their pictures that stays, the newest first", "최신순으로 남겨 두는 그림 크기")),
        ])
    }
}

extension FieldCodec where Value == LibraryQuery {
    /// A search in the language of the library.
    fileprivate static var query: Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            let query: LibraryQuery
            do throws(LibraryQueryProblem) { query = try LibraryQuery(text: text) } catch { throw .query(text) }
            // Artworks are not looked up here, and without that a negated condition would hold for all.
            guard query.likeReferences.isEmpty, query.stackReferences.isEmpty else {
                throw .malformed(got: text, example: "folder:bots")
            }
            return query
        }
    }
}

extension SettingsReader {
    /// Reads the tables of expiry.
    static func expiry(
        in entry: FieldEntry?, _ reader: inout FieldReader
    ) -> [(draft: ExpiryDraft, table: FieldValue)] {
        guard let entry, let tables = reader.elements(of: entry.value, key: "expire") else { return [] }
        return tables.enumerated().map { index, table in
            let key = "expire[\(index)]"
            var draft = ExpiryDraft()
            FieldTable.expiry.apply(table, to: &draft, under: key, reader: &reader)
            if table.entries != nil, table["query"] == nil { reader.report(.missing, key: key + ".query", at: table) }
            if table.entries != nil, ["days", "count", "bytes"].allSatisfy({ table[$0] == nil }) {
                reader.report(.missing, key: key + ".days", at: table)
            }
            return (draft, table)
        }
    }
}
