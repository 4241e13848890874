package import MVICore

/// Carries out one effect and returns its last fact, if it has one.
package typealias Perform<F: Feature> = @Sendable (F.Effect, Report<F>) async -> F.InternalAction?
