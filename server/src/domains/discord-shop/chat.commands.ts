import type { App } from '../../platform/app.ts'
import { throwIfTransient } from '../../ports/chat.ts'
import {} from './chat.acts.ts'

const text = 3
const whole = 4
const english = (name: string, description: string) => ({
  name_localizations: { 'en-US': name, 'en-GB': name },
  description_localizations: { 'en-US': description, 'en-GB': description },
})
// Who may manage the guild sees it; who may use it the shop decides itself.
const manageGuild = '32'
const choice = (name: string, value: string, en: string) => ({
  name,
  value,
  name_localizations: { 'en-US': en, 'en-GB': en },
})

/** The commands of the shop in its guild. */
const commands = [
  {
    type: 1,
    name: 'comprar',
    description: 'Comprar uma licença com PIX',
    ...english('buy', 'Buy a licence by PIX'),
    options: [
      {
        type: text,
        name: 'produto',
        description: 'O que você quer comprar',
        required: true,
        autocomplete: true,
        max_length: 100,
        ...english('product', 'What you want to buy'),
      },
      {
        type: whole,
        name: 'quantidade',
        description: 'Quantas licenças',
        min_value: 1,
        max_value: 99,
        ...english('quantity', 'How many licences'),
      },
    ],
  },
  {
    type: 1,
    name: 'ticket',
    description: 'Abrir um canal com a equipe',
    ...english('ticket', 'Open a channel with the staff'),
    options: [
      {
        type: text,
        name: 'assunto',
        description: 'Sobre o que é',
        max_length: 200,
        ...english('subject', 'What it is about'),
      },
    ],
  },
  {
    type: 1,
    name: 'notify',
    description: 'Publicar uma notificação da loja (equipe)',
    default_member_permissions: manageGuild,
    ...english('notify', 'Publish a notification of the shop (staff)'),
    options: [
      {
        type: text,
        name: 'tipo',
        description: 'Que tipo de notificação',
        required: true,
        choices: [
          choice('Informação', 'info', 'Information'),
          choice('Aviso', 'warning', 'Warning'),
          choice('Alerta', 'alert', 'Alert'),
        ],
        ...english('type', 'What kind of notification'),
      },
      {
        type: text,
        name: 'titulo',
        description: 'Título',
        required: true,
        max_length: 200,
        ...english('title', 'Title'),
      },
      {
        type: text,
        name: 'mensagem',
        description: 'Mensagem',
        required: true,
        max_length: 4000,
        ...english('message', 'Message'),
      },
    ],
  },
  {
    type: 1,
    name: 'painel',
    description: 'Publicar neste canal o painel da loja ou de atendimento (equipe)',
    default_member_permissions: manageGuild,
    ...english('panel', 'Post the panel of the shop or of support in this channel (staff)'),
    options: [
      {
        type: text,
        name: 'tipo',
        description: 'Qual painel',
        required: true,
        choices: [choice('Loja', 'shop', 'Shop'), choice('Atendimento', 'tickets', 'Support')],
        ...english('type', 'Which panel'),
      },
    ],
  },
] as const

/** Make the guild know our commands: they are written only when they are others than those it has, since Discord limits how often. */
export async function registerCommands(app: App): Promise<void> {
  const { chat } = app.providers
  if (!chat) return
  const known = throwIfTransient(await chat.commands())
  if (
    known.kind === 'ok' &&
    known.value.length === commands.length &&
    commands.every((wanted) => known.value.some((one) => holds(one, wanted)))
  )
    return
  const set = throwIfTransient(await chat.setCommands(commands))
  if (set.kind !== 'ok')
    throw new Error(
      `the commands cannot be registered: ${set.reason}; the bot must be invited with the scope applications.commands`,
    )
}

/** Whether what Discord has is what we want; it adds fields of its own. */
function holds(has: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(has) &&
      has.length === wanted.length &&
      wanted.every((one, index) => holds(has[index], one))
    )
  if (wanted === null || typeof wanted !== 'object') return has === wanted
  return (
    typeof has === 'object' &&
    has !== null &&
    Object.entries(wanted).every(([name, value]) =>
      holds((has as Record<string, unknown>)[name], value),
    )
  )
}
