package import Domain

/// A failure or warning with a stable code. A nested failure supplies its own.
package protocol CodedFailure {
    var errorCode: ErrorCode { get }
}

extension CodedFailure {
    package var code: String { errorCode.rawValue }
}

extension DropFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .folder: .dropFolder
        case .link: .dropLink
        case .special: .dropSpecial
        case .empty: .dropEmpty
        case .unreadable(let inner): inner.errorCode
        case .tooLarge: .dropTooLarge
        case .unknownKind: .dropUnknownKind
        case .notAccepted: .dropNotAccepted
        case .notAPicture: .dropNotAPicture
        case .picture(let inner): inner.errorCode
        case .prompt(let inner), .sidecar(let inner): inner.errorCode
        case .sidecarFile(let inner): inner.errorCode
        case .sidecarMissing: .dropSidecarMissing
        case .ownOutput: .dropOwnOutput
        case .vanished: .dropVanished
        case .withdrawn: .dropWithdrawn
        case .job(let inner), .sample(let inner): inner.errorCode
        }
    }
}

extension PromptFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .empty: .promptEmpty
        case .tooLong: .promptTooLong
        case .notUTF8: .promptNotUTF8
        case .binary: .controlCharacter
        case .yamlFrontMatter: .promptYAMLFrontMatter
        case .frontMatterNotClosed: .promptFrontMatterNotClosed
        case .frontMatter(let inner): inner.errorCode
        case .unfit(let inner), .request(let inner): inner.errorCode
        case .emptyBatch: .batchEmpty
        case .tooManyLines: .batchTooManyLines
        case .tooManyPictures: .batchTooManyPictures
        case .promptTwice: .promptPromptTwice
        case .pictureList: .promptPictureList
        }
    }
}

extension PictureFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .notAPicture: .pictureNotAPicture
        case .unsupported, .unsupportedKind: .pictureUnsupported
        case .missingLibrary: .pictureLibraryMissing
        case .tooManyPixels: .pictureTooManyPixels
        case .tooMuchMemory: .pictureTooMuchMemory
        case .truncated, .truncatedClip: .pictureTruncated
        case .corrupt: .pictureCorrupt
        case .outOfMemory: .pictureOutOfMemory
        case .artTooLarge: .artTooLarge
        case .font: .fontUnusable
        case .unreadable(let inner): inner.errorCode
        }
    }
}

extension ArtWarning: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .thinToneRange: .artFewTones
        case .unusable: .artCharactersLeftOut
        case .nothingUsable: .artNoCharacters
        case .readingNeedsColors: .artNeedsColors
        case .fewGlyphs: .artFewGlyphs
        case .fewerFrames: .artFewerFrames
        }
    }
}

extension FieldFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch problem {
        case .syntax: .fieldSyntax
        case .unknown: .fieldUnknown
        case .wrongType: .fieldWrongType
        case .outOfRange: .fieldOutOfRange
        case .notOneOf, .noCause: .fieldNotOneOf
        case .malformed, .forbiddenCharacter, .query: .fieldMalformed
        case .controlCharacter: .controlCharacter
        case .missing, .promptNeeded: .fieldMissing
        case .duplicate: .fieldDuplicate
        case .conflict, .otherPicture: .fieldConflict
        case .notHonoured, .takesNoPicture, .pictureNeeded, .noPicture: .fieldNotHonoured
        case .notLocal: .fieldNotLocal
        case .beyondBackend, .tooManyPictures: .fieldOutOfRange
        }
    }
}

extension LibraryQueryProblem: CodedFailure {
    package var errorCode: ErrorCode {
        switch kind {
        case .unclosedQuote, .unclosedGroup, .nestedGroup, .emptyAlternative, .spaceInGroup, .misplaced,
            .nothingToFind, .duplicate, .noCondition:
            .searchSyntax
        case .unknownKey: .searchUnknownKey
        case .missingValue, .unknownValue, .malformed, .emptyRange: .searchValue
        case .tooLong, .tooManyTerms: .searchTooLarge
        }
    }
}

