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
import { findBuyer } from './chat.people.ts'
import { embedBox, linkButton, componentRow, chatTimestamp } from './chat.replies.ts'
import { chatWords } from './chat.words.ts'

/**
 * Buy with PIX as on the site: fill the chat's cart, open the payment through the same checkout,
 * and show the PIX code in the message. Idempotent: a repeated job finds the same payment.
 */
export async function startPurchase(
  app: App,
  interaction: StoredInteraction,
  { productId, quantity, cpf, coupon, messageId, channelId }: Extract<Work, { kind: 'buy' }>,
): Promise<ChatMessage> {
  const buyer = await findBuyer(app, interaction)
  if ('refusal' in buyer) return { ...buyer.refusal, embeds: [] }

  const { member } = buyer
  await app.limits.count('checkout', member.id)
  const cartId = await fillChatCart(app, member.id, productId, quantity)

  const { payment } = await startPayment(
    app,
    { userId: member.id, name: member.name, email: member.email, language: interaction.language },
    {
      method: 'pix',
      cartId,
      cpf,
      couponCode: couponCodeOf(coupon ?? '') || null,
      termsAccepted: true,
      discordId: interaction.person.id,
      chat: { messageId, channelId },
      successUrl: `${app.config.publicUrl}/success`,
      cancelUrl: `${app.config.publicUrl}/failed`,
    },
  )

  await inTransaction(app, (tx) =>
    tx.db
      .update(chatInteractions)
      .set({ paymentId: payment.id })
      .where(eq(chatInteractions.id, interaction.id)),
  )

  // Read the payment again, since it may have been completed meanwhile.
  return paymentMessage(app, (await paymentById(app, payment.id))!, interaction.language)
}

/**
 * Show the result of a payment in the chat: in the message of the purchase while it can be changed.
 * After that, a completed payment is announced by a direct message.
 */
export async function tellPayment(app: App, paymentId: string): Promise<void> {
  const payment = await paymentById(app, paymentId)
  const chatProvider = app.providers.chat
  if (!payment || !chatProvider || payment.status === 'pending') return

  const interactionRows = await app.db
    .select()
    .from(chatInteractions)
    .where(eq(chatInteractions.paymentId, paymentId))

  let notified = false

  for (const row of interactionRows) {
    const interaction = openInteraction(app, row)
    if (!interaction || !tokenLives(app, row)) continue

    const editResult = throwIfTransient(
      await chatProvider.editAnswer(
        interaction.token,
        await paymentMessage(app, payment, interaction.language),
      ),
    )
    notified ||= editResult.kind === 'ok'
    await inTransaction(app, (tx) =>
      tx.db.update(chatInteractions).set({ sealed: null }).where(eq(chatInteractions.id, row.id)),
    )
  }

  if (notified || payment.status !== 'completed' || !payment.discordId) return

  // Discord refuses direct messages to people who block them; those buyers find the purchase in
  // their account.
  const sendResult = throwIfTransient(
    await chatProvider.sendDirect(payment.discordId, {
      ...(await paymentMessage(app, payment, payment.language)),
      nonce: payment.id.slice(0, 25),
    }),
  )

  if (sendResult.kind !== 'ok')
    app.log.info({ paymentId, reason: sendResult.reason }, 'a buyer in the chat takes no messages')
}

/** Texts for the reasons of a failed payment; other reasons have a general text. */
const failureTexts: Readonly<Record<string, Localized>> = {
  expired: chatWords.failedExpired,
  replaced: chatWords.failedReplaced,
}

/** The message of a purchase for the payment's current state. It never contains a key. */
async function paymentMessage(
  app: App,
  payment: Payment,
  language: Language,
): Promise<ChatMessage> {
  const translate = (text: Localized) => inLanguage(language, text)
  const orderLines = await linesOfOrder(app, payment.orderId)

  const product = cutChat(
    orderLines.map((line) => `${line.quantity} × ${plainChat(line.name)}`).join('\n'),
    1000,
  )

  const paymentPage = (path: 'success' | 'failed', label: Localized) =>
    linkButton(`${app.config.publicUrl}/${path}?payment_id=${payment.id}`, translate(label))
  const savedSettings = await siteSettings(app)
  const supportUrl = [savedSettings.discordSupportLink, savedSettings.supportDiscord].find((url) =>
    /^https:\/\/\S+$/i.test(url),
  )
  const supportLinks = supportUrl ? [linkButton(supportUrl, translate(chatWords.support))] : []

  if (payment.status === 'pending' && payment.charge?.kind === 'pix') {
    const { code } = payment.charge
    return {
      content: '',
      embeds: [pixEmbed(app, payment, { product, code }, language)],
      components: [componentRow(paymentPage('success', chatWords.follow), ...supportLinks)],
    }
  }

  if (payment.status === 'completed')
    return {
      content: '',
      embeds: [
        embedBox(translate(chatWords.paidTitle), translate(chatWords.paidText({ product })), {
          color: 0x5bd6a0,
        }),
      ],
      components: [componentRow(paymentPage('success', chatWords.paidOpen), ...supportLinks)],
    }

  const failureText = (payment.reason && failureTexts[payment.reason]) || chatWords.failedOther
  const failureTitle =
    payment.status === 'refunded' ? chatWords.refundedTitle : chatWords.failedTitle

  return {
    content: '',
    embeds: [
      embedBox(
        translate(failureTitle),
        payment.status === 'refunded' ? product : `${product}\n\n${translate(failureText)}`,
        {
          color: 0xff8f8f,
        },
      ),
    ],
    components: [componentRow(paymentPage('failed', chatWords.failedOpen), ...supportLinks)],
  }
}

/** Instructions to pay an open PIX payment. */
function pixEmbed(
  app: App,
  payment: Payment,
  pixDetails: { product: string; code: string },
  language: Language,
): ChatEmbed {
  const translate = (text: Localized) => inLanguage(language, text)
  const formatAmount = (cents: number) => formatMoney(cents, payment.currency, language)
  const embedFields = [
    { name: translate(chatWords.expires), value: chatTimestamp(payment.expiresAt), inline: true },
  ]

  if (payment.discountCents)
    embedFields.push({
      name: translate(chatWords.discount),
      value: formatAmount(payment.discountCents),
      inline: true,
    })

  return embedBox(
    translate(chatWords.pixTitle({ total: formatAmount(payment.amountCents) })),
    translate(chatWords.pixText(pixDetails)),
    { image: { url: pixImageUrl(app, payment.id) }, fields: embedFields },
  )
}
