import { supportLimits } from '@chaveiro/contracts/support-limits'

import { localStore, readJson, writeText } from '../../../state/storage.ts'

export type SupportFile = {
  id: string | null
  url: string | null
  name: string
  type: string | null
  size: number | null
}

/**
 * Text and files not yet sent. `tried` is the content of the last attempt, sent with `clientId`.
 */
export type Draft = {
  text: string
  subject: string
  order: string
  files: SupportFile[]
  clientId: string
  tried: string
  savedAt: number
}

export const emptyDraft = (): Draft => ({
  text: '',
  subject: '',
  order: '',
  files: [],
  clientId: newId(),
  tried: '',
  savedAt: 0,
})

/** A random id; crypto.randomUUID exists only on secure pages. */
export function newId(): string {
  const randomBytes = crypto.getRandomValues(new Uint8Array(16))
  randomBytes[6] = (randomBytes[6]! & 0x0f) | 0x40
  randomBytes[8] = (randomBytes[8]! & 0x3f) | 0x80
  const hexDigits = Array.from(randomBytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

  return hexDigits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const storageKey = (owner: string, place: string): string => `supportDraft_${owner}_${place}`

/**
 * The unsent draft of a conversation in this browser (P168). Uploads that the shop has deleted
 * meanwhile are left out.
 */
export function readDraft(owner: string, place: string, now = Date.now()): Draft {
  const storedDraft = readJson(localStore(), storageKey(owner, place), (value) => {
    const draft = value as Partial<Draft> | null
    if (draft && typeof draft.text === 'string') return { ...emptyDraft(), ...draft }

    return null
  })

  if (!storedDraft) return emptyDraft()

  const hasExpired = now - storedDraft.savedAt > supportLimits.waitingHours * 3_600_000

  if (hasExpired || !Array.isArray(storedDraft.files)) return { ...storedDraft, files: [] }

  return storedDraft
}

/** Stores a draft; an empty one is removed. */
export function storeDraft(owner: string, place: string, draft: Draft): void {
  const isEmpty = !draft.text && !draft.subject && !draft.files.length
  writeText(
    localStore(),
    storageKey(owner, place),
    isEmpty ? null : JSON.stringify({ ...draft, savedAt: Date.now() }),
  )
}

/** Removes all drafts of a person from this browser. */
export function forgetDrafts(owner: string): void {
  const storage = localStore() as Partial<Storage>
  const storedKeys = Array.from(
    { length: storage.length ?? 0 },
    (_, index) => storage.key?.(index) ?? '',
  )
  for (const storedKey of storedKeys)
    if (storedKey.startsWith(storageKey(owner, ''))) writeText(localStore(), storedKey, null)
}

/**
 * The draft to send. A retry of the same content keeps its id, so that it makes one message; new
 * content gets a new id.
 */
export function prepareToSend(draft: Draft): Draft {
  const { text, subject, order, files } = draft
  const content = JSON.stringify([text.trim(), subject.trim(), order, files.map(({ id }) => id)])
  if (draft.tried === content) return draft

  return { ...draft, tried: content, clientId: draft.tried ? newId() : draft.clientId }
}

/** Body of the call that sends a draft. */
export const messageBody = ({ clientId, text, files }: Draft) => ({
  clientId,
  text: text.trim(),
  files: files.flatMap(({ id }) => id ?? []),
})
