import { z } from 'zod'

import { cryptoCoins, providerSegments } from './limits.ts'
import { route, type FileReply } from './route.ts'
import {
  couponCode,
  amount,
  captchaField,
  currency,
  instant,
  licenseId,
  moneyIn,
  success,
  uuid,
} from './shared.ts'
import { customerLicenceStatuses, paymentReasons, paymentStatuses, saleChannels } from './states.ts'

const checkoutInput = {
  cartId: uuid,
  cupomCode: couponCode.nullish(),
  termsAccepted: z.unknown().optional(),
  /** The total that the buyer saw, in the cart's currency: any other total is refused (P375). */
  expectedTotal: moneyIn.optional(),
  /** The source of the visit, e.g. `instagram/natal` (P401). */
  source: z.string().max(200).optional(),
  ...captchaField,
}

const payerFields = { name: z.string().max(200).optional(), email: z.string().max(254).optional() }

/** The payer of a PIX: with a new CPF, or with the saved one, never both. */
const pixPayer = z
  .object({
    ...payerFields,
    cpf: z.string().max(32).optional(),
    /** Save this CPF for the next purchase, replacing the previous one. */
    keepCpf: z.boolean().optional(),
    useKeptCpf: z.literal(true).optional(),
  })
  .refine(({ cpf, useKeptCpf }) => (cpf === undefined) === (useKeptCpf === true), { path: ['cpf'] })

export const pixPayment = z.object({
  paymentId: z.string(),
  pixQrCode: z.string(),
  pixCode: z.string(),
  txid: z.string(),
  pixExpiration: instant,
  amount,
  currency,
  status: z.enum(paymentStatuses),
})

export const cryptoPayment = z.object({
  paymentId: z.string(),
  cryptoAddress: z.string(),
  cryptoAmount: z.string(),
  usdAmount: amount,
  cryptoType: z.enum(cryptoCoins),
  network: z.string(),
  qrText: z.string(),
  cryptoFee: amount.optional(),
  cryptoTag: z.string().optional(),
  /** Network confirmations of the coins in transit, as the exchange reports them: `1/3`. */
  confirmations: z.string().optional(),
  expiration: instant,
  amount,
  currency,
  status: z.enum(paymentStatuses),
})

/** A delivered or pending unit, returned to the owner only. */
export const deliveredUnit = z.object({
  productName: z.string(),
  variantId: z.string(),
  licenseId,
  licenseKey: z.string().nullable(),
  status: z.enum(customerLicenceStatuses),
  expirationDate: instant.nullable(),
})

export const paymentStatus = z.object({
  ...success,
  status: z.enum(paymentStatuses),
  message: z.string().optional(),

  payment: z.object({
    paymentId: z.string(),
    /** For the owner and staff; null for others (Q27). */
    cartId: z.string().nullable(),
    customer: z.object({ name: z.string(), email: z.string().optional() }),
    currency,
    amount,
    originalAmount: amount,
    discount: z.object({ applied: z.boolean(), cupomCode: z.string().nullable(), amount }),
    productName: z.string(),
    paymentMethod: z.string(),
    /**
     * discord for a purchase in the chat, which has both ids. Everyone may see the origin; only the
     * owner and staff may see the ids.
     */
    origin: z.enum(saleChannels),
    discordMessageId: z.string().nullable(),
    discordChannelId: z.string().nullable(),
    createdAt: instant,
    expiresAt: instant.nullable(),
    /** Why the payment failed; otherwise null. */
    reason: z.enum(paymentReasons).nullable(),
    /**
     * The money arrived, but delivery waits for staff because the buyer is banned or deleted. The
     * buyer must not pay again (Q114).
     */
    held: z.boolean(),
    /** The amount received so far when it differs from the price; otherwise null. */
    received: amount.nullable(),
  }),

  cartItems: z.array(
    z.object({
      product: z.object({ name: z.string(), price: amount, image: z.string().nullable() }),
      quantity: z.int(),
    }),
  ),

  /** Owner only: the order, its keys, and the data to show a pending payment again. */
  owner: z
    .object({
      orderId: z.string(),
      orderNumber: z.string(),
      units: z.array(deliveredUnit),
      pix: pixPayment.nullable(),
      crypto: cryptoPayment.nullable(),
      /** The hosted page of an open card payment. */
      card: z.object({ url: z.string() }).nullable(),
      /** The payment of the same cart that replaced this one; null otherwise. */
      replacedBy: z.string().nullable(),
    })
    .optional(),
})

