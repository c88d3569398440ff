import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { takeAnswer } from './answers.ts'
import { inputsOf, LABEL, pressable, SELECT } from './components.ts'
import { endpointOf, endpointWorks, send, type Forgery } from './endpoint.ts'
import { DiscordRefusal } from './errors.ts'
import { IDS, snowflake } from './ids.ts'
import { messagesOf } from './messages.ts'
import type { Channel, Discord, Interaction, Json, Message } from './model.ts'
import { BITS, channelPermissions, sees } from './permissions.ts'
import { commandData } from './slash.ts'
import { channelReply, memberReply, messageReply, userReply } from './wire.ts'

type ActOf<Kind extends Act['kind']> = Extract<Act, { kind: Kind }>

/** An action of a person in the client. */
export type Act = { userId: string; channelId?: string; forge?: Forgery; copies?: number } & (
  | { kind: 'command'; name: string; options: Json }
  | { kind: 'autocomplete'; name: string; options: Json; focused: string }
  | { kind: 'button' | 'select'; customId: string; messageId?: string; values?: string[] }
  | { kind: 'modal'; interactionId: string; values: Json }
)

const WORDS = { silent: 'O aplicativo não respondeu', wrong: 'Algo deu errado. Tente de novo.' }
type Start = { type: number; name: string; channel: Channel; message: Message | null; data: Json }

/**
 * Send a person's action to the store, and handle its answer as Discord would. Errors of the store
 * never throw; they are in `failure`.
 */
export async function act(discord: Discord, input: Act): Promise<Interaction> {
  const start = begin(discord, input)
  if (!sees(discord, input.userId, start.channel))
    throw new Refusal(403, 'this person does not see the channel')

  const interaction = discord.interactions.save({
    id: snowflake(discord.core.clock),
    token: randomText(120),
    type: start.type,
    name: start.name,
    userId: input.userId,
    channelId: start.channel.id,
    messageId: start.message?.id ?? null,
    createdAt: discord.core.clock.now(),
    answered: null,
    originalId: null,
    failure: null,
    modal: null,
    choices: null,
    httpStatus: null,
    ms: null,
  })

  await deliver(discord, interaction, payload(discord, interaction, start), input)

  return discord.interactions.get(interaction.id)!
}

function begin(discord: Discord, input: Act): Start {
  if (!discord.users.get(input.userId)) throw new Refusal(404, `no such user: ${input.userId}`)
  if (input.kind === 'command' || input.kind === 'autocomplete') return typeCommand(discord, input)

  return input.kind === 'modal' ? submitModal(discord, input) : press(discord, input)
}

function typeCommand(discord: Discord, input: ActOf<'command'> | ActOf<'autocomplete'>): Start {
  const channel = discord.channels.get(input.channelId ?? IDS.channels.support)
  if (channel?.type !== 0) throw new Refusal(404, 'no such channel')
  if (!discord.members.get(input.userId)) throw new Refusal(403, 'this person is not in the guild')

  const data = commandData(discord, input.userId, {
    words: input.name,
    options: input.options,
    focused: input.kind === 'autocomplete' ? input.focused : undefined,
  })

  return {
    type: input.kind === 'command' ? 2 : 4,
    name: String(data['name']),
    channel,
    message: null,
    data,
  }
}

function press(discord: Discord, input: ActOf<'button' | 'select'>): Start {
  const message = messageWith(discord, input)
  const component = pressable(message.components, input.customId)
  if (!component) throw new Refusal(404, `the message has no button or select ${input.customId}`)
  if (component['disabled'] === true) throw new Refusal(409, 'this button is disabled')

  const values = component['type'] === SELECT ? chosen(component, input.values ?? []) : undefined

  return {
    type: 3,
    name: input.customId,
    channel: discord.channels.get(message.channelId)!,
    message,
    data: {
      component_type: component['type'],
      custom_id: input.customId,
      id: 1,
      ...(values ? { values } : {}),
    },
  }
}

/** The message with the button: the one the call names, or the newest visible to the person. */
function messageWith(
  discord: Discord,
  input: { userId: string; customId: string; messageId?: string; channelId?: string },
): Message {
  const seen = (one: Message): boolean =>
    (one.visibleTo === null || one.visibleTo === input.userId) &&
    !!discord.channels.get(one.channelId) &&
    sees(discord, input.userId, discord.channels.get(one.channelId)!)

  const message = input.messageId
    ? discord.messages.get(input.messageId)
    : discord.messages
        .newestFirst()
        .find(
          (one) =>
            seen(one) &&
            (!input.channelId || one.channelId === input.channelId) &&
            pressable(one.components, input.customId),
        )

  if (!message || !seen(message)) throw new Refusal(404, 'this person sees no such message')

  return message
}

function chosen(select: Json, values: string[]): string[] {
  const known = (select['options'] as Json[]).map((one) => one['value'])
  const [least, most] = [Number(select['min_values'] ?? 1), Number(select['max_values'] ?? 1)]
  if (values.length < least || values.length > most || values.some((one) => !known.includes(one)))
    throw new Refusal(400, `choose ${least} to ${most} of ${known.join(', ')}`)

  return values
}

