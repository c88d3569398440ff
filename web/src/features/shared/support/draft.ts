import { supportLimits } from '@chaveiro/contracts/support-limits'

import { localStore, readJson, writeText } from '../../../state/storage.ts'

export type SupportFile = {
  id: string | null
  url: string | null
  name: string
  type: string | null
  size: number | null
}

/** What is typed and attached and not yet sent; `tried` is what was last tried to send, by `clientId`. */
export type Draft = {
  text: string
  subject: string
  order: string
  files: SupportFile[]
  clientId: string
  tried: string
  savedAt: number
}

const blank = (): Draft => ({
  text: '',
  subject: '',
  order: '',
  files: [],
  clientId: newId(),
  tried: '',
  savedAt: 0,
})

/** A random id; crypto.randomUUID exists on secure pages only. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const keyOf = (owner: string, place: string): string => `supportDraft_${owner}_${place}`

/**
 * What was left unsent in a place, in this browser (P168). Files that were sent up longer ago than
 * the shop keeps them are left out.
 */
export function readDraft(owner: string, place: string, now = Date.now()): Draft {
  const kept = readJson(localStore(), keyOf(owner, place), (value) => {
    const draft = value as Partial<Draft> | null
    return draft && typeof draft.text === 'string' ? { ...blank(), ...draft } : null
  })

  if (!kept) return blank()

  const isOld = now - kept.savedAt > supportLimits.waitingHours * 3_600_000

  return isOld || !Array.isArray(kept.files) ? { ...kept, files: [] } : kept
}

/** Keep a draft; an empty one is forgotten. */
export function keepDraft(owner: string, place: string, draft: Draft): void {
  const isEmpty = !draft.text && !draft.subject && !draft.files.length
  writeText(
    localStore(),
    keyOf(owner, place),
    isEmpty ? null : JSON.stringify({ ...draft, savedAt: Date.now() }),
  )
}

/** Forget all that a person left unsent in this browser, and what was kept beside it. */
export function forgetDrafts(owner: string): void {
  const store = localStore() as Partial<Storage>
  const names = Array.from({ length: store.length ?? 0 }, (_, at) => store.key?.(at) ?? '')
  for (const name of names)
    if (name.startsWith(keyOf(owner, ''))) writeText(localStore(), name, null)
}

/**
 * The draft with the id under which it is to be sent: the same as before while it says the same, so
 * that a retry makes one message, and a new one for other words.
 */
export function toSend(draft: Draft): Draft {
  const { text, subject, order, files } = draft
  const content = JSON.stringify([text.trim(), subject.trim(), order, files.map(({ id }) => id)])
  if (draft.tried === content) return draft

  return { ...draft, tried: content, clientId: draft.tried ? newId() : draft.clientId }
}

/** What of a draft goes to the shop as a message: its id, its words and the ids of its files. */
export const messageOf = ({ clientId, text, files }: Draft) => ({
  clientId,
  text: text.trim(),
  files: files.flatMap(({ id }) => id ?? []),
})
