import { createHash } from 'node:crypto'

import type { Config } from '../../platform/config/config.ts'
import { matchesAny, signaturesOf, type StoreSecrets } from '../../platform/secrets/derived-keys.ts'

// Answers by mail (P337): the address of each ticket, and the ticket that a mail belongs to.

type MailConfig = StoreSecrets & Pick<Config, 'supportMail'>
type Named = { id: string; ticketId: string }
const signatureLength = 20

/** The address that a ticket's customer answers to; null where the shop takes no mail. */
export function replyAddress(config: MailConfig, { id, ticketId }: Named): string | null {
  if (!config.supportMail) return null

  // Lowercase only: mail servers may change the case of an address.
  const localName = ticketId.toLowerCase()

  return `reply+${localName}.${signaturesFor(config, id)[0]}@${config.supportMail.domain}`
}

/**
 * The ticket and the signature from the first address that is a reply address of this shop; null
 * without such an address.
 */
export function findReplyAddress(
  addresses: readonly string[],
  domain: string,
): { ticketId: string; signature: string } | null {
  for (const address of addresses) {
    const addressParts = /^reply\+([a-z]+-\d{1,12})\.([\da-f]{20})@(.+)$/.exec(
      address.toLowerCase(),
    )
    if (addressParts?.[3] === domain.toLowerCase())
      return { ticketId: addressParts[1]!.toUpperCase(), signature: addressParts[2]! }
  }
  return null
}

/** Whether a signature belongs to this ticket. */
export const isSigned = (config: StoreSecrets, { id }: Named, signature: string): boolean =>
  matchesAny(signature, signaturesFor(config, id))

const signaturesFor = (config: StoreSecrets, id: string): string[] =>
  signaturesOf(config, 'ticket mail', id).map((signature) =>
    signature.toString('hex').slice(0, signatureLength),
  )

/**
 * The id of the ticket message for a mail. Each delivery of the same mail gets the same id, so that
 * the mail is stored once.
 */
export function messageIdOf(mail: { messageId?: string | undefined }, raw: Buffer): string {
  const messageHash = createHash('sha256')
    .update(mail.messageId ?? raw)
    .digest()
  messageHash[6] = (messageHash[6]! & 0x0f) | 0x80
  messageHash[8] = (messageHash[8]! & 0x3f) | 0x80

  return messageHash
    .toString('hex', 0, 16)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Whether a program wrote a mail: an absence note, a failed delivery, a list. Answering or storing
 * such mails could loop forever.
 */
export function isAutomatic(headers: Headers): boolean {
  const headerValue = (name: string) => headerOf(headers, name)
  return (
    !['', 'no'].includes(headerValue('auto-submitted')) ||
    ['bulk', 'junk', 'list', 'auto_reply'].includes(headerValue('precedence')) ||
    headerValue('x-autoreply') !== '' ||
    headerValue('return-path') === '<>' ||
    isReport(headers) ||
    /mailer-daemon@|^postmaster@/.test(headerValue('from'))
  )
}

type Headers = readonly { key: string; value: string }[]

const headerOf = (headers: Headers, name: string): string =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase() ?? ''

/** Whether a mail reports the delivery of another mail. */
export const isReport = (headers: Headers): boolean =>
  headerOf(headers, 'content-type').startsWith('multipart/report')
