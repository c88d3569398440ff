import { inLanguage } from '@chaveiro/contracts/localized'
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'

import { chatInteractions } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Failure } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { plainChat } from '../../platform/text/chat-text.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { throwIfTransient, type ChatMessage } from '../../ports/chat.ts'
import type { Interaction } from './chat.reading.ts'
import { chatWords } from './chat.words.ts'

/** The work after the first reply, with all data that the job needs. */
export type Work =
  | {
      kind: 'buy'
      productId: string
      quantity: number
      cpf: string
      coupon: string
      messageId: string
      channelId: string
    }
  | { kind: 'notify'; type: string; title: string; message: string }
  | { kind: 'panel'; panel: 'shop' | 'tickets'; channelId: string }
  | { kind: 'ticket.open'; subject: string }
  | { kind: 'ticket.close'; channelId: string }
  /**
   * The work is done and its typed text erased. The token remains, to change the message once more.
   */
  | { kind: 'told' }

type Kept = Pick<Interaction, 'person' | 'language' | 'token'> & { work: Work }
export type StoredInteraction = Kept & { id: string; done: boolean }
type Row = typeof chatInteractions.$inferSelect

/**
 * Discord accepts a token for fifteen minutes. The shop uses it a minute less, so that it does not
 * expire during a call.
 */
const tokenSeconds = 14 * 60
const keptSeconds = 86_400

/**
 * Store a person's interaction and queue its job. Idempotent: a request that Discord repeats queues
 * no second job.
 */
export async function acceptInteraction(
  app: App,
  { id, person, language, token }: Interaction,
  requestedWork: Work,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const sealedContent = sealContent(tx, id, { person, language, token, work: requestedWork })

    const [fresh] = await tx.db
      .insert(chatInteractions)
      .values({
        id,
        kind: requestedWork.kind,
        personId: person.id,
        sealed: sealedContent,
        createdAt: tx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: chatInteractions.id })

    if (fresh) await enqueue(tx, 'chat.act', { interactionId: id, personId: person.id })
  })
}

const sealContent = (app: App, id: string, content: Kept): Buffer =>
  app.vault.seal(JSON.stringify(content), 'chat_interactions', id)

const contentOf = ({ person, language, token, work }: StoredInteraction): Kept => ({
  person,
  language,
  token,
  work,
})

/**
 * Carry out a stored interaction and show the result in the waiting message. The job may run twice,
 * so `perform` must be idempotent and return the same result again.
 */
export async function carryOut(
  app: App,
  id: string,
  perform: (act: StoredInteraction) => Promise<ChatMessage>,
): Promise<void> {
  const [row] = await app.db.select().from(chatInteractions).where(eq(chatInteractions.id, id))
  const interaction = row && openInteraction(app, row)
  if (!row || !interaction || interaction.work.kind === 'told') return

  const answerMessage = await perform(interaction).catch((error: unknown) => {
    if (error instanceof Failure)
      return {
        content: plainChat(inLanguage(interaction.language, error.text)),
        embeds: [],
        components: [],
      }

    // The job is retried while the person's message can still be changed.
    if (tokenLives(app, row)) throw error

    app.log.error(
      { err: error, kind: row.kind },
      'what was asked for in the chat could not be done in time',
    )

    return {
      content: inLanguage(interaction.language, chatWords.unexpected),
      embeds: [],
      components: [],
    }
  })

  const editResult =
    app.providers.chat && tokenLives(app, row)
      ? throwIfTransient(
          await app.providers.chat.editAnswer(interaction.token, { content: '', ...answerMessage }),
        )
      : null

  if (editResult && editResult.kind !== 'ok')
    app.log.info(
      { kind: row.kind, reason: editResult.reason },
      'an answer in the chat could not be given',
    )

  await inTransaction(app, async (tx) => {
    const [now] = await tx.db
      .update(chatInteractions)
      .set({ doneAt: tx.clock.now() })
      .where(and(eq(chatInteractions.id, id), isNotNull(chatInteractions.sealed)))
      .returning()

    // The message of a purchase changes again when the purchase is paid, so the token is kept
    // without the typed text.
    if (now)
      await tx.db
        .update(chatInteractions)
        .set({
          sealed: now.paymentId
            ? sealContent(tx, id, { ...contentOf(interaction), work: { kind: 'told' } })
            : null,
        })
        .where(eq(chatInteractions.id, id))
  })
}

/**
 * Record that an interaction took effect, in the transaction of that effect. Returns false when the
 * interaction took effect before.
 */
export async function claimInteraction(tx: App, id: string): Promise<boolean> {
  const claimedRows = await tx.db
    .update(chatInteractions)
    .set({ doneAt: tx.clock.now() })
    .where(and(eq(chatInteractions.id, id), isNull(chatInteractions.doneAt)))
    .returning({ id: chatInteractions.id })
  return claimedRows.length === 1
}

/** The decrypted content of an interaction; null after it was erased. */
export function openInteraction(app: App, interactionRow: Row): StoredInteraction | null {
  if (!interactionRow.sealed) return null
  return {
    ...(JSON.parse(
      app.vault.open(interactionRow.sealed, 'chat_interactions', interactionRow.id),
    ) as Kept),
    id: interactionRow.id,
    done: interactionRow.doneAt !== null,
  }
}

/** Whether the message of an interaction can still be changed. */
export const tokenLives = (app: App, interactionRow: Row): boolean =>
  app.clock.now() < secondsAfter(interactionRow.createdAt, tokenSeconds)

/** Interactions older than a day. Their typed text is erased as soon as they are answered. */
export const oldInteractions: Clearing = {
  what: 'what was pressed and typed in the chat',
  table: chatInteractions,
  period: () => 'a day',
  due: (app) => lt(chatInteractions.createdAt, secondsAfter(app.clock.now(), -keptSeconds)),
}
