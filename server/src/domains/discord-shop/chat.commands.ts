import type { Localized } from '@chaveiro/contracts/localized'

import type { App } from '../../platform/app.ts'
import { throwIfTransient } from '../../ports/chat.ts'

// Discord's type numbers of a text option and an integer option.
const stringOption = 3
const integerOption = 4
const inEnglish = (text: Localized) => ({ 'en-US': text['en-US'], 'en-GB': text['en-US'] })

/** The name and description of a command: Portuguese, with English translations. */
const nameAndDescription = (name: Localized, description: Localized) => ({
  name: name['pt-BR'],
  name_localizations: inEnglish(name),
  description: description['pt-BR'],
  description_localizations: inEnglish(description),
})

// Discord's permission bit for managing the guild. It only hides the command from others; the shop
// itself checks who may use it.
const manageGuild = '32'

const optionChoice = (value: string, name: Localized) => ({
  name: name['pt-BR'],
  value,
  name_localizations: inEnglish(name),
})

/** The commands that the shop registers in its guild. */
const commands = [
  {
    type: 1,
    ...nameAndDescription(
      { 'pt-BR': 'comprar', 'en-US': 'buy' },
      { 'pt-BR': 'Comprar uma licença com PIX', 'en-US': 'Buy a licence by PIX' },
    ),

    options: [
      {
        type: stringOption,
        ...nameAndDescription(
          { 'pt-BR': 'produto', 'en-US': 'product' },
          { 'pt-BR': 'O que você quer comprar', 'en-US': 'What you want to buy' },
        ),
        required: true,
        autocomplete: true,
        max_length: 100,
      },
      {
        type: integerOption,
        ...nameAndDescription(
          { 'pt-BR': 'quantidade', 'en-US': 'quantity' },
          { 'pt-BR': 'Quantas licenças', 'en-US': 'How many licences' },
        ),
        min_value: 1,
        max_value: 99,
      },
    ],
  },
  {
    type: 1,
    ...nameAndDescription(
      { 'pt-BR': 'ticket', 'en-US': 'ticket' },
      { 'pt-BR': 'Abrir um canal com a equipe', 'en-US': 'Open a channel with the staff' },
    ),

    options: [
      {
        type: stringOption,
        ...nameAndDescription(
          { 'pt-BR': 'assunto', 'en-US': 'subject' },
          { 'pt-BR': 'Sobre o que é', 'en-US': 'What it is about' },
        ),
        max_length: 200,
      },
    ],
  },
  {
    type: 1,

    ...nameAndDescription(
      { 'pt-BR': 'notify', 'en-US': 'notify' },
      {
        'pt-BR': 'Publicar uma notificação da loja (equipe)',
        'en-US': 'Publish a notification of the shop (staff)',
      },
    ),

    default_member_permissions: manageGuild,

    options: [
      {
        type: stringOption,
        ...nameAndDescription(
          { 'pt-BR': 'tipo', 'en-US': 'type' },
          { 'pt-BR': 'Que tipo de notificação', 'en-US': 'What kind of notification' },
        ),
        required: true,
        choices: [
          optionChoice('info', { 'pt-BR': 'Informação', 'en-US': 'Information' }),
          optionChoice('warning', { 'pt-BR': 'Aviso', 'en-US': 'Warning' }),
          optionChoice('alert', { 'pt-BR': 'Alerta', 'en-US': 'Alert' }),
        ],
      },
      {
        type: stringOption,
        ...nameAndDescription(
          { 'pt-BR': 'titulo', 'en-US': 'title' },
          { 'pt-BR': 'Título', 'en-US': 'Title' },
        ),
        required: true,
        max_length: 200,
      },
      {
        type: stringOption,
        ...nameAndDescription(
          { 'pt-BR': 'mensagem', 'en-US': 'message' },
          { 'pt-BR': 'Mensagem', 'en-US': 'Message' },
        ),
        required: true,
        max_length: 4000,
      },
    ],
  },
  {
    type: 1,

    ...nameAndDescription(
      { 'pt-BR': 'painel', 'en-US': 'panel' },
      {
        'pt-BR': 'Publicar neste canal o painel da loja ou de atendimento (equipe)',
        'en-US': 'Post the panel of the shop or of support in this channel (staff)',
      },
    ),

    default_member_permissions: manageGuild,

    options: [
      {
        type: stringOption,
        ...nameAndDescription(
          { 'pt-BR': 'tipo', 'en-US': 'type' },
          { 'pt-BR': 'Qual painel', 'en-US': 'Which panel' },
        ),
        required: true,
        choices: [
          optionChoice('shop', { 'pt-BR': 'Loja', 'en-US': 'Shop' }),
          optionChoice('tickets', { 'pt-BR': 'Atendimento', 'en-US': 'Support' }),
        ],
      },
    ],
  },
] as const

/**
 * Register the shop's commands in the guild, but only when they differ from the registered ones:
 * Discord limits the number of writes. Throws when Discord refuses them.
 */
export async function registerCommands(app: App): Promise<void> {
  const { chat } = app.providers
  if (!chat) return

  const currentCommands = throwIfTransient(await chat.commands())

  if (
    currentCommands.kind === 'ok' &&
    currentCommands.value.length === commands.length &&
    commands.every((wanted) =>
      currentCommands.value.some((command) => matchesWanted(command, wanted)),
    )
  )
    return

  const registration = throwIfTransient(await chat.setCommands(commands))

  if (registration.kind !== 'ok')
    throw new Error(
      `the commands cannot be registered: ${registration.reason}; ` +
        'the bot must be invited with the scope applications.commands',
    )
}

/**
 * Whether a value from Discord has all fields of the shop's value. Discord adds fields of its own,
 * which are ignored.
 */
function matchesWanted(current: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(current) &&
      current.length === wanted.length &&
      wanted.every((command, index) => matchesWanted(current[index], command))
    )

  if (wanted === null || typeof wanted !== 'object') return current === wanted

  return (
    typeof current === 'object' &&
    current !== null &&
    Object.entries(wanted).every(([name, value]) =>
      matchesWanted((current as Record<string, unknown>)[name], value),
    )
  )
}
