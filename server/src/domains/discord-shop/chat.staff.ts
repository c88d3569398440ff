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
import { findStaff } from './chat.people.ts'
import type { Interaction } from './chat.reading.ts'
import { embedBox, actionButton, replyPrivately, componentRow, thinking } from './chat.replies.ts'
import { chatWords } from './chat.words.ts'

/**
 * Accept /notify and /painel from staff. The role in the shop decides, not the permissions in
 * Discord.
 */
export async function acceptForStaff(
  app: App,
  interaction: Interaction,
  requestedWork: Work,
): Promise<ChatAnswer> {
  const staffMember = await findStaff(app, interaction)
  if ('refusal' in staffMember) return replyPrivately(staffMember.refusal)

  await acceptInteraction(app, interaction, requestedWork)

  return thinking
}

/** Send a notification as the back office does. A repeated job does not send it twice. */
export async function sendNotice(
  app: App,
  interaction: StoredInteraction,
  notice: Extract<Work, { kind: 'notify' }>,
): Promise<ChatMessage> {
  const staffMember = await findStaff(app, interaction)
  if ('refusal' in staffMember) return staffMember.refusal

  const { data } = sentShape.safeParse({
    type: notice.type,
    title: notice.title,
    message: notice.message,
  })

  if (!data) return { content: inLanguage(interaction.language, chatWords.notifyWrong) }

  const { id: userId, name } = staffMember.member

  await inTransaction(app, async (tx) => {
    if (await claimInteraction(tx, interaction.id))
      await sendNotification(tx, { principal: { userId, name }, caller: { ip: '' } }, data)
  })

  return {
    content: inLanguage(
      interaction.language,
      chatWords.notified({ title: plainChat(notice.title) }),
    ),
  }
}

/** Post a panel with a button for all members into the channel where the command was typed. */
export async function postPanel(
  app: App,
  interaction: StoredInteraction,
  { panel, channelId }: Extract<Work, { kind: 'panel' }>,
): Promise<ChatMessage> {
  const staffMember = await findStaff(app, interaction)
  if ('refusal' in staffMember) return staffMember.refusal

  // A panel has many readers: its button is in the shop's default language, its text in both
  // languages.
  const translate = (text: Localized) => inLanguage(defaultLanguage, text)
  const inAllLanguages = (text: Localized) =>
    languages.map((language) => inLanguage(language, text)).join('\n')

  const panelMessage =
    panel === 'shop'
      ? {
          embeds: [
            embedBox(translate(chatWords.shopPanelTitle), inAllLanguages(chatWords.shopPanel)),
          ],
          components: [
            componentRow(actionButton('shop:browse', translate(chatWords.shopPanelButton), 'good')),
          ],
        }
      : {
          embeds: [
            embedBox(translate(chatWords.ticketPanelTitle), inAllLanguages(chatWords.ticketPanel)),
          ],
          components: [
            componentRow(
              actionButton('ticket:ask', translate(chatWords.ticketPanelButton), 'primary'),
            ),
          ],
        }

  // Discord ignores a second message with the same nonce, so a repeated job posts the panel only
  // once.
  const sendResult = throwIfTransient(
    await app.providers.chat!.send(channelId, { ...panelMessage, nonce: interaction.id }),
  )

  return {
    content: inLanguage(
      interaction.language,
      sendResult.kind === 'ok' ? chatWords.panelDone : chatWords.panelFailed,
    ),
  }
}
