internal import CPictures
internal import Domain

/// An open regular file, closed at the end of its life.
struct PictureFileHandle: ~Copyable {
    let descriptor: Int32

    init(folder: FolderPath, name: FileName) throws(PictureFailure) {
        let path = folder.appending(name).bytes.map { CChar(bitPattern: $0) } + [0]
        descriptor = unsafe picture_open(path)
        if descriptor < 0 { throw .unreadable(FileFailure(openCode: -descriptor)) }
    }

    deinit {
        picture_close(descriptor)
    }
}
