import Stripe from 'stripe'

import { ProviderUnknown } from '../../ports/payments.ts'

// What the parts of the card adapter have in common: how Stripe says no, and how its objects are
// read.

export const provider = 'stripe'
const { StripeError, StripeInvalidRequestError } = Stripe.errors

/**
 * What the SDK throws, said without its text: that may hold parts of keys, addresses and what a
 * customer wrote.
 */
export async function knownOrUnknown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    throw new ProviderUnknown(
      provider,
      [error.type, error.statusCode, error.code].filter(Boolean).join(' '),
      { code: codeOf(error), ...(error.statusCode ? { status: error.statusCode } : {}) },
    )
  }
}

/** The class of an error; of one of the network, which one. */
function codeOf(error: InstanceType<typeof StripeError>): string {
  const { code, message } = (error.detail ?? {}) as { code?: unknown; message?: string }
  if (error.type !== 'StripeConnectionError') return error.type
  if (/timeout/i.test(`${message ?? ''} ${error.message}`)) return 'ETIMEDOUT'

  return typeof code === 'string' ? code : error.type
}

/**
 * Said of the request itself and for good (400, 404); keys, limits and calls under way have classes
 * of their own.
 */
export const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof StripeInvalidRequestError

/** Nothing stands under that id (404); all else is thrown on. */
export function noneWhenMissing(error: unknown): null {
  if (isRefusal(error) && error.statusCode === 404) return null
  throw error
}

/** Whether a reference was filled in with its object. */
export const isExpanded = <T extends object>(value: string | T | null | undefined): value is T =>
  typeof value === 'object' && value !== null

/** Epoch seconds. */
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
