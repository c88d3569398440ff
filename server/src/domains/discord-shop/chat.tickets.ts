import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../platform/app.ts'
import { cutChat, plainChat } from '../../platform/text/chat-text.ts'
import type { ChatAnswer, ChatMessage } from '../../ports/chat.ts'
import { openInChat, ticketOfChannel } from '../tickets/tickets.chat.service.ts'
import { changeTicket } from '../tickets/tickets.service.ts'
import { acceptInteraction, type StoredInteraction, type Work } from './chat.acts.ts'
import { isStaff, memberOf } from './chat.people.ts'
import type { Interaction } from './chat.reading.ts'
import {
  actionButton,
  openForm,
  replaceMessage,
  replyPrivately,
  componentRow,
  thinking,
} from './chat.replies.ts'
import { chatWords } from './chat.words.ts'

const subjectMax = 200

/** Answer the ticket button with a form for the subject. */
export const askSubject = ({ language }: Interaction): ChatAnswer =>
  openForm('ticket:open', inLanguage(language, chatWords.ticketPanelButton), [
    {
      id: 'subject',
      label: inLanguage(language, chatWords.ticketSubject),
      max: subjectMax,
      required: false,
      long: true,
    },
  ])

/** Accept a ticket. Creating its channel takes longer than Discord waits, so a job creates it. */
export async function acceptTicket(
  app: App,
  interaction: Interaction,
  subject: string,
): Promise<ChatAnswer> {
  await acceptInteraction(app, interaction, {
    kind: 'ticket.open',
    subject: cutChat(subject.trim().replace(/\s+/g, ' '), subjectMax),
  })
  return thinking
}

/** Open a ticket for the person, or show their open one. */
export async function openForPerson(
  app: App,
  { person, language }: StoredInteraction,
  { subject }: Extract<Work, { kind: 'ticket.open' }>,
): Promise<ChatMessage> {
  const linkedMember = await memberOf(app, person.id)
  const greeting = inLanguage(language, chatWords.ticketWelcome({ name: plainChat(person.name) }))

  const welcomeMessage = {
    content: `<@${person.id}> ${greeting}${subject ? `\n> ${plainChat(subject)}` : ''}`,
    components: [
      componentRow(
        actionButton('ticket:close', inLanguage(language, chatWords.ticketClose), 'danger'),
      ),
    ],
  }

  const { ticket, isNew } = await openInChat(
    app,
    {
      personId: person.id,
      personName: person.name,
      userId: linkedMember?.id ?? null,
      subject,
      welcome: welcomeMessage,
    },
    { actorId: linkedMember?.id ?? null, actorName: linkedMember?.name ?? person.name, ip: null },
  )

  const ticketPlace = { ticket: ticket.ticketId, channel: `<#${ticket.channelId}>` }

  return {
    content: inLanguage(
      language,
      isNew ? chatWords.ticketOpened(ticketPlace) : chatWords.ticketStanding(ticketPlace),
    ),
  }
}

/** Answer the close button with a question, since closing removes the channel. */
export async function askToClose(app: App, interaction: Interaction): Promise<ChatAnswer> {
  const { refusal, ticketId } = await mayClose(app, interaction)
  if (refusal) return replyPrivately(refusal)

  return replyPrivately({
    content: inLanguage(interaction.language, chatWords.ticketSure({ ticket: ticketId })),
    components: [
      componentRow(
        actionButton(
          'ticket:close:yes',
          inLanguage(interaction.language, chatWords.ticketYes),
          'danger',
        ),
      ),
    ],
  })
}

/**
 * Close a ticket after the confirmation. The permission is checked again, since it may have
 * changed.
 */
export async function acceptClosing(app: App, interaction: Interaction): Promise<ChatAnswer> {
  const { refusal } = await mayClose(app, interaction)
  if (refusal) return replaceMessage(refusal)

  await acceptInteraction(app, interaction, {
    kind: 'ticket.close',
    channelId: interaction.channelId!,
  })

  return replaceMessage({ content: inLanguage(interaction.language, chatWords.working) })
}

/** Close the ticket of a channel. Idempotent. */
export async function closeForPerson(
  app: App,
  { person, language }: StoredInteraction,
  { channelId }: Extract<Work, { kind: 'ticket.close' }>,
): Promise<ChatMessage> {
  const ticket = await ticketOfChannel(app, channelId)
  if (!ticket) return { content: inLanguage(language, chatWords.ticketNone), components: [] }

  const linkedMember = await memberOf(app, person.id)

  await changeTicket(
    app,
    ticket.id,
    { status: 'closed', messages: [] },
    { actorId: linkedMember?.id ?? null, actorName: linkedMember?.name ?? person.name, ip: null },
  )

  return {
    content: inLanguage(language, chatWords.ticketClosing({ ticket: ticket.ticketId })),
    components: [],
  }
}

/**
 * The ticket of a channel if this person may close it: the opener, and staff by the shop's role or
 * Discord's staff role. Otherwise a message that explains why not.
 */
async function mayClose(
  app: App,
  { channelId, person, language }: Interaction,
): Promise<{ refusal?: ChatMessage; ticketId: string }> {
  const ticket = channelId ? await ticketOfChannel(app, channelId) : null
  if (!ticket)
    return { refusal: { content: inLanguage(language, chatWords.ticketNone) }, ticketId: '' }

  const { staffRoleId } = app.config.chat

  const isAllowed =
    ticket.userDiscordId === person.id ||
    (staffRoleId !== null && person.roles.includes(staffRoleId)) ||
    isStaff(app, await memberOf(app, person.id))

  return isAllowed
    ? { ticketId: ticket.ticketId }
    : { refusal: { content: inLanguage(language, chatWords.ticketNotYours) }, ticketId: '' }
}
