import Domain

/// A gate while it is being read.
struct GateDraft: Sendable {
    var name: String?
    var when = GateSourceDraft()
    var scope = GateScope()
    var unknown = GateAssumption.closed
    var onClose = GateClosing.finish
}

/// The source of a gate while it is being read: exactly one of them.
struct GateSourceDraft: Sendable {
    var windows: [ScheduleWindow]?
    var file: FolderPath?
    var isOnMains: Bool?
    var battery: Int?
    var inside: [Fence]?
    var outside: [Fence]?
    var gpsd = GPSDAddress.standard
    var margin = 25
    var accuracy = 100
    var stale = Duration.seconds(300)

    /// The keys of each source. Those of one exclude the others'.
    static let sources = [["schedule"], ["file"], ["mains", "battery"], ["inside"], ["outside"]]

    /// Keys that only refine a location.
    static let ofLocation = ["gpsd", "margin", "accuracy", "stale"]

    /// The sources that are lists, which can't be empty, with an element of each.
    static let lists = [
        ("schedule", scheduleExample), ("inside", areaExample), ("outside", areaExample),
    ]
    static let scheduleExample = "Mon-Fri 22:00-06:00"
    static let areaExample = "52.5163,13.3777 500m"

    /// `nil` if there is no source.
    var condition: GateCondition? {
        if let windows { return .schedule(Schedule(windows: windows)) }
        if let file { return .file(file) }
        if let battery {
            return .power(isOnMains == true ? .onMainsOrBattery(atLeast: battery) : .battery(atLeast: battery))
        }
        if isOnMains == true { return .power(.onMains) }
        let fences = inside.map { (LocationCondition.Side.inside, $0) } ?? outside.map { (.outside, $0) }
        guard let fences else { return nil }
        var location = LocationCondition(fences.0, fences: fences.1)
        location.margin = Double(margin)
        location.accuracy = Double(accuracy)
        location.stale = stale
        return .location(location, gpsd)
    }
}

extension FieldTable where Target == GateDraft {
    /// `folders`, `backends`, `targets`: the names that a gate may apply to.
    static func gate(
        folders: [String], backends: [String], targets: [String], _ paths: PathResolver
    ) -> FieldTable<GateDraft> {
        FieldTable([
            Field("name", optional: \.name, .plainName("night"), FieldHelp("Name of the gate", "게이트 이름")),
            Field(
                "when", \.when, table: .gateSource(paths),
                FieldHelp("What opens the gate: one of these", "게이트를 여는 조건. 하나만 지정")),
            Field(
                "applies_to", \.scope, table: scope(folders, backends, targets),
                FieldHelp("What waits behind the gate; everything by default", "게이트가 막는 대상. 기본은 전체")),
            Field(
                "unknown", \.unknown, .choice,
                FieldHelp("State of the gate while its source says nothing", "상태를 알 수 없을 때의 게이트 상태")),
            Field(
                "on_close", \.onClose, .choice,
                FieldHelp(
                    "What happens to running work: finish, or requeue-local to make free calls of this machine's backends again later",
                    "닫힐 때 실행 중인 작업: finish는 마치고, requeue-local은 이 기기의 무료 호출을 멈추고 나중에 다시 함")),
        ])
    }

    private static func scope(
        _ folders: [String], _ backends: [String], _ targets: [String]
    ) -> FieldTable<GateScope> {
        FieldTable<GateScope>([
            Field(
                "folders", \.folders, .list(of: .choice(of: folders)),
                FieldHelp("Watch folders whose new drops wait", "새 파일을 기다리게 할 감시 폴더")),
            Field(
                "backends", \.backends, .list(of: .choice(of: backends)),
                FieldHelp("Backends whose new jobs wait", "새 작업을 기다리게 할 백엔드")),
            Field(
                "notify", \.targets, .list(of: .choice(of: targets)),
                FieldHelp("Targets whose notifications wait, as in quiet hours", "알림을 기다리게 할 대상. 예: 방해 금지 시간")),
        ])
    }
}

extension FieldTable where Target == GateSourceDraft {
    static func gateSource(_ paths: PathResolver) -> FieldTable<GateSourceDraft> {
        FieldTable(
            [
                Field(
                    "schedule", optional: \.windows, .list(of: .scheduleWindow),
                    FieldHelp(
                        "Windows of local time, such as Mon-Fri 22:00-06:00 or Sat,Sun 00:00-24:00 Asia/Seoul",
                        "열려 있을 시간대. 예: Mon-Fri 22:00-06:00, Sat,Sun 00:00-24:00 Asia/Seoul")),
                Field(
                    "file", optional: \.file, .path(paths),
                    FieldHelp("Open while this file exists", "이 파일이 있는 동안 열림")),
                Field("mains", optional: \.isOnMains, .flag, FieldHelp("Open on mains power", "외부 전원일 때 열림")),
                Field(
                    "battery", optional: \.battery, .integer(1...100), unit: "%",
                    FieldHelp("Open while the battery has at least this charge", "배터리가 이 이상일 때 열림")),
            ] + location)
    }

