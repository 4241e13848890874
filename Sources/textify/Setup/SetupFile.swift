import Configuration
import Domain
import Words

/// The settings that `textify setup` writes: a file of the folder `conf.d`.
struct SetupFile: Equatable {
    static let name = "50-setup.toml"

    private(set) var tree: FieldValue

    init(_ tree: FieldValue = FieldValue(.table([]))) {
        self.tree = tree
    }

    /// The value at a path from the outermost table inwards. `watch` is the first folder.
    subscript(path: String...) -> FieldValue? { value(path) }

    func value(_ path: [String]) -> FieldValue? {
        var value: FieldValue? = tree
        for name in path {
            value = value?[name]?.value
            if case .list(let folders)? = value?.content, name == "watch" { value = folders.first }
        }
        return value
    }

    /// Sets the value at a path, or removes it.
    mutating func set(_ path: [String], _ value: FieldValue?) {
        tree = Self.set(path[...], value, in: tree)
    }

    mutating func set(_ path: [String], _ text: String) {
        set(path, FieldValue(.text(text)))
    }

    private static func set(_ path: ArraySlice<String>, _ value: FieldValue?, in table: FieldValue?) -> FieldValue? {
        guard let name = path.first else { return value }
        if case .list(let folders)? = table?.content {
            let first = set(path, value, in: folders.first).map { [$0] } ?? []
            return FieldValue(.list(first + folders.dropFirst()))
        }
        var entries = table?.entries ?? []
        let index = entries.firstIndex { $0.name == name }
        var inner = index.map { entries[$0].value }
        if inner == nil, name == "watch", path.count > 1 { inner = FieldValue(.list([])) }
        let changed = set(path.dropFirst(), value, in: inner).map { FieldEntry(name: name, value: $0) }
        switch (index, changed) {
        case (let index?, let changed?): entries[index] = changed
        case (let index?, nil): entries.remove(at: index)
        case (nil, let changed?): entries.append(changed)
        case (nil, nil): break
        }
        return FieldValue(.table(entries))
    }

    private static func set(_ path: ArraySlice<String>, _ value: FieldValue?, in table: FieldValue) -> FieldValue {
        let changed: FieldValue? = set(path, value, in: Optional(table))
        return changed ?? FieldValue(.table([]))
    }

    /// The file's content.
    func bytes(_ words: Wording) -> [UInt8] {
        let tables = (tree.entries ?? []).flatMap { entry -> [[String]] in
            switch entry.value.content {
            case .list(let tables) where tables.contains { $0.entries != nil }:
                return tables.map { Self.lines("[[\(FieldValue.key(entry.name))]]", $0) }
            case .table(let backends) where entry.name == "backends":
                return backends.map { Self.lines("[backends.\(FieldValue.key($0.name))]", $0.value) }
            case .table: return [Self.lines("[\(FieldValue.key(entry.name))]", entry.value)]
            default: return [[Self.line(entry)]]
            }
        }
        let lines = words.setupFileHead.map { "# " + $0 } + tables.flatMap { [""] + $0 }
        return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private static func lines(_ head: String, _ table: FieldValue) -> [String] {
        [head] + (table.entries ?? []).map(line)
    }

    private static func line(_ entry: FieldEntry) -> String {
        FieldValue.key(entry.name) + " = " + entry.value.toml
    }
}

/// A budget as it is written on the command line: `5.00 USD/day`, `50 USD/month`, or `100/day` for pictures.
struct SetupBudget: Equatable {
    /// The key of the table `[budget]`.
    let key: String
    let value: FieldValue

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count else { return nil }
        let period = parts.count == 1 ? "day" : parts[1].trimmed
        guard ["day", "month"].contains(period) else { return nil }
        let amount = parts[0].trimmed
        if let money = Money(text: amount) {
            (key, value) = ("per_" + period, FieldValue(.text(money.text)))
        } else if let pictures = Int64(amount), pictures >= 0 {
            (key, value) = ("pictures_per_" + period, FieldValue(.integer(pictures)))
        } else {
            return nil
        }
    }

    /// The budget of a table `[budget]` in that form; `nil` if it has none.
    static func text(of table: FieldValue?) -> String? {
        for entry in table?.entries ?? [] {
            let period = entry.name.split(separator: "_").last.map(String.init) ?? ""
            switch (entry.name, entry.value.content) {
            case ("per_day", .text(let text)), ("per_month", .text(let text)): return "\(text)/\(period)"
            case ("pictures_per_day", .integer(let count)), ("pictures_per_month", .integer(let count)):
                return "\(count)/\(period)"
            default: continue
            }
        }
        return nil
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// What differs between two texts, line by line: `-` for removed lines, `+` for added ones, with the lines around them.
enum LineDifference {
    private static let context = 2

    static func lines(_ old: String, _ new: String) -> [String] {
        let (before, after) = (split(old), split(new))
        let difference = after.difference(from: before)
        var removed: [Int: String] = [:]
        var added: [Int: String] = [:]
        for change in difference {
            switch change {
            case .remove(let offset, let line, _): removed[offset] = line
            case .insert(let offset, let line, _): added[offset] = line
            }
        }
        var rows: [(mark: Character, line: String)] = []
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if let line = removed[left], left < before.count {
                rows.append(("-", line))
                left += 1
            } else if let line = added[right], right < after.count {
                rows.append(("+", line))
                right += 1
            } else {
                rows.append((" ", before[left]))
                (left, right) = (left + 1, right + 1)
            }
        }
        return rows.indices.filter { index in
            let near = rows[max(0, index - context)...min(rows.count - 1, index + context)]
            return near.contains { $0.mark != " " }
        }.map { "\(rows[$0].mark) \(rows[$0].line)" }
    }

    private static func split(_ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines
    }
}
