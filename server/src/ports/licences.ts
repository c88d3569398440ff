/**
 * A licence as we want it: the key is chosen and kept by us before the call, so that asking again
 * cannot make a second one.
 */
export type LicenceRequest = LicenceIdentity &
  LicenceTerms & {
    /**
     * Whether it was asked for before, with an outcome that nobody knows: then it is looked for
     * first.
     */
    asked: boolean
  }

/** Which application of the seller makes a licence, as the product says (Q40), and under which key. */
export type LicenceIdentity = { sellerType: string; key: string }

/** What a licence gives: its level, as the product says (Q40), and its days. */
export type LicenceTerms = {
  level: number
  days: number
  /** Ours alone, and findable at the provider where it does not take our key. */
  note: string
}

/**
 * granted: it exists there under this key; refused: it definitely does not, and why, in words
 * without any secret.
 */
export type LicenceResult = { kind: 'granted'; key: string } | { kind: 'refused'; reason: string }

/** Whether a licence is good there now; gone when the provider does not know it. */
export type LicenceState = 'good' | 'banned' | 'gone'

/**
 * A service that mints licences for us; an outcome that is not known throws ProviderUnknown, and
 * the same call may be made again.
 */
export type LicenceProvider = {
  grant(request: LicenceRequest): Promise<LicenceResult>
  /**
   * Set a licence out of use or back into use; answers its state. Idempotent. One that is to be good
   * and is gone is made again by its terms, under the same key.
   */
  set(
    licence: LicenceIdentity,
    state: 'good' | 'banned',
    reason: string,
    terms?: LicenceTerms,
  ): Promise<LicenceState>
  read(licence: LicenceIdentity): Promise<LicenceState>
}

/**
 * The provider will not serve us with this configuration (key, plan, application): staff must act,
 * a retry does not help.
 */
export class ProviderRefused extends Error {}
