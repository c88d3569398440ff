import type { Api } from '@chaveiro/contracts'
import { providerSegments, staffRoles } from '@chaveiro/contracts/limits'
import { payMethods } from '@chaveiro/contracts/payment-methods'
import type { paymentStatus } from '@chaveiro/contracts/payments'
import { sourceOf } from '@chaveiro/contracts/visit-steps'
import type { z } from 'zod'

import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import {
  seesAsStaff,
  type Caller,
  type Handlers,
  type Principal,
} from '../../../platform/http/mount.ts'
import { fromWire } from '../../../platform/text/money.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { showUnits } from '../../licences/reveals.service.ts'
import { hasNearDeposit } from '../settlement/near-deposits.queries.ts'
import { mayAsk, settle } from '../settlement/settle.service.ts'
import { readDepositsTogether } from '../settlement/sweep.service.ts'
import { wasPaid } from '../state/payment.rules.ts'
import {
  depositsOf,
  paymentOnPage,
  pendingOfUser,
  successorOf,
  type Payment,
  type PaymentOnPage,
} from '../state/payments.queries.ts'
import type { Buyer, CheckoutInput } from './checkout.input.ts'
import { startPayment, type CheckoutResult } from './checkout.service.ts'
import { cryptoView, freeView, pixView, statusView } from './checkout.views.ts'
import { oneLine } from './one-line.rules.ts'
import { lookupId } from './payment-lookup.rules.ts'
import { pixImage } from './pix-image.ts'
import { returnUrl } from './return-url.rules.ts'

export const paymentsRoutes: Handlers<Api['payments']> = {
  async startPix(app, { body, principal, caller }) {
    const { cpf, keepCpf, useKeptCpf } = body.customer

    const checkout = await startCheckout(app, principal, caller, {
      method: 'pix',
      ...(useKeptCpf ? { useKeptCpf } : { cpf: cpf?.replace(/[^\da-z]/gi, '') ?? '' }),
      ...(cpf && keepCpf ? { keepCpfFor: principal.sessionId } : {}),
      ...commonInput(app, body),
    })

    if (checkout.kind === 'completed') return freeView(checkout.payment)

    const pixPaymentView = pixView(checkout.payment)!
    if (checkout.kind === 'standing') throw fail('payment.pending', {}, { payment: pixPaymentView })

    return { success: true as const, ...pixPaymentView }
  },

  async startCrypto(app, { body, principal, caller }) {
    const checkout = await startCheckout(app, principal, caller, {
      method: 'crypto',
      coin: body.cryptoType,
      ...commonInput(app, body),
    })

    if (checkout.kind === 'completed') return freeView(checkout.payment)

    const cryptoPaymentView = cryptoView(checkout.payment)!
    if (checkout.kind === 'standing')
      throw fail('payment.pending', {}, { payment: cryptoPaymentView })

    return { success: true as const, ...cryptoPaymentView }
  },

  async startCard(app, { body, principal, caller }) {
    const checkout = await startCheckout(app, principal, caller, {
      method: payMethods.card,
      ...commonInput(app, body),
      successUrl: returnUrl(body.successUrl, app.config.publicUrl, sessionReturn),
      cancelUrl: returnUrl(body.cancelUrl, app.config.publicUrl, '/checkout'),
    })

    const { payment } = checkout

    const forwardUrl =
      checkout.kind === 'completed'
        ? `${app.config.publicUrl}/success?payment_id=${payment.id}`
        : hostedCardUrl(payment)

    return {
      success: true as const,
      url: forwardUrl,
      paymentId: payment.id,
      status: payment.status,
    }
  },

  async pending(app, { principal, caller }) {
    const openPayment = await pendingOfUser(app, principal.userId)
    return {
      success: true as const,
      payment: openPayment && (await statusFor(app, openPayment, principal, caller)),
    }
  },

  async status(app, { params, query, principal, caller }) {
    if (!providerNames.has(params.provider)) throw fail('request.not_found')

    await app.limits.count('status', caller.ip)
    const id = lookupId(params.paymentId)
    const paymentPage = id && (await paymentOnPage(app, id))
    if (!paymentPage) throw fail('payment.not_found')

    const { payment } = paymentPage
    const askedEverySeconds = query.now ? 3 : 15

    const isAskedNow =
      payment.status === 'pending' &&
      !wasAskedWithin(app, payment, askedEverySeconds) &&
      (await mayAsk(app, payment.id, askedEverySeconds))

    if (isAskedNow && payment.method === 'crypto') await readDepositsTogether(app)
    const settledPayment = isAskedNow ? await settle(app, payment.id, 'poll') : null

    return statusFor(
      app,
      settledPayment ? { ...paymentPage, payment: settledPayment } : paymentPage,
      principal,
      caller,
    )
  },

  async pixImage(app, { params }) {
    return {
      bytes: await pixImage(app, params.paymentId, params.signature),
      fileName: 'pix.png',
      inline: true as const,
    }
  },
}