extension KeyFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch problem {
        case .missing: .keyMissing
        case .unreadable: .keyUnreadable
        case .tooOpen: .keyTooOpen
        case .empty: .keyEmpty
        case .tooLong: .keyTooLong
        case .malformed: .keyMalformed
        case .failed: .keyCommandFailed
        case .late: .keyCommandLate
        }
    }
}

extension FileFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .missing: .fileMissing
        case .exists: .fileExists
        case .denied: .fileDenied
        case .full: .fileFull
        case .readOnly: .fileReadOnly
        case .notRegular: .fileNotRegular
        case .notFolder: .folderBlocked
        case .tooLarge: .fileTooLarge
        case .changing: .fileChanging
        case .damaged: .fileDamaged
        case .otherDevice: .fileOtherDevice
        case .nameTooLong: .fileNameTooLong
        case .unmounted: .folderUnmounted
        case .served: .folderServed
        case .heldElsewhere: .folderHeldElsewhere
        case .nameHeld: .folderNameHeld
        case .sharedStore(let failure): failure.errorCode
        case .database(let failure): failure.errorCode
        case .failed: .fileFailed
        }
    }
}

extension BlobStoreFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .unreachable: .blobsUnreachable
        case .refused: .blobsRefused
        case .elsewhere: .blobsElsewhere
        case .clock: .blobsClock
        case .busy: .blobsBusy
        }
    }
}

extension RepositoryFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .full: .databaseFull
        case .denied: .databaseDenied
        case .busy: .databaseBusy
        case .corrupt: .databaseCorrupt
        case .moved: .databaseMoved
        case .unreachable: .databaseUnreachable
        case .onServer(let failure): failure.errorCode
        case .expelled: .databaseExpelled
        case .movedAway: .databaseMovedAway
        case .incomplete: .databaseIncomplete
        case .usedByOlder: .databaseUsedByOlder
        case .newer: .databaseNewer
        case .foreign: .databaseForeign
        case .networkFileSystem: .databaseNetworkFileSystem
        case .failed: .databaseFailed
        }
    }
}

extension DatabaseServerFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .full: .databaseFull
        case .denied: .databaseDenied
        case .interrupted: .databaseBusy
        case .readOnly: .databaseReadOnly
        case .corrupt: .databaseCorrupt
        case .failed: .databaseFailed
        }
    }
}

extension BackendFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .auth: .backendAuth
        case .quota: .backendQuota
        case .rateLimited: .backendRateLimited
        case .moderated: .backendModerated
        case .invalid: .backendInvalid
        case .gone, .closed: .backendGone
        case .loading: .backendLoading
        case .transient: .backendTransient
        case .timeout: .backendTimeout
        case .unknown: .backendUnknown
        case .empty: .backendEmpty
        case .badResponse: .backendBadResponse
        case .expired: .backendExpired
        case .lost: .backendLost
        case .tooLarge: .backendTooLarge
        case .cancelled: .backendCancelled
        case .failed: .backendFailed
        case .unsupported: .backendUnsupported
        case .config: .backendConfig
        }
    }
}

extension JobFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .picture(let inner): inner.errorCode
        case .backend(_, let inner): inner.errorCode
        case .unfetched: .pictureUnfetched
        case .noSuchBackend: .jobNoSuchBackend
        case .overBudget: .jobOverBudget
        case .delivery(let inner): inner.errorCode
        case .storage(let inner): inner.errorCode
        case .pictureLost: .jobPictureLost
        case .nameTaken: .jobNameTaken
        case .request(let inner): inner.errorCode
        case .refused(let inner): inner.errorCode
        case .gate: .behindGate
        }
    }
}

extension JobState {
    /// The stable machine-readable reason why a job waits, is held, is unknown or failed; `nil` for other states.
    package var errorCode: ErrorCode? {
        switch self {
        case .waiting(_, let failure), .failed(let failure): failure.errorCode
        case .held(.budget): .heldBudget
        case .held(.approval): .heldApproval
        case .unknown: .jobUnknown
        case .queued, .submitting, .submitted, .generated, .staged, .done, .cancelled: nil
        }
    }

