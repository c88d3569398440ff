import { createHash } from 'node:crypto'

import type { Config } from '../../platform/config/config.ts'
import { isOneOf, signaturesOf } from '../../platform/secrets/derived-keys.ts'

// Answers by mail (P337): which address a ticket has, and which mail is meant for one.

type Named = { id: string; ticketId: string }
const signLength = 20

/** The address to which a ticket's customer answers; null where the shop takes no mail. */
export function replyAddress(config: Config, { id, ticketId }: Named): string | null {
  if (!config.supportMail) return null

  // Small letters alone: on its way a mail may lose the others.
  const name = ticketId.toLowerCase()

  return `reply+${name}.${signed(config, id)[0]}@${config.supportMail.domain}`
}

/** The ticket and the signature that one of some addresses names; null when none does. */
export function namedIn(
  addresses: readonly string[],
  domain: string,
): { ticketId: string; signature: string } | null {
  for (const address of addresses) {
    const found = /^reply\+([a-z]+-\d{1,12})\.([\da-f]{20})@(.+)$/.exec(address.toLowerCase())
    if (found?.[3] === domain.toLowerCase())
      return { ticketId: found[1]!.toUpperCase(), signature: found[2]! }
  }
  return null
}

/** Whether a signature is the one of this ticket. */
export const isSigned = (config: Config, { id }: Named, signature: string): boolean =>
  isOneOf(signature, signed(config, id))

const signed = (config: Config, id: string): string[] =>
  signaturesOf(config, 'ticket mail', id).map((signature) =>
    signature.toString('hex').slice(0, signLength),
  )

/** The name that a mail has as a message, so that one that comes twice is said once. */
export function messageIdOf(mail: { messageId?: string | undefined }, raw: Buffer): string {
  const hash = createHash('sha256')
    .update(mail.messageId ?? raw)
    .digest()
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80

  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Whether nobody wrote a mail: a note of absence, a failed delivery, a list. To answer those, or to
 * keep them, would go on for ever.
 */
export function isAutomatic(headers: Headers): boolean {
  const of = (name: string) => valueOf(headers, name)
  return (
    !['', 'no'].includes(of('auto-submitted')) ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(of('precedence')) ||
    of('x-autoreply') !== '' ||
    of('return-path') === '<>' ||
    isReport(headers) ||
    /mailer-daemon@|^postmaster@/.test(of('from'))
  )
}

type Headers = readonly { key: string; value: string }[]

const valueOf = (headers: Headers, name: string): string =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase() ?? ''

/** Whether a mail reports what became of another. */
export const isReport = (headers: Headers): boolean =>
  valueOf(headers, 'content-type').startsWith('multipart/report')
