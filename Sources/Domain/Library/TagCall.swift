/// A question to a vision model for the tags of an artwork, recorded before it is sent.
package struct TagCall: Equatable, Sendable {
    package enum Phase: String, Equatable, Sendable, CaseIterable {
        /// The question may have been sent. Found at a start, or with a failure, its answer is lost.
        case submitting
        /// The tags are known.
        case answered
        /// There is no answer. It is asked again if nothing was bought, or on request.
        case failed
    }

    package let id: CallID
    /// The artwork's job.
    package let job: JobID
    package let backend: String
    /// The digest of the purchase key: picture, model and question.
    package let purchase: Digest
    package var phase: Phase
    /// The answer, the most fitting first.
    package var tags: [Tag]
    package var failure: BackendFailure?

    package init(
        id: CallID, job: JobID, backend: String, purchase: Digest, phase: Phase = .submitting, tags: [Tag] = [],
        failure: BackendFailure? = nil
    ) {
        self.id = id
        self.job = job
        self.backend = backend
        self.purchase = purchase
        self.phase = phase
        self.tags = tags
        self.failure = failure
    }

    /// The canonical form of the purchase. `service`: what else the answer depends on, such as the model. A change of
    /// the bytes buys answers a second time.
    package static func purchase(
        of picture: Digest, question: String, by backend: String, service: CanonicalFields
    ) -> CanonicalFields {
        var fields = CanonicalFields(version: "tags/1")
        fields.add("service", service.bytes)
        fields.add("backend", backend)
        fields.add("picture", picture.bytes)
        fields.add("question", question)
        return fields
    }
}

/// The outcome of recording a question before it is sent.
package enum TagCallStart: Equatable, Sendable {
    /// It may be sent.
    case begun
    /// The same question was answered before; nothing is bought.
    case answered([Tag])
    /// The same question was asked before, and may have been paid for, but there is no answer.
    case lost
    /// A cap doesn't allow the purchase; nothing was written.
    case overBudget(BudgetExceeded)
}
