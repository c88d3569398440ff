/**
 * A requested licence. We choose and store the key before the call, so that a repeat cannot make a
 * second licence.
 */
export type LicenceRequest = LicenceIdentity &
  LicenceTerms & {
    /**
     * Whether this licence was requested before with an unknown outcome. Then the provider searches
     * for the licence first.
     */
    asked: boolean
  }

/**
 * The provider's application that creates the licence, chosen by the product (Q40), and the
 * licence's key.
 */
export type LicenceIdentity = { sellerType: string; key: string }

/** Terms of a licence: its level, chosen by the product (Q40), and its days. */
export type LicenceTerms = {
  level: number
  days: number
  /**
   * A unique note, by which we find the licence if the provider rejects our key and creates another
   * key.
   */
  note: string
}

/**
 * granted: the licence exists at the provider under this key. refused: the licence certainly does
 * not exist; the reason contains no secret.
 */
export type LicenceResult = { kind: 'granted'; key: string } | { kind: 'refused'; reason: string }

/** Whether a licence works now; gone when the provider does not know the licence. */
export type LicenceState = 'good' | 'banned' | 'gone'

/**
 * A service that mints licences. Throws ProviderUnknown for an unknown outcome; the same call may
 * be repeated.
 */
export type LicenceProvider = {
  grant(request: LicenceRequest): Promise<LicenceResult>
  /**
   * Disables or enables a licence; returns its state. Idempotent. A missing licence that should
   * work is created again with these terms, under the same key.
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
 * The provider refuses our configuration (key, plan, application): staff must act, a retry does
 * not help.
 */
export class ProviderRefused extends Error {}