const startErrors = [
  'account.terms_required',
  'cart.id_missing',
  'cart.not_found',
  'cart.empty',
  'cart.unsellable',
  'stock.short',
  'coupon.invalid',
  'coupon.min_purchase',
  'payment.method_unavailable',
  'payment.method_unstable',
  'payment.pending',
  'payment.too_many_open',
  'payment.held_back',
  'payment.closed',
  'cart.quantity',
  'payment.already_paid',
  'payment.amount',
  'payment.total_changed',
  'payment.refused',
  'payment.provider_failed',
  'captcha.failed',
  'captcha.unavailable',
  'rate.limited',
] as const

export const payments = {
  startPix: route({
    method: 'POST',
    path: `/api/payment/${providerSegments.pix[0]}/checkout`,
    also: [`/api/payment/${providerSegments.pix[1]}/checkout`],
    access: 'session',
    captcha: 'payment_checkout',
    summary:
      'Open a PIX charge for the cart, with a CPF or with the one that the account keeps ' +
      '(useKeptCpf), never both; a total of zero completes at once (Q59); an open charge ' +
      'answers 409 with its payment (Q62)',
    body: z.object({ ...checkoutInput, customer: pixPayer }),

    reply: z.union([
      z.object({ ...success, ...pixPayment.shape }),
      z.object({
        ...success,
        paymentId: z.string(),
        status: z.literal('completed'),
        amount,
        currency,
      }),
    ]),

    errors: [
      ...startErrors,
      'payment.cpf_invalid',
      'payment.cnpj',
      'payment.cpf_not_kept',
      'payment.pix_currency',
    ],
  }),

  startCard: route({
    method: 'POST',
    path: `/api/payment/${providerSegments.card[0]}/create-checkout`,
    access: 'session',
    captcha: 'payment_checkout',
    summary: 'Open a hosted card page for the cart',

    body: z.object({
      ...checkoutInput,
      successUrl: z.string().max(2048).optional(),
      cancelUrl: z.string().max(2048).optional(),
      customer: z.object({ ...payerFields, discordId: z.string().max(32).optional() }).optional(),
    }),

    reply: z.object({
      ...success,
      url: z.string(),
      paymentId: z.string(),
      status: z.enum(paymentStatuses),
    }),

    errors: startErrors,
  }),

  startCrypto: route({
    method: 'POST',
    path: `/api/payment/${providerSegments.crypto[0]}/checkout`,
    access: 'session',
    captcha: 'payment_checkout',
    summary: 'Quote the cart in a coin and wait for the deposit',
    body: z.object({
      ...checkoutInput,
      cryptoType: z.enum(cryptoCoins),
      customer: z.object(payerFields).optional(),
    }),

    reply: z.union([
      z.object({ ...success, ...cryptoPayment.shape }),
      z.object({
        ...success,
        paymentId: z.string(),
        status: z.literal('completed'),
        amount,
        currency,
      }),
    ]),

    errors: startErrors,
  }),

  pending: route({
    method: 'GET',
    path: '/api/payment/pending',
    access: 'session',
    passes: 'maintenance',
    summary: 'The open payment of the own cart, to resume it after a reload',
    reply: z.object({ ...success, payment: paymentStatus.nullable() }),
  }),

  status: route({
    method: 'GET',
    path: '/api/payment/:provider/status/:paymentId',
    access: 'public',
    passes: 'maintenance',
    summary:
      'Where a payment stands, by payment or session id whatever the provider segment; ' +
      'now=1 asks the provider at once (Q27, Q66)',
    params: z.object({ provider: z.string().max(32), paymentId: z.string().max(300) }),
    query: z.object({ now: z.string().max(5).optional() }),
    reply: paymentStatus,
    errors: ['payment.not_found', 'request.not_found', 'rate.limited'],
  }),

  pixImage: route({
    method: 'GET',
    path: '/api/payment/pix-image/:paymentId/:signature',
    access: 'public',
    passes: 'maintenance',
    summary: 'The QR code of an open PIX payment that was made in the chat, by its signed address',
    params: z.object({
      paymentId: z.string().regex(/^[0-9a-f]{32}$/),
      signature: z.string().max(64),
    }),
    file: 'image/png',
    reply: z.custom<FileReply>(),
    errors: ['payment.not_found'],
  }),
}
