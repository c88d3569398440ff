import type { CaptchaAction } from '@chaveiro/contracts/limits'

/**
 * accepted: nonce must be used up by the caller, exactly once, until expiresAt; refused: wrong or
 * missing; unavailable: the service did not answer.
 */
export type CaptchaVerdict =
  | { kind: 'accepted'; nonce: string | null; expiresAt: Date }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }

/** A captcha service: whatever it is, one challenge an action and one verdict a solution (Q17). */
export type Captcha = {
  readonly name: 'altcha' | 'recaptcha' | 'turnstile'
  readonly siteKey: string
  /**
   * A challenge bound to the action; null where the browser gets its challenge from the service
   * itself.
   */
  challenge(action: CaptchaAction, now: Date): Promise<unknown>
  verify(
    token: string,
    expected: { action: CaptchaAction; ip: string; now: Date },
  ): Promise<CaptchaVerdict>
}
