import Domain
import Glibc
import PlatformSystem
import Testing

/// Lends a temporary folder, which is removed afterwards.
func withFolder(_ body: (FolderPath) async throws -> Void) async throws {
    var template = Array("/tmp/textify-repositories-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = FolderPath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    defer { removeAll(folder) }
    try await body(folder)
}

func path(_ folder: FolderPath) -> String {
    String(decoding: folder.bytes, as: UTF8.self)
}

private func removeAll(_ folder: FolderPath) {
    let entries = (try? FileDescriptor.folder(folder).list()) ?? []
    for entry in entries {
        let inner = folder.appending(entry.name)
        if entry.kind == .folder { removeAll(inner) } else { unlink(path(inner)) }
    }
    rmdir(path(folder))
}
