import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { takeAnswer } from './answers.ts'
import { modalInputs, LABEL_COMPONENT, pressable, TEXT_SELECT } from './components.ts'
import { endpointOf, endpointWorks, sendInteraction, type Forgery } from './endpoint.ts'
import { DiscordRefusal } from './errors.ts'
import { IDS, snowflake } from './ids.ts'
import { messagesOf } from './messages.ts'
import type { Channel, Discord, Interaction, Json, Message } from './model.ts'
import { PERMISSIONS, channelPermissions, canSeeChannel } from './permissions.ts'
import { commandData } from './slash.ts'
import { channelReply, memberReply, messageReply, userReply } from './wire.ts'

type ActOf<Kind extends Act['kind']> = Extract<Act, { kind: Kind }>

/** An action of a person in the Discord client. */
export type Act = { userId: string; channelId?: string; forge?: Forgery; copies?: number } & (
  | { kind: 'command'; name: string; options: Json }
  | { kind: 'autocomplete'; name: string; options: Json; focused: string }
  | { kind: 'button' | 'select'; customId: string; messageId?: string; values?: string[] }
  | { kind: 'modal'; interactionId: string; values: Json }
)

const FAILURE_TEXTS = {
  silent: 'O aplicativo não respondeu',
  wrong: 'Algo deu errado. Tente de novo.',
}
type Start = { type: number; name: string; channel: Channel; message: Message | null; data: Json }

/**
 * Sends a person's action to the store and handles the answer as Discord does. Errors of the store
 * are not thrown; they are in `failure`.
 */
export async function performAction(discord: Discord, input: Act): Promise<Interaction> {
  const startedAction = beginAction(discord, input)
  if (!canSeeChannel(discord, input.userId, startedAction.channel))
    throw new Refusal(403, 'this person does not see the channel')

  const interaction = discord.interactions.save({
    id: snowflake(discord.core.clock),
    token: randomText(120),
    type: startedAction.type,
    name: startedAction.name,
    userId: input.userId,
    channelId: startedAction.channel.id,
    messageId: startedAction.message?.id ?? null,
    createdAt: discord.core.clock.now(),
    answered: null,
    originalId: null,
    failure: null,
    modal: null,
    choices: null,
    httpStatus: null,
    ms: null,
  })

  await deliverInteraction(
    discord,
    interaction,
    interactionPayload(discord, interaction, startedAction),
    input,
  )

  return discord.interactions.get(interaction.id)!
}

function beginAction(discord: Discord, input: Act): Start {
  if (!discord.users.get(input.userId)) throw new Refusal(404, `no such user: ${input.userId}`)
  if (input.kind === 'command' || input.kind === 'autocomplete') return typeCommand(discord, input)

  return input.kind === 'modal' ? submitModal(discord, input) : pressComponent(discord, input)
}

function typeCommand(discord: Discord, input: ActOf<'command'> | ActOf<'autocomplete'>): Start {
  const channel = discord.channels.get(input.channelId ?? IDS.channels.support)
  if (channel?.type !== 0) throw new Refusal(404, 'no such channel')
  if (!discord.members.get(input.userId)) throw new Refusal(403, 'this person is not in the guild')

  const commandInput = commandData(discord, input.userId, {
    words: input.name,
    options: input.options,
    focused: input.kind === 'autocomplete' ? input.focused : undefined,
  })

  return {
    type: input.kind === 'command' ? 2 : 4,
    name: String(commandInput['name']),
    channel,
    message: null,
    data: commandInput,
  }
}

function pressComponent(discord: Discord, input: ActOf<'button' | 'select'>): Start {
  const message = messageWith(discord, input)
  const component = pressable(message.components, input.customId)
  if (!component) throw new Refusal(404, `the message has no button or select ${input.customId}`)
  if (component['disabled'] === true) throw new Refusal(409, 'this button is disabled')

  const chosenValues =
    component['type'] === TEXT_SELECT ? checkChoices(component, input.values ?? []) : undefined

  return {
    type: 3,
    name: input.customId,
    channel: discord.channels.get(message.channelId)!,
    message,
    data: {
      component_type: component['type'],
      custom_id: input.customId,
      id: 1,
      ...(chosenValues ? { values: chosenValues } : {}),
    },
  }
}

/** The message with the button: by the given id, or else the newest one that the person can see. */
function messageWith(
  discord: Discord,
  input: { userId: string; customId: string; messageId?: string; channelId?: string },
): Message {
  const isVisible = (one: Message): boolean =>
    (one.visibleTo === null || one.visibleTo === input.userId) &&
    !!discord.channels.get(one.channelId) &&
    canSeeChannel(discord, input.userId, discord.channels.get(one.channelId)!)

  const message = input.messageId
    ? discord.messages.get(input.messageId)
    : discord.messages
        .newestFirst()
        .find(
          (one) =>
            isVisible(one) &&
            (!input.channelId || one.channelId === input.channelId) &&
            pressable(one.components, input.customId),
        )

  if (!message || !isVisible(message)) throw new Refusal(404, 'this person sees no such message')

  return message
}

