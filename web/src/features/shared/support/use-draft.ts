import { supportLimits } from '@chaveiro/contracts/support-limits'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, upload } from '../../../api/call.ts'
import { keepDraft, newId, readDraft, toSend, type Draft, type SupportFile } from './draft.ts'

/** A file on its way up, or that did not get there. */
export type Upload = { key: string; name: string; error: string | null }

/** What the shop says against something, or that it could not be reached. */
export function useReason(): (failure: unknown) => string {
  const { t } = useTranslation(['support', 'common'])
  return (failure) => {
    if (failure instanceof ApiError) return failure.message || t('error.generic')
    return t('common:error.network')
  }
}

/**
 * A draft that stays in this browser until it was sent, with its files, which go up at once. `send`
 * is given the draft and its id; while it fails everything stays as it is.
 */
export function useDraft(owner: string, place: string, send: (draft: Draft) => Promise<void>) {
  const { t } = useTranslation('support')
  const reason = useReason()
  const [draft, setDraft] = useState(() => readDraft(owner, place))
  const [uploads, setUploads] = useState<Upload[]>([])
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef(draft)
  const sending = useRef(false)

  const change = (part: Partial<Draft>) => {
    latest.current = { ...latest.current, ...part }
    setDraft(latest.current)
    keepDraft(owner, place, latest.current)
  }

  // A page that is left while a file goes up keeps what arrives all the same.
  useEffect(() => keepDraft(owner, place, latest.current), [owner, place])

  async function sendUp(file: File, key: string): Promise<void> {
    try {
      // What it is says its content; the type that a device names may be none the call takes.
      const bytes = new Blob([file], { type: 'application/octet-stream' })
      const { file: kept } = await upload(ownApi.support.upload, bytes, {
        query: { name: file.name },
      })
      setUploads((all) => all.filter((one) => one.key !== key))
      change({ files: [...latest.current.files, kept] })
    } catch (failure) {
      const said = `${file.name}: ${reason(failure)}`
      setUploads((all) => all.map((one) => (one.key === key ? { ...one, error: said } : one)))
    }
  }

  function add(files: readonly File[]): void {
    setError(null)
    const waiting = uploads.filter((one) => !one.error).length
    const room = supportLimits.files - latest.current.files.length - waiting
    if (files.length > room) setError(t('files.tooMany', { most: supportLimits.files }))
    const taken = files.slice(0, Math.max(0, room)).map((file) => ({ file, key: newId() }))

    const judged = taken.map(({ file, key }) => ({
      key,
      name: file.name,
      error: file.size > supportLimits.fileBytes ? t('files.tooLarge', { name: file.name }) : null,
    }))

    setUploads((all) => [...all.filter((one) => !one.error), ...judged])
    for (const [i, { file, key }] of taken.entries()) if (!judged[i]!.error) void sendUp(file, key)
  }

  const remove = (file: SupportFile) =>
    change({ files: latest.current.files.filter(({ id }) => id !== file.id) })
  const dismiss = (key: string) => setUploads((all) => all.filter((one) => one.key !== key))

  async function submit(): Promise<void> {
    if (sending.current) return

    sending.current = true
    setBusy(true)
    setError(null)
    change(toSend(latest.current))
    const sent = latest.current

    try {
      await send(sent)
      // What was typed while it was on its way is a new message.
      const rest = latest.current.text === sent.text ? '' : latest.current.text
      change({ text: rest, subject: '', order: '', files: [], clientId: newId(), tried: '' })
    } catch (failure) {
      setError(reason(failure))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return { draft, change, uploads, add, remove, dismiss, error, setError, busy, submit }
}

export type DraftHandle = ReturnType<typeof useDraft>
