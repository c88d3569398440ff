import { couponCodeOf } from '@chaveiro/contracts/coupon-code'
import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { eq } from 'drizzle-orm'

import { chatInteractions } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { cutChat, plainChat } from '../../platform/text/chat-text.ts'
import { formatMoney } from '../../platform/text/money.ts'
import { throwIfTransient, type ChatEmbed, type ChatMessage } from '../../ports/chat.ts'
import { fillChatCart } from '../cart/cart.service.ts'
import { linesOfOrder } from '../orders/orders.service.ts'
import { startPayment } from '../payments/checkout/checkout.service.ts'
import { pixImageUrl } from '../payments/checkout/pix-image.ts'
import { paymentById, type Payment } from '../payments/state/payments.queries.ts'
import { siteSettings } from '../settings/settings.service.ts'
import { openInteraction, tokenLives, type StoredInteraction, type Work } from './chat.acts.ts'
import { buyerOf } from './chat.people.ts'
import { box, link, row, when } from './chat.replies.ts'
import { chatWords } from './chat.words.ts'

/**
 * Buy with PIX as on the site: fill the chat's cart, open the payment by the same checkout, and
 * show the code in the message. Idempotent: a repeat finds the same payment.
 */
export async function buy(
  app: App,
  act: StoredInteraction,
  { productId, quantity, cpf, coupon, messageId, channelId }: Extract<Work, { kind: 'buy' }>,
): Promise<ChatMessage> {
  const buyer = await buyerOf(app, act)
  if ('refusal' in buyer) return { ...buyer.refusal, embeds: [] }

  const { member } = buyer
  await app.limits.count('checkout', member.id)
  const cartId = await fillChatCart(app, member.id, productId, quantity)

  const { payment } = await startPayment(
    app,
    { userId: member.id, name: member.name, email: member.email, language: act.language },
    {
      method: 'pix',
      cartId,
      cpf,
      couponCode: couponCodeOf(coupon ?? '') || null,
      termsAccepted: true,
      discordId: act.person.id,
      chat: { messageId, channelId },
      successUrl: `${app.config.publicUrl}/success`,
      cancelUrl: `${app.config.publicUrl}/failed`,
    },
  )

  await inTransaction(app, (tx) =>
    tx.db
      .update(chatInteractions)
      .set({ paymentId: payment.id })
      .where(eq(chatInteractions.id, act.id)),
  )

  // Read again: the payment may have completed meanwhile.
  return paymentMessage(app, (await paymentById(app, payment.id))!, act.language)
}

/**
 * Show the result of a payment in the chat: in its message while that can be changed, else in a
 * direct message if it completed.
 */
export async function tellPayment(app: App, paymentId: string): Promise<void> {
  const payment = await paymentById(app, paymentId)
  const chat = app.providers.chat
  if (!payment || !chat || payment.status === 'pending') return

  const rows = await app.db
    .select()
    .from(chatInteractions)
    .where(eq(chatInteractions.paymentId, paymentId))

  let notified = false

  for (const row of rows) {
    const act = openInteraction(app, row)
    if (!act || !tokenLives(app, row)) continue

    const edited = throwIfTransient(
      await chat.editAnswer(act.token, await paymentMessage(app, payment, act.language)),
    )
    notified ||= edited.kind === 'ok'
    await inTransaction(app, (tx) =>
      tx.db.update(chatInteractions).set({ sealed: null }).where(eq(chatInteractions.id, row.id)),
    )
  }

  if (notified || payment.status !== 'completed' || !payment.discordId) return

  // Discord refuses this for people who accept no messages; they find the purchase in their
  // account.
  const sent = throwIfTransient(
    await chat.sendDirect(payment.discordId, {
      ...(await paymentMessage(app, payment, payment.language)),
      nonce: payment.id.slice(0, 25),
    }),
  )

  if (sent.kind !== 'ok')
    app.log.info({ paymentId, reason: sent.reason }, 'a buyer in the chat takes no messages')
}

/** The text about a failed payment, by its reason; other reasons have a general text. */
const failureTexts: Readonly<Record<string, Localized>> = {
  expired: chatWords.failedExpired,
  replaced: chatWords.failedReplaced,
}

/** The message of a purchase in the payment's current state; it never holds a key. */
async function paymentMessage(
  app: App,
  payment: Payment,
  language: Language,
): Promise<ChatMessage> {
  const say = (text: Localized) => inLanguage(language, text)
  const lines = await linesOfOrder(app, payment.orderId)

  const product = cutChat(
    lines.map((line) => `${line.quantity} × ${plainChat(line.name)}`).join('\n'),
    1000,
  )

  const page = (path: 'success' | 'failed', label: Localized) =>
    link(`${app.config.publicUrl}/${path}?payment_id=${payment.id}`, say(label))
  const site = await siteSettings(app)
  const help = [site.discordSupportLink, site.supportDiscord].find((url) =>
    /^https:\/\/\S+$/i.test(url),
  )
  const support = help ? [link(help, say(chatWords.support))] : []

  if (payment.status === 'pending' && payment.charge?.kind === 'pix') {
    const { code } = payment.charge
    return {
      content: '',
      embeds: [pixBox(app, payment, { product, code }, language)],
      components: [row(page('success', chatWords.follow), ...support)],
    }
  }

  if (payment.status === 'completed')
    return {
      content: '',
      embeds: [
        box(say(chatWords.paidTitle), say(chatWords.paidText({ product })), { color: 0x5bd6a0 }),
      ],
      components: [row(page('success', chatWords.paidOpen), ...support)],
    }

  const why = (payment.reason && failureTexts[payment.reason]) || chatWords.failedOther
  const title = payment.status === 'refunded' ? chatWords.refundedTitle : chatWords.failedTitle

  return {
    content: '',
    embeds: [
      box(say(title), payment.status === 'refunded' ? product : `${product}\n\n${say(why)}`, {
        color: 0xff8f8f,
      }),
    ],
    components: [row(page('failed', chatWords.failedOpen), ...support)],
  }
}

/** Instructions to pay an open PIX. */
function pixBox(
  app: App,
  payment: Payment,
  shown: { product: string; code: string },
  language: Language,
): ChatEmbed {
  const say = (text: Localized) => inLanguage(language, text)
  const money = (cents: number) => formatMoney(cents, payment.currency, language)
  const fields = [{ name: say(chatWords.expires), value: when(payment.expiresAt), inline: true }]

  if (payment.discountCents)
    fields.push({
      name: say(chatWords.discount),
      value: money(payment.discountCents),
      inline: true,
    })

  return box(
    say(chatWords.pixTitle({ total: money(payment.amountCents) })),
    say(chatWords.pixText(shown)),
    { image: { url: pixImageUrl(app, payment.id) }, fields },
  )
}