/** Provider names in the path of a payment. Each name finds payments of every provider (Q27). */
const providerNames: ReadonlySet<string> = new Set(Object.values(providerSegments).flat())
const sessionReturn = '/status?session_id={CHECKOUT_SESSION_ID}'

const commonInput = (
  app: App,
  body: {
    cartId: string
    cupomCode?: string | null
    termsAccepted?: unknown
    customer?: { name?: string; email?: string }
    source?: string
    expectedTotal?: number
  },
): Omit<CheckoutInput, 'method'> => ({
  cartId: body.cartId,
  couponCode: body.cupomCode || null,
  termsAccepted: body.termsAccepted,
  source: sourceOf(body.source),
  ...(body.expectedTotal === undefined ? {} : { expectedCents: fromWire(body.expectedTotal) }),
  receipt: { name: oneLine(body.customer?.name), email: oneLine(body.customer?.email) },
  successUrl: `${app.config.publicUrl}${sessionReturn}`,
  cancelUrl: `${app.config.publicUrl}/checkout`,
})

/** The provider's page of a card payment; empty when the payment has no card charge. */
const hostedCardUrl = ({ charge }: Payment): string => (charge?.kind === 'card' ? charge.url : '')

async function startCheckout(
  app: App,
  principal: Principal,
  caller: Caller,
  input: CheckoutInput,
): Promise<CheckoutResult> {
  await app.limits.count('checkout', principal.userId)

  const buyer: Buyer = {
    userId: principal.userId,
    name: principal.name,
    email: principal.email,
    language: caller.language,
    isStaff: staffRoles.includes(principal.role),
    from: caller,
  }

  return startPayment(app, buyer, input)
}

/** Whether the provider was asked so recently that most polls can skip it. */
const wasAskedWithin = (app: App, { checkedAt }: Payment, seconds: number): boolean =>
  checkedAt !== null && checkedAt > secondsAfter(app.clock.now(), -seconds)

/**
 * Whether to search for unmatched coins: only for a crypto payment that is unpaid and received
 * nothing.
 */
const mayHaveNear = (payment: Payment): boolean =>
  payment.method === 'crypto' && payment.receivedCents === 0 && !wasPaid(payment)

/** The confirmations of the newest coins of an open payment; null before any are seen. */
async function confirmationsOf(app: App, { id, method, status }: Payment): Promise<string | null> {
  if (method !== 'crypto' || status !== 'pending') return null
  return (await depositsOf(app, id)).at(-1)?.confirmations ?? null
}

/**
 * The state of a payment for the person who asks. Keys shown to the owner are recorded as viewed.
 */
async function statusFor(
  app: App,
  paymentPage: PaymentOnPage,
  principal: Principal | null,
  caller: Caller,
): Promise<z.infer<typeof paymentStatus>> {
  const { payment } = paymentPage
  const isReplaced = payment.status === 'failed' && payment.reason === 'replaced'

  const ownersPart =
    principal?.userId === payment.userId
      ? {
          units:
            payment.status === 'completed' ? await showUnits(app, payment.orderId, caller) : [],
          confirmations: await confirmationsOf(app, payment),
          replacedBy: isReplaced ? await successorOf(app, payment) : null,
          hasNearDeposit: mayHaveNear(payment) && (await hasNearDeposit(app, payment)),
        }
      : null

  // A reader without a staff role is a stranger, unless the owner's part is present (Q27).
  const staffPrincipal = seesAsStaff(app, principal) ? principal : null

  return statusView(paymentPage, ownersPart, staffPrincipal, caller.language)
}
