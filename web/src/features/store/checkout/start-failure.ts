import { ApiError } from '../../../api/call.ts'

/** A start that the page itself refused, with the text to show. */
export class StartRefused extends Error {}

/**
 * What a refused or broken start says: the security text, the server's own, or the default of the
 * method (S269, S270).
 */
export function startFailure(error: unknown, fallback: string, securityText: string): string {
  if (!(error instanceof ApiError)) return error instanceof StartRefused ? error.message : fallback
  return error.message.includes('reCAPTCHA') ? securityText : error.message || fallback
}
