import type { Attachment, Email } from 'postal-mime'

import { parsed } from './mail-letter.rules.ts'

/** A mail of ours that came back: its name, and the addresses that it did not reach for good. */
export type Bounce = { id: string; addresses: string[]; reply: string }

const mostSigns = 100_000
const mostAddresses = 5

/**
 * What a report of delivery says (RFC 3464); null of any other mail, of a delay, and of what is held
 * against the sender (5.7) or a full box (5.2.2) rather than against the address.
 */
function bounceIn({ attachments }: Email): Bounce | null {
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const ours = attachments.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers'].includes(mimeType),
  )
  if (!report || !ours) return null

  const id = /^message-id:\s*<([^<>@\s]{1,200})@/im.exec(textOf(ours))?.[1]

  const failed = textOf(report)
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .filter((fields) => fields.get('action') === 'failed' && isForGood(fields.get('status') ?? ''))

  const addresses = failed.flatMap((fields) =>
    ['original-recipient', 'final-recipient'].flatMap((name) => addressOf(fields.get(name)) ?? []),
  )
  if (!id || !addresses.length) return null

  return {
    id,
    addresses: [...new Set(addresses)].slice(0, mostAddresses),
    reply: failed[0]!.get('status')!.slice(0, 20),
  }
}

const isForGood = (status: string): boolean =>
  /^5\.\d{1,3}\.\d{1,3}$/.test(status) && !/^5\.(?:7\.|2\.2$|3\.)/.test(status)

function textOf({ content }: Attachment): string {
  if (typeof content === 'string') return content.slice(0, mostSigns)

  const bytes = Buffer.from(content as ArrayBuffer)

  return bytes.toString('utf8', 0, Math.min(bytes.length, mostSigns))
}

/** The fields of a block, by their small names; the first word of a status is its numbers. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()

  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon < 1) continue

    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    fields.set(name, ['action', 'status'].includes(name) ? firstWord(value) : value)
  }

  return fields
}

const firstWord = (value: string): string => value.split(/\s/)[0]!.toLowerCase()

/** 'rfc822; ana@exemplo.test', in brackets or not. */
function addressOf(value: string | undefined): string | null {
  const address = value?.split(';')[1]?.trim().replace(/^<|>$/g, '').toLowerCase() ?? ''
  return address.includes('@') && address.length <= 254 ? address : null
}

/** The same of a mail as it came, in the thread that reads. */
export const reportIn = async ({ raw }: { raw: Uint8Array }): Promise<Bounce | null> =>
  bounceIn(await parsed(raw))
