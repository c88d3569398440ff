import { z } from 'zod'

import { roles } from './limits.ts'
import { amount, currency, entityId, instant, success } from './shared.ts'
import { customerLicenceStatuses, paymentStatuses } from './states.ts'

export const sessionUser = z.object({
  ...entityId,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
})

export const user = z.object({
  ...entityId,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  discordId: z.string().nullable(),
  createdAt: instant,
  lastLoginAt: instant.nullable(),
  isBanned: z.boolean(),
  banReason: z.string().nullable(),
  bannedAt: instant.nullable(),
})

export const signedIn = z.object({
  ...success,
  message: z.string(),
  data: z.object({ tokens: z.object({ accessToken: z.string() }), user: sessionUser }),
})

export const messageReply = z.object({ ...success, message: z.string() })
export const passwordIn = z.string().min(1).max(1024)

/** A code that a person typed or pasted from a mail. */
export const typedCodeIn = z.string().trim().min(1).max(32)

/** A product's picture, or the colour of its placeholder drawing. */
export const pictureFields = { image: z.string().nullable(), color: z.string() }

/** Whether the product can be bought again. */
export const onSale = z.boolean()

export const recentLicence = z.object({
  ...entityId,
  productName: z.string(),
  product: z.object({ name: z.string() }),
  status: z.enum(customerLicenceStatuses),
  licenseKey: z.string().nullable(),
  purchaseDate: instant,
  expirationDate: instant.nullable(),
  ...pictureFields,
})

/** A licence that ends soon, with the product for its renewal. */
export const endingLicence = z.object({
  ...entityId,
  productId: z.string(),
  variantId: z.string(),
  productName: z.string(),
  expirationDate: instant,
  ...pictureFields,
  onSale,
})

export const recentPayment = z.object({
  ...entityId,
  status: z.enum(paymentStatuses),
  amount,
  currency,
  paymentMethod: z.object({ type: z.string(), name: z.string() }),
  createdAt: instant,
})

export const auditEntry = z.object({
  ...entityId,
  action: z.string(),
  details: z.unknown(),
  createdAt: instant,
  ip: z.string().nullable(),
  performedBy: z.object({ ...entityId, name: z.string() }).nullable(),
  /** The object of the action: its kind, its id, and its display name (null if unknown). */
  target: z
    .object({ type: z.string(), id: z.string(), name: z.string().nullable() })
    .nullable()
    .optional(),
})

/** One of the account's own sessions; `device` is derived from its browser's user agent. */
export const ownSession = z.object({
  ...entityId,
  device: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  current: z.boolean(),
})
