import { ApiError } from '../../../api/call.ts'

/** The page itself refused to start; the message is for the buyer. */
export class StartRefused extends Error {}

/**
 * Text of a failed start: the captcha text, the server's message, or the method's default text
 * (S269, S270).
 */
export function startFailure(error: unknown, fallback: string, securityText: string): string {
  if (!(error instanceof ApiError)) return error instanceof StartRefused ? error.message : fallback
  if (error.message.includes('reCAPTCHA')) return securityText

  return error.message || fallback
}
