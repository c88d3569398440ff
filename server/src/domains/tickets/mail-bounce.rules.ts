import type { Attachment, Email } from 'postal-mime'

import { parseMail } from './mail-letter.rules.ts'

/** A returned mail of the shop: its message id, and the addresses that failed permanently. */
export type Bounce = { id: string; addresses: string[]; reply: string }

const maxBytes = 100_000
const maxAddresses = 5

/**
 * The permanent failures of a delivery report (RFC 3464). Null for any other mail, for delays, and
 * where the cause is not the address: the sender (5.7), a full box (5.2.2) or a mail system (5.3).
 */
function findBounce({ attachments }: Email): Bounce | null {
  const deliveryReport = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const originalMail = attachments.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers'].includes(mimeType),
  )
  if (!deliveryReport || !originalMail) return null

  const id = /^message-id:\s*<([^<>@\s]{1,200})@/im.exec(attachmentText(originalMail))?.[1]

  const failedBlocks = attachmentText(deliveryReport)
    .split(/\r?\n[ \t]*\r?\n/)
    .map(parseFields)
    .filter(
      (fields) => fields.get('action') === 'failed' && isPermanent(fields.get('status') ?? ''),
    )

  const addresses = failedBlocks.flatMap((fields) =>
    ['original-recipient', 'final-recipient'].flatMap(
      (name) => parseAddress(fields.get(name)) ?? [],
    ),
  )
  if (!id || !addresses.length) return null

  return {
    id,
    addresses: [...new Set(addresses)].slice(0, maxAddresses),
    reply: failedBlocks[0]!.get('status')!,
  }
}

const isPermanent = (status: string): boolean =>
  /^5\.\d{1,3}\.\d{1,3}$/.test(status) && !/^5\.(?:7\.|2\.2$|3\.)/.test(status)

const attachmentText = ({ content }: Attachment): string =>
  Buffer.from(content as ArrayBuffer).toString('utf8', 0, maxBytes)

/**
 * The fields of a block by lowercase names; for action and status only the first word of the value.
 */
function parseFields(block: string): Map<string, string> {
  const fieldsByName = new Map<string, string>()

  for (const line of block.split(/\r?\n/)) {
    const colonIndex = line.indexOf(':')
    if (colonIndex < 1) continue

    const fieldName = line.slice(0, colonIndex).trim().toLowerCase()
    const fieldValue = line.slice(colonIndex + 1).trim()
    fieldsByName.set(
      fieldName,
      ['action', 'status'].includes(fieldName) ? firstWord(fieldValue) : fieldValue,
    )
  }

  return fieldsByName
}

const firstWord = (value: string): string => value.split(/\s/)[0]!.toLowerCase()

/** The address of 'rfc822; ana@exemplo.test', with or without angle brackets. */
function parseAddress(value: string | undefined): string | null {
  const mailAddress = value?.split(';')[1]?.trim().replace(/^<|>$/g, '').toLowerCase() ?? ''
  return mailAddress.includes('@') && mailAddress.length <= 254 ? mailAddress : null
}

/** Reads the report of a raw mail; runs in the worker thread for parsing. */
export const readReport = async ({ raw }: { raw: Uint8Array }): Promise<Bounce | null> =>
  findBounce(await parseMail(raw))
