import { manualMethods } from './states.ts'

/**
 * Payment methods that a provider charges. The database and the API still name the card after its
 * first provider, Stripe (Q137).
 */
export const payMethods = { pix: 'pix', card: 'stripe', crypto: 'crypto' } as const

export const payMethodNames = ['pix', 'card', 'crypto'] as const
export type PayMethodName = (typeof payMethodNames)[number]

export const chargedMethods = [payMethods.pix, payMethods.card, payMethods.crypto] as const

/** All methods of a payment, those of orders by staff included. */
export const storedMethods = [...chargedMethods, ...manualMethods] as const

export type StoredMethod = (typeof storedMethods)[number]

export type PayMethod = (typeof chargedMethods)[number]
