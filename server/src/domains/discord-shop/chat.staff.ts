import { defaultLanguage, languages } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { sendNotification as sentShape } from '@chaveiro/contracts/notifications'

import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { plainChat } from '../../platform/text/chat-text.ts'
import { throwIfTransient, type ChatAnswer, type ChatMessage } from '../../ports/chat.ts'
import { sendNotification } from '../notifications/notifications.service.ts'
import {
  acceptInteraction,
  claimInteraction,
  type StoredInteraction,
  type Work,
} from './chat.acts.ts'
import { staffOf } from './chat.people.ts'
import type { Interaction } from './chat.reading.ts'
import { box, button, onlyYou, row, thinking } from './chat.replies.ts'
import { chatWords } from './chat.words.ts'

/**
 * Accept /notify and /painel from staff. The role in the shop decides, not the rights in Discord.
 */
export async function acceptForStaff(
  app: App,
  interaction: Interaction,
  work: Work,
): Promise<ChatAnswer> {
  const staff = await staffOf(app, interaction)
  if ('refusal' in staff) return onlyYou(staff.refusal)

  await acceptInteraction(app, interaction, work)

  return thinking
}

/** Send a notification as the back office does; once, however often the job runs. */
export async function notify(
  app: App,
  act: StoredInteraction,
  input: Extract<Work, { kind: 'notify' }>,
): Promise<ChatMessage> {
  const staff = await staffOf(app, act)
  if ('refusal' in staff) return staff.refusal

  const { data } = sentShape.safeParse({
    type: input.type,
    title: input.title,
    message: input.message,
  })

  if (!data) return { content: inLanguage(act.language, chatWords.notifyWrong) }

  const { id: userId, name } = staff.member

  await inTransaction(app, async (tx) => {
    if (await claimInteraction(tx, act.id))
      await sendNotification(tx, { principal: { userId, name }, caller: { ip: '' } }, data)
  })

  return {
    content: inLanguage(act.language, chatWords.notified({ title: plainChat(input.title) })),
  }
}

/** Post a panel with a button for everybody into the channel the command was given in. */
export async function postPanel(
  app: App,
  act: StoredInteraction,
  { panel, channelId }: Extract<Work, { kind: 'panel' }>,
): Promise<ChatMessage> {
  const staff = await staffOf(app, act)
  if ('refusal' in staff) return staff.refusal

  // A panel has many readers: its buttons are in the shop's default language, explanations in both.
  const say = (text: Localized) => inLanguage(defaultLanguage, text)
  const sayInAll = (text: Localized) => languages.map((one) => inLanguage(one, text)).join('\n')

  const message =
    panel === 'shop'
      ? {
          embeds: [box(say(chatWords.shopPanelTitle), sayInAll(chatWords.shopPanel))],
          components: [row(button('shop:browse', say(chatWords.shopPanelButton), 'good'))],
        }
      : {
          embeds: [box(say(chatWords.ticketPanelTitle), sayInAll(chatWords.ticketPanel))],
          components: [row(button('ticket:ask', say(chatWords.ticketPanelButton), 'primary'))],
        }

  // With the nonce Discord posts the panel once, however often the job runs.
  const sent = throwIfTransient(
    await app.providers.chat!.send(channelId, { ...message, nonce: act.id }),
  )

  return {
    content: inLanguage(
      act.language,
      sent.kind === 'ok' ? chatWords.panelDone : chatWords.panelFailed,
    ),
  }
}
