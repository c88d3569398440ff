import type { Language } from '@chaveiro/contracts/limits'
import { z } from 'zod'

// PostgreSQL text cannot contain the character NUL.
const safeText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'))

const snowflake = z.string().regex(/^\d{1,20}$/)
const user = z.object({
  id: snowflake,
  username: safeText(100),
  global_name: safeText(200).nullish(),
})

const optionShape = z.object({
  name: safeText(64),
  value: z.union([safeText(6000), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
})

// Two parts of a form have no `value`: a select list, which sends `values`, and plain text.
const inputShape = z.object({
  custom_id: safeText(100).default(''),
  value: safeText(4000).optional(),
})

// Discord wraps a form's inputs in rows (`components`) or in labels (`component`).
const componentRowShape = z.object({
  component: inputShape.optional(),
  components: z.array(inputShape).optional(),
})

const payloadShape = z.object({
  id: snowflake,
  type: z.int(),
  token: z.string().min(1).max(1000),
  channel_id: snowflake.optional(),
  guild_id: snowflake.optional(),
  locale: safeText(20).optional(),
  member: z
    .object({ user, nick: safeText(200).nullish(), roles: z.array(snowflake).max(500).default([]) })
    .optional(),
  user: user.optional(),
  message: z.object({ id: snowflake }).optional(),

  data: z
    .object({
      name: safeText(64).optional(),
      custom_id: safeText(100).optional(),
      options: z.array(optionShape).max(25).optional(),
      values: z.array(safeText(100)).max(25).optional(),
      components: z.array(componentRowShape).max(10).optional(),
    })
    .optional(),
})

const interactionKinds = { 2: 'command', 3: 'component', 4: 'autocomplete', 5: 'form' } as const

/**
 * A parsed interaction of a person. `name` is the command, or the id of the button, list or form.
 */
export type Interaction = {
  id: string
  kind: (typeof interactionKinds)[keyof typeof interactionKinds]
  name: string
  person: { id: string; name: string; roles: readonly string[] }
  options: Readonly<Record<string, string>>
  /** The name of the option that is being typed. */
  focused: string | null
  values: readonly string[]
  fields: Readonly<Record<string, string>>
  channelId: string | null
  messageId: string | null
  guildId: string | null
  language: Language
  token: string
}

/**
 * The language for a person in the chat: English unless their Discord is in Brazilian Portuguese.
 */
const languageOf = (locale: string | undefined): Language =>
  locale === 'pt-BR' ? 'pt-BR' : 'en-US'

/** Whether a body is Discord's ping, which checks that the webhook answers. */
export const isPing = (body: unknown): boolean => (body as { type?: unknown } | null)?.type === 1

/**
 * Whether a body is an interaction of an unknown kind. The person then gets an explanation instead
 * of Discord's error.
 */
export const isOtherKind = (body: unknown): body is { locale?: unknown } => {
  const { type, token } = (body ?? {}) as { type?: unknown; token?: unknown }
  return Number.isInteger(type) && !(Number(type) in interactionKinds) && typeof token === 'string'
}

export const languageIn = ({ locale }: { locale?: unknown }): Language =>
  languageOf(typeof locale === 'string' ? locale : undefined)

/**
 * Parse an interaction; null when its kind is unknown or a field differs from Discord's
 * documentation.
 */
export function readInteraction(body: unknown): Interaction | null {
  const { data: given } = payloadShape.safeParse(body)
  const interactionPerson = given && personOf(given)
  const interactionKind = given && interactionKinds[given.type as keyof typeof interactionKinds]
  if (!given || !interactionPerson || !interactionKind) return null

  return {
    id: given.id,
    kind: interactionKind,
    person: interactionPerson,
    ...readInputs(given.data ?? {}),
    ...readPlace(given),
    language: languageOf(given.locale),
    token: given.token,
  }
}

type Payload = z.infer<typeof payloadShape>

/** The person who made the interaction: a member in the guild, a plain user in a direct message. */
function personOf({ member, user: alone }: Payload): Interaction['person'] | null {
  const user = member?.user ?? alone
  if (!user) return null

  return {
    id: user.id,
    name: (member?.nick ?? user.global_name ?? user.username).slice(0, 100),
    roles: member?.roles ?? [],
  }
}

/** The name of the command or component, its options, chosen values and typed fields. */
function readInputs(
  data: NonNullable<Payload['data']>,
): Pick<Interaction, 'name' | 'options' | 'focused' | 'values' | 'fields'> {
  const { options = [], components = [], values = [] } = data

  const formInputs = components.flatMap((component) => [
    ...(component.component ? [component.component] : []),
    ...(component.components ?? []),
  ])

  return {
    name: data.name ?? data.custom_id ?? '',
    options: Object.fromEntries(
      options.flatMap((option) =>
        option.value === undefined ? [] : [[option.name, String(option.value)]],
      ),
    ),
    focused: options.find((option) => option.focused)?.name ?? null,
    values,
    fields: Object.fromEntries(formInputs.map((input) => [input.custom_id, input.value ?? ''])),
  }
}

const readPlace = (data: Payload): Pick<Interaction, 'channelId' | 'messageId' | 'guildId'> => ({
  channelId: data.channel_id ?? null,
  messageId: data.message?.id ?? null,
  guildId: data.guild_id ?? null,
})
