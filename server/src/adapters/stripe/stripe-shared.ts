import Stripe from 'stripe'

import { ProviderUnknown } from '../../ports/payments.ts'

// Shared by the parts of the card adapter: Stripe's errors, and reading its objects.

export const provider = 'stripe'
const { StripeError, StripeInvalidRequestError } = Stripe.errors

/**
 * Turns errors of the SDK into ProviderUnknown without their text, which may hold parts of keys,
 * URLs and customers' data.
 */
export async function knownOrUnknown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    throw new ProviderUnknown(
      provider,
      [error.type, error.statusCode, error.code].filter(Boolean).join(' '),
      { code: errorCodeOf(error), ...(error.statusCode ? { status: error.statusCode } : {}) },
    )
  }
}

/** An error's type; for an error of the network, its code. */
function errorCodeOf(error: InstanceType<typeof StripeError>): string {
  const { code, message } = (error.detail ?? {}) as { code?: unknown; message?: string }
  if (error.type !== 'StripeConnectionError') return error.type
  if (/timeout/i.test(`${message ?? ''} ${error.message}`)) return 'ETIMEDOUT'

  return typeof code === 'string' ? code : error.type
}

/**
 * Whether Stripe refused the request itself for good (400, 404). Errors of keys, limits and
 * concurrent calls have other classes.
 */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof StripeInvalidRequestError

/** Returns null for an unknown id (404); rethrows every other error. */
export function noneWhenMissing(error: unknown): null {
  if (isRefusal(error) && error.statusCode === 404) return null
  throw error
}

/** Whether a reference is expanded to its object. */
export const isExpanded = <T extends object>(value: string | T | null | undefined): value is T =>
  typeof value === 'object' && value !== null

/** A time as whole epoch seconds. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)
