import Domain
import IntakeFeature

/// What drops ask for that say nothing themselves.
extension IntakeSideEffectImpl {
    /// Why that is not known.
    enum BaseFailure: Error {
        /// The folder's disk, or the machine.
        case file(FileFailure)
        /// One of the folder's own files.
        case fault(FolderFault)
    }

    /// The watch folder's request, over which the files lie that it and the folders down to `folder` hold, the nearest
    /// last.
    func base(in folder: FileName?, _ source: IntakeSource) async throws(BaseFailure) -> Request {
        var files: [FolderFile] = []
        if let file = try await folderFile(nil, source) { files.append(file) }
        var way: FileName?
        for name in folder?.components ?? [] {
            let place = way?.appending(name) ?? name
            way = place
            if let file = try await folderFile(place, source) { files.append(file) }
        }
        if files.isEmpty { return source.request }
        switch reader.base(files, folder: source.name) {
        case .success(let request): return request
        case .failure(let fault): throw .fault(fault)
        }
    }

    /// What keeps drops of a folder from being taken; `nil` when nothing does.
    func fault(in folder: FileName?, _ source: IntakeSource) async throws(FileFailure) -> FolderFault? {
        do throws(BaseFailure) {
            _ = try await base(in: folder, source)
            return nil
        } catch {
            switch error {
            case .file(let failure): throw failure
            case .fault(let fault): return fault
            }
        }
    }

    private func folderFile(_ folder: FileName?, _ source: IntakeSource) async throws(BaseFailure) -> FolderFile? {
        let place = folder?.appending(FolderFile.name) ?? FolderFile.name
        do throws(FileFailure) {
            let bytes = try await files.read(place, in: source.path, limit: FolderFile.most)
            return FolderFile(place: place, bytes: bytes)
        } catch {
            switch error {
            case .missing: return nil
            case .unmounted: throw .file(error)
            case .failed(let code) where Self.shortages.contains(code): throw .file(error)
            default: throw .fault(FolderFault(place, .unreadable(error)))
            }
        }
    }
}