    private static var location: [Field<GateSourceDraft>] {
        [
            Field(
                "inside", optional: \.inside, .list(of: .fence),
                FieldHelp(
                    "Open inside these areas: 52.5163,13.3777 500m, or the corners of a polygon, by gpsd",
                    "이 구역 안에서 열림. 예: 52.5163,13.3777 500m 또는 다각형의 꼭짓점들. gpsd로 확인")),
            Field(
                "outside", optional: \.outside, .list(of: .fence),
                FieldHelp("Open outside these areas", "이 구역 밖에서 열림")),
            Field(
                "gpsd", \.gpsd, .gpsd,
                FieldHelp("Address of gpsd, or the path of its socket", "gpsd의 주소 또는 소켓 경로")),
            Field(
                "margin", \.margin, .integer(0...10_000), unit: "m",
                FieldHelp("Distance from an area from which a receiver has left it", "구역을 벗어났다고 볼 거리")),
            Field(
                "accuracy", \.accuracy, .integer(1...10_000), unit: "m",
                FieldHelp("Largest error of a position that is believed", "믿을 위치의 최대 오차")),
            Field(
                "stale", \.stale, .duration(.seconds(30)...(.seconds(86_400))),
                FieldHelp("Age at which a position is no longer believed", "위치를 더는 믿지 않을 나이")),
        ]
    }
}

extension FieldCodec where Value == GPSDAddress {
    fileprivate static var gpsd: Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let address = GPSDAddress(text: text) else { throw .malformed(got: text, example: "127.0.0.1:2947") }
            return address
        }
    }
}

extension FieldCodec where Value == Fence {
    /// `52.5163,13.3777 500m`, or at least three corners. Error messages don't repeat the positions.
    fileprivate static var fence: Self {
        FieldCodec(.text, show: { _ in "(area)" }) { text throws(FieldFailure.Problem) in
            let example = GateSourceDraft.areaExample
            var parts = text.split(separator: " ").map(String.init)
            let radius = parts.last.flatMap(Self.metres)
            if radius != nil { parts.removeLast() }
            let points = parts.compactMap(Self.coordinate)
            guard points.count == parts.count, !points.isEmpty, radius == nil || points.count == 1 else {
                throw .malformed(got: "an area", example: example)
            }
            do throws(Fence.Failure) {
                if let radius { return try Fence(center: points[0], radius: radius) }
                return try Fence(points: points)
            } catch { throw .malformed(got: "an area", example: example) }
        }
    }

    private static func coordinate(_ text: String) -> Coordinate? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func metres(_ text: String) -> Double? {
        if text.hasSuffix("km") { return Double(text.dropLast(2)).map { $0 * 1000 } }
        return text.hasSuffix("m") ? Double(text.dropLast()) : nil
    }
}

extension FieldCodec where Value == String {
    /// A name that is shown in messages and that commands take.
    static func plainName(_ example: String) -> Self {
        FieldCodec(.shortText(64), show: { $0 }) { text throws(FieldFailure.Problem) in
            let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
            guard (1...64).contains(text.count), isPlain else { throw .malformed(got: text, example: example) }
            return text
        }
    }
}

extension FieldCodec where Value == ScheduleWindow {
    fileprivate static var scheduleWindow: Self {
        FieldCodec(.text, show: { $0.description }) { text throws(FieldFailure.Problem) in
            do throws(ScheduleWindowProblem) { return try ScheduleWindow(text: text) } catch {
                throw .malformed(got: text, example: GateSourceDraft.scheduleExample)
            }
        }
    }
}

extension SettingsReader {
    /// Reads the tables of gates.
    mutating func gates(
        in entry: FieldEntry?, folders: [String], targets: [String]
    ) -> [(draft: GateDraft, table: FieldValue)] {
        guard let entry, let tables = reader.elements(of: entry.value, key: "gate") else { return [] }
        let fields = FieldTable.gate(folders: folders, backends: names, targets: targets, filePaths)
        var names: Set<String> = []
        return tables.enumerated().map { index, table in
            let key = "gate[\(index)]"
            var draft = GateDraft()
            fields.apply(table, to: &draft, under: key, reader: &reader)
            if table.entries != nil { checkGate(draft, table, key, &names) }
            return (draft, table)
        }
    }

    private mutating func checkGate(
        _ draft: GateDraft, _ table: FieldValue, _ key: String, _ names: inout Set<String>
    ) {
        if table["name"] == nil { reader.report(.missing, key: key + ".name", at: table) }
        if let name = draft.name, !names.insert(name).inserted {
            reader.report(.duplicate, key: key + ".name", at: table["name"])
        }
        let when = table["when"]?.value
        let given = GateSourceDraft.sources.compactMap { keys in keys.first { when?[$0] != nil } }
        if draft.when.isOnMains == false, draft.when.battery == nil, given == ["mains"] {
            reader.report(.missing, key: key + ".when.battery", at: when?["mains"])
        }
        if given.isEmpty { reader.report(.missing, key: key + ".when.schedule", at: table["when"] ?? table) }
        for other in given.dropFirst() + Self.strayKeys(when, given) {
            reader.report(.conflict(with: key + ".when." + given[0]), key: key + ".when." + other, at: when?[other])
        }
        for (name, example) in GateSourceDraft.lists {
            guard let entry = when?[name], case .list(let elements) = entry.value.content, elements.isEmpty else {
                continue
            }
            reader.report(.malformed(got: "[]", example: "[\"\(example)\"]"), key: key + ".when." + name, at: entry)
        }
    }

    /// The settings of a location that a gate with another source has.
    private static func strayKeys(_ when: FieldValue?, _ given: [String]) -> [String] {
        guard let source = given.first, !["inside", "outside"].contains(source) else { return [] }
        return GateSourceDraft.ofLocation.filter { when?[$0] != nil }
    }
}

extension GateDraft {
    /// `nil` if the name or the source is missing.
    var gate: ConfiguredGate? {
        guard let name, let condition = when.condition else { return nil }
        return ConfiguredGate(name: name, condition: condition, scope: scope, unknown: unknown, onClose: onClose)
    }
}
