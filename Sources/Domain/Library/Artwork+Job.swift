extension Job {
    /// The artwork of the job, which is done; `nil` if it has no picture.
    package func artwork(number: ArtworkNumber, making: ArtworkMaking, at utc: UTCMillis) -> Artwork? {
        guard let request, let picture = picture ?? request.source.dropped else { return nil }
        return Artwork(
            number: number, job: id, made: utc, source: request.source.task == nil ? .dropped : .generated,
            name: outputName, folder: folder, prompt: request.prompt, making: making, picture: picture,
            art: request.art, tags: Tag.distinct(request.tags.compactMap { Tag($0) }))
    }

    /// The name of the delivered files without their endings.
    private var outputName: String {
        guard let file = outputs.first(where: { $0.kind == .json }), let name = file.name.text else {
            return name.shown
        }
        return String(name.dropLast(".json".count))
    }
}

extension Artwork {
    /// The same artwork with another number.
    package func numbered(_ number: ArtworkNumber) -> Artwork {
        Artwork(
            number: number, job: job, made: made, source: source, name: name, folder: folder, prompt: prompt,
            making: making, picture: picture, art: art, tags: tags, machineTags: machineTags,
            isFavourite: isFavourite, trashed: trashed, pictureRemoved: pictureRemoved)
    }

    /// The same artwork after its job was delivered again: number, time, tags and marks stay.
    package func redelivered(as newer: Artwork) -> Artwork {
        Artwork(
            number: number, job: job, made: made, source: source, name: newer.name, folder: folder, prompt: prompt,
            making: newer.making, picture: newer.picture, art: newer.art, tags: tags, machineTags: machineTags,
            isFavourite: isFavourite, trashed: trashed)
    }
}

extension RequestSource {
    /// The picture of a request that needs no backend.
    fileprivate var dropped: StoredPicture? {
        guard case .picture(let digest, let format) = self else { return nil }
        return StoredPicture(digest: digest, format: format)
    }
}
