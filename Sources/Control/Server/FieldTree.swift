internal import ControlAPI
internal import Domain

/// Makes the tree of fields, as files have it, of what came in a query or as JSON.
enum FieldTree {
    /// Options of the art alone.
    static func art(_ items: [QueryString.Item]) throws(Rejection) -> FieldValue {
        var failures: [FieldFailure] = []
        let entries = items.compactMap { entry($0, in: .art, &failures) }
        guard failures.isEmpty else { throw .failed(.fields(failures)) }
        return FieldValue(.table(entries))
    }

    /// A request's fields and the options of its art, side by side.
    static func request(_ items: [QueryString.Item]) throws(Rejection) -> FieldValue {
        let table = FieldTable.request(backends: [])
        let own = items.filter { table.field($0.name).map { $0.type != .table } ?? false }
        let others = items.filter { item in !own.contains { $0.name == item.name } }
        var failures: [FieldFailure] = []
        var entries = own.compactMap { entry($0, in: table, &failures) }
        let art = others.compactMap { entry($0, in: .art, more: table.fields.map(\.name), &failures) }
        guard failures.isEmpty else { throw .failed(.fields(failures)) }
        if !art.isEmpty { entries.append(FieldEntry(name: "art", value: FieldValue(.table(art)))) }
        return FieldValue(.table(entries))
    }

    /// Takes some texts out of a table: what is left are fields, those are about the request.
    static func split(
        _ tree: FieldValue, _ names: [String]
    ) throws(Rejection) -> (fields: FieldValue, texts: [String: String]) {
        guard let entries = tree.entries else {
            throw .failed(
                .fields([FieldFailure(key: "", problem: .wrongType(wanted: "table", got: tree.typeName))]))
        }
        var texts: [String: String] = [:]
        for entry in entries where names.contains(entry.name) {
            guard case .text(let text) = entry.value.content else {
                throw Parameters.wrong(entry.name, .wrongType(wanted: "text", got: entry.value.typeName))
            }
            texts[entry.name] = text
        }
        let fields = entries.filter { !names.contains($0.name) }
        return (FieldValue(.table(fields), line: tree.line, column: tree.column), texts)
    }

    private static func entry<Target>(
        _ item: QueryString.Item, in table: FieldTable<Target>, more: [String] = [],
        _ failures: inout [FieldFailure]
    ) -> FieldEntry? {
        do throws(FieldFailure.Problem) {
            guard let field = table.field(item.name) else {
                let names = table.fields.map(\.name) + more
                throw .unknown(nearest: NearestName.of(item.name, among: names))
            }
            return FieldEntry(name: item.name, value: try field.type.value(of: item.value))
        } catch {
            failures.append(FieldFailure(key: item.name, problem: error))
            return nil
        }
    }
}
