import { cutChat, plainChat } from '../../platform/text/chat-text.ts'
import type { ChatAnswer, ChatEmbed, ChatMessage } from '../../ports/chat.ts'

// Discord's flags and style numbers. No text that a person typed may notify anyone by a mention.
const ephemeral = 64
const mentionsNobody = { allowed_mentions: { parse: [] } }
const buttonStyles = { primary: 1, plain: 2, good: 3, danger: 4 } as const

/** A message that only the person who acted can see. */
export const replyPrivately = (message: ChatMessage): ChatAnswer => ({
  type: 4,
  data: { ...message, flags: ephemeral, ...mentionsNobody },
})

/** Discord shows 'is thinking…' to the person until a job replaces it by the answer. */
export const thinking: ChatAnswer = { type: 5, data: { flags: ephemeral } }

/** Replace the whole message of the pressed button. */
export const replaceMessage = (message: ChatMessage): ChatAnswer => ({
  type: 7,
  data: { content: '', embeds: [], components: [], ...message, ...mentionsNobody },
})

/** Suggestions for the option that is being typed; Discord allows at most 25. */
export const suggestChoices = (
  choices: readonly { name: string; value: string }[],
): ChatAnswer => ({
  type: 8,
  data: {
    choices: choices.slice(0, 25).map(({ name, value }) => ({ name: cutChat(name, 100), value })),
  },
})

type Input = {
  id: string
  label: string
  max: number
  required: boolean
  long?: boolean
  placeholder?: string
}

/** A form in a dialog; Discord limits its title and labels to 45 characters. */
export const openForm = (id: string, title: string, inputs: readonly Input[]): ChatAnswer => ({
  type: 9,

  data: {
    custom_id: id,
    title: cutChat(title, 45),
    components: inputs.map((input) =>
      componentRow({
        type: 4,
        custom_id: input.id,
        label: cutChat(input.label, 45),
        style: input.long ? 2 : 1,
        max_length: input.max,
        required: input.required,
        ...(input.placeholder ? { placeholder: cutChat(input.placeholder, 100) } : {}),
      }),
    ),
  },
})

export const componentRow = (...components: object[]): object => ({ type: 1, components })

export const actionButton = (
  id: string,
  label: string,
  style: keyof typeof buttonStyles = 'plain',
): object => ({ type: 2, style: buttonStyles[style], custom_id: id, label: cutChat(label, 80) })

export const linkButton = (url: string, label: string): object => ({
  type: 2,
  style: 5,
  url,
  label: cutChat(label, 80),
})

export const selectMenu = (
  id: string,
  placeholder: string,
  options: readonly { label: string; value: string; description?: string; default?: boolean }[],
): object => ({
  type: 3,
  custom_id: id,
  placeholder: cutChat(placeholder, 150),
  options: options.slice(0, 25).map((option) => ({
    ...option,
    label: cutChat(option.label, 100),
    ...(option.description ? { description: cutChat(option.description, 100) } : {}),
  })),
})

/** An embed with title and text; markup in the title is escaped. */
export const embedBox = (
  title: string,
  description: string,
  extraFields: Partial<ChatEmbed> = {},
): ChatEmbed => ({
  title: cutChat(plainChat(title), 256),
  description: cutChat(description, 4096),
  ...extraFields,
})

/**
 * An instant that Discord shows in the reader's time zone: `R` as relative time ('in 5 minutes'),
 * `f` as date and time.
 */
export const chatTimestamp = (at: Date, style: 'R' | 'f' = 'R'): string =>
  `<t:${Math.floor(at.getTime() / 1000)}:${style}>`