    package var code: String? { errorCode?.rawValue }
}

extension ControlFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .noSuchJob: .noSuchJob
        case .ambiguousJob: .ambiguousJob
        case .mayPayTwice: .mayPayTwice
        case .notRetryable: .notRetryable
        case .notHeld: .notHeld
        case .notRedeliverable: .notRedeliverable
        case .pictureLost: .jobPictureLost
        case .neverStarted: .jobNeverBegun
        case .sourceGone: .jobSourceGone
        case .sourceMoving: .jobSourceMoving
        case .refusedAgain(let inner, _): inner.errorCode
        case .artGone: .artGone
        case .pictureRemoved: .pictureRemoved
        case .hasEnded: .jobHasEnded
        case .notForgettable: .notForgettable
        case .keyReused: .idempotencyKeyReused
        case .fields(let failures): failures.count == 1 ? failures[0].errorCode : .fieldsInvalid
        case .noSuchFolder: .noSuchFolder
        case .noSuchBackend: .noSuchBackend
        case .noSuchCache: .noSuchCache
        case .noSuchTarget: .noSuchTarget
        case .notDelivered: .notDelivered
        case .noSuchNode: .noSuchNode
        case .ambiguousNode: .ambiguousNode
        case .noSuchPlan: .noSuchPlan
        case .ambiguousPlan: .ambiguousPlan
        case .planTimes: .planTimes
        case .tooManyPlans: .tooManyPlans
        case .planKeyReused: .idempotencyKeyReused
        case .planEnded: .planEnded
        case .prompt(let inner): inner.errorCode
        case .picture(let inner): inner.errorCode
        case .configuration, .notServable: .configurationInvalid
        case .repository(let inner): inner.errorCode
        case .storage(let inner): inner.errorCode
        case .noRoom: .noRoom
        case .draining: .draining
        case .unsupported: .unsupported
        case .noSuchArtwork: .noSuchArtwork
        case .noLikeness: .noLikeness
        case .noVisionModel: .noVisionModel
        case .noTags(_, let outcome): outcome.errorCode
        case .search(_, let problem): problem.errorCode
        case .noSuchTag: .noSuchTag
        case .tagExists: .tagExists
        case .nothingToUndo: .nothingToUndo
        case .backupOnServer: .backupOnServer
        case .galleryOff: .galleryOff
        }
    }
}

extension TagOutcome: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        // With tags there is no failure to name.
        case .suggested, .noArtwork: .noSuchArtwork
        case .lost: .tagsLost
        case .overBudget: .tagsOverBudget
        case .failed(_, let inner): inner.errorCode
        case .pictureGone: .pictureRemoved
        case .excluded: .tagsNotAllowed
        case .repository(let inner): inner.errorCode
        }
    }
}

extension RequestRefusal: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .noSuchPath: .noSuchPath
        case .methodNotAllowed: .methodNotAllowed
        case .notAcceptable: .notAcceptable
        case .unsupportedMediaType: .unsupportedMediaType
        case .noBody: .noBody
        case .bodyTooLarge: .bodyTooLarge
        case .tooBusy: .tooBusy
        case .malformedTarget: .malformedTarget
        case .malformedQuery: .malformedQuery
        case .malformedForm: .malformedForm
        case .malformedHead: .malformedHead
        case .unknownTransferCoding: .unknownTransferCoding
        case .hostMissing: .hostMissing
        case .foreignHost: .foreignHost
        case .fromWebPage: .fromWebPage
        case .notAllowed: .notAllowed
        case .noToken: .noToken
        case .timedOut: .timedOut
        case .serviceNotReady: .notReady
        case .tooManyListeners: .tooManyListeners
        case .tooManyConnections: .tooManyConnections
        }
    }
}

extension SocketFailure: CodedFailure {
    package var errorCode: ErrorCode {
        switch self {
        case .inUse: .socketInUse
        case .notASocket: .socketNotASocket
        case .pathTooLong: .socketPathTooLong
        case .file(let inner): inner.errorCode
        case .notListening: .socketNotListening
        case .serverFailed: .socketServerFailed
        }
    }
}