function checkChoices(select: Json, chosenValues: string[]): string[] {
  const knownValues = (select['options'] as Json[]).map((one) => one['value'])
  const [least, most] = [Number(select['min_values'] ?? 1), Number(select['max_values'] ?? 1)]
  if (
    chosenValues.length < least ||
    chosenValues.length > most ||
    chosenValues.some((one) => !knownValues.includes(one))
  )
    throw new Refusal(400, `choose ${least} to ${most} of ${knownValues.join(', ')}`)

  return chosenValues
}

function submitModal(
  discord: Discord,
  input: { interactionId: string; userId: string; values: Json },
): Start {
  const openedInteraction = discord.interactions.get(input.interactionId)
  if (!openedInteraction?.modal || openedInteraction.userId !== input.userId)
    throw new Refusal(404, 'no form is open for this person under that interaction')

  const { modal } = openedInteraction

  const inputValues = modalInputs(modal).map((one) => {
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

  const filledRows = (modal['components'] as Json[]).map((row, index) =>
    row['type'] === LABEL_COMPONENT
      ? { type: LABEL_COMPONENT, id: 1, component: inputValues[index] }
      : { type: 1, id: 1, components: [inputValues[index]] },
  )

  discord.interactions.save({ ...openedInteraction, modal: null }) // sending a modal closes it
  const message = openedInteraction.messageId
    ? (discord.messages.get(openedInteraction.messageId) ?? null)
    : null

  return {
    type: 5,
    name: String(modal['custom_id']),
    channel: discord.channels.get(openedInteraction.channelId)!,
    message,
    data: { custom_id: modal['custom_id'], components: filledRows },
  }
}

function interactionPayload(
  discord: Discord,
  { id, token, userId, type }: Interaction,
  { channel, message, data: commandInput }: Start,
): Json {
  const member = discord.members.get(userId)
  const userFields = userReply(discord.users.get(userId)!)
  const isInGuild = channel.type !== 1

  return {
    version: 1,
    type,
    token,
    id,
    application_id: IDS.application,
    data: commandInput,
    channel_id: channel.id,
    channel: {
      ...channelReply(discord, channel),
      permissions: channelPermissions(discord, userId, channel).toString(),
    },
    locale: 'pt-BR',

    ...(isInGuild
      ? {
          guild_id: IDS.guild,
          guild: { id: IDS.guild, locale: 'pt-BR', features: [] },
          guild_locale: 'pt-BR',
          member: {
            ...memberReply(discord, member!),
            permissions: channelPermissions(discord, userId, channel).toString(),
          },
        }
      : { user: userFields }),

    ...(message ? { message: messageReply(discord, message) } : {}),
    context: isInGuild ? 0 : 1,
    entitlements: [],
    entitlement_sku_ids: [],
    attachment_size_limit: 10_485_760,
    app_permissions: (
      channelPermissions(discord, IDS.bot, channel) | PERMISSIONS.sendMessages
    ).toString(),
    authorizing_integration_owners: { 0: isInGuild ? IDS.guild : '0' },
  }
}

const KIND_NAMES: Record<number, string> = {
  2: 'command',
  3: 'component',
  4: 'autocomplete',
  5: 'modal',
}

async function deliverInteraction(
  discord: Discord,
  { id, type }: Interaction,
  body: Json,
  { forge, copies = 1 }: Act,
): Promise<void> {
  const saveFailure = (failure: string): void => {
    discord.interactions.save({ ...discord.interactions.get(id)!, failure })
  }
  const webhookFault = discord.core.faults.takeWebhook('discord', KIND_NAMES[type]!)
  if (webhookFault?.kind === 'drop') return saveFailure(FAILURE_TEXTS.silent)

  if (webhookFault?.kind === 'delay')
    await new Promise((resolve) => setTimeout(resolve, webhookFault.ms))

  if (!(await endpointWorks(discord)))
    return saveFailure(
      `${FAILURE_TEXTS.silent} (the endpoint ${endpointOf(discord)} does not pass Discord's check)`,
    )

  try {
    const [reply] = await Promise.all(
      Array.from({ length: webhookFault?.kind === 'duplicate' ? 2 : copies }, () =>
        sendInteraction(discord, endpointOf(discord), body, forge),
      ),
    )

    const { status, text, ms } = reply!

    const knownValues = discord.interactions.save({
      ...discord.interactions.get(id)!,
      httpStatus: status,
      ms,
    })

    if (knownValues.answered !== null) return // a call has already answered
    if (status !== 200) return saveFailure(FAILURE_TEXTS.silent)

    takeAnswer(discord, knownValues, JSON.parse(text))
  } catch (error) {
    saveFailure(failureText(error))
  }
}

/** Appends the form's errors for developers, although Discord would not show them. */
function failureText(error: unknown): string {
  if (error instanceof DiscordRefusal)
    return `${FAILURE_TEXTS.wrong} (${JSON.stringify(error.body())})`
  if (error instanceof SyntaxError) return `${FAILURE_TEXTS.wrong} (${error.message})`

  return `${FAILURE_TEXTS.silent} (${error instanceof Error ? error.message : String(error)})`
}

/** The messages that an interaction created or changed, as the person sees them. */
export function answersOf(discord: Discord, interaction: Interaction): Message[] {
  const { userId, channelId, token, originalId } = interaction
  return messagesOf(discord, channelId, userId).filter(
    (one) => one.token === token || one.id === originalId,
  )
}