function submitModal(
  discord: Discord,
  input: { interactionId: string; userId: string; values: Json },
): Start {
  const asked = discord.interactions.get(input.interactionId)
  if (!asked?.modal || asked.userId !== input.userId)
    throw new Refusal(404, 'no form is open for this person under that interaction')

  const { modal } = asked

  const fields = inputsOf(modal).map((one) => {
    const value = String(input.values[String(one['custom_id'])] ?? one['value'] ?? '')
    if (one['required'] !== false && value === '')
      throw new Refusal(400, `the field ${String(one['custom_id'])} is required`)

    if (
      value.length > Number(one['max_length'] ?? 4000) ||
      (value !== '' && value.length < Number(one['min_length'] ?? 0))
    )
      throw new Refusal(400, `the field ${String(one['custom_id'])} is too long or too short`)

    return { type: 4, id: 2, custom_id: one['custom_id'], value }
  })

  const rows = (modal['components'] as Json[]).map((row, index) =>
    row['type'] === LABEL
      ? { type: LABEL, id: 1, component: fields[index] }
      : { type: 1, id: 1, components: [fields[index]] },
  )

  discord.interactions.save({ ...asked, modal: null }) // the form closes when it is sent
  const message = asked.messageId ? (discord.messages.get(asked.messageId) ?? null) : null

  return {
    type: 5,
    name: String(modal['custom_id']),
    channel: discord.channels.get(asked.channelId)!,
    message,
    data: { custom_id: modal['custom_id'], components: rows },
  }
}

function payload(
  discord: Discord,
  { id, token, userId, type }: Interaction,
  { channel, message, data }: Start,
): Json {
  const member = discord.members.get(userId)
  const user = userReply(discord.users.get(userId)!)
  const inGuild = channel.type !== 1

  return {
    version: 1,
    type,
    token,
    id,
    application_id: IDS.application,
    data,
    channel_id: channel.id,
    channel: {
      ...channelReply(discord, channel),
      permissions: channelPermissions(discord, userId, channel).toString(),
    },
    locale: 'pt-BR',

    ...(inGuild
      ? {
          guild_id: IDS.guild,
          guild: { id: IDS.guild, locale: 'pt-BR', features: [] },
          guild_locale: 'pt-BR',
          member: {
            ...memberReply(discord, member!),
            permissions: channelPermissions(discord, userId, channel).toString(),
          },
        }
      : { user }),

    ...(message ? { message: messageReply(discord, message) } : {}),
    context: inGuild ? 0 : 1,
    entitlements: [],
    entitlement_sku_ids: [],
    attachment_size_limit: 10_485_760,
    app_permissions: (channelPermissions(discord, IDS.bot, channel) | BITS.sendMessages).toString(),
    authorizing_integration_owners: { 0: inGuild ? IDS.guild : '0' },
  }
}

const KINDS: Record<number, string> = {
  2: 'command',
  3: 'component',
  4: 'autocomplete',
  5: 'modal',
}

async function deliver(
  discord: Discord,
  { id, type }: Interaction,
  body: Json,
  { forge, copies = 1 }: Act,
): Promise<void> {
  const fail = (failure: string): void => {
    discord.interactions.save({ ...discord.interactions.get(id)!, failure })
  }
  const fault = discord.core.faults.takeWebhook('discord', KINDS[type]!)
  if (fault?.kind === 'drop') return fail(WORDS.silent)

  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms))

  if (!(await endpointWorks(discord)))
    return fail(
      `${WORDS.silent} (the endpoint ${endpointOf(discord)} does not pass Discord's check)`,
    )

  try {
    const [reply] = await Promise.all(
      Array.from({ length: fault?.kind === 'duplicate' ? 2 : copies }, () =>
        send(discord, endpointOf(discord), body, forge),
      ),
    )

    const { status, text, ms } = reply!

    const known = discord.interactions.save({
      ...discord.interactions.get(id)!,
      httpStatus: status,
      ms,
    })

    if (known.answered !== null) return // it was answered by a call meanwhile
    if (status !== 200) return fail(WORDS.silent)

    takeAnswer(discord, known, JSON.parse(text))
  } catch (error) {
    fail(wordsOf(error))
  }
}

/** For developers the errors of the form follow the text; Discord would not show them. */
function wordsOf(error: unknown): string {
  if (error instanceof DiscordRefusal) return `${WORDS.wrong} (${JSON.stringify(error.body())})`
  if (error instanceof SyntaxError) return `${WORDS.wrong} (${error.message})`

  return `${WORDS.silent} (${error instanceof Error ? error.message : String(error)})`
}

/** The messages that an interaction made or changed, as its person sees them. */
export function answersOf(discord: Discord, interaction: Interaction): Message[] {
  const { userId, channelId, token, originalId } = interaction
  return messagesOf(discord, channelId, userId).filter(
    (one) => one.token === token || one.id === originalId,
  )
}
