import type { CaptchaAction } from '@chaveiro/contracts/limits'

/**
 * accepted: the caller must use up the nonce exactly once, until expiresAt. refused: a wrong or
 * missing solution. unavailable: the service did not answer.
 */
export type CaptchaVerdict =
  | { kind: 'accepted'; nonce: string | null; expiresAt: Date }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }

/** A captcha service: one challenge for an action, one verdict for a solution (Q17). */
export type Captcha = {
  readonly name: 'altcha' | 'recaptcha' | 'turnstile'
  readonly siteKey: string
  /** A challenge bound to the action; null where the browser gets it from the service. */
  challenge(action: CaptchaAction, now: Date): Promise<unknown>
  verify(
    token: string,
    expected: { action: CaptchaAction; ip: string; now: Date },
  ): Promise<CaptchaVerdict>
}
