import { supportLimits } from '@chaveiro/contracts/support-limits'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, upload } from '../../../api/call.ts'
import {
  emptyDraft,
  storeDraft,
  newId,
  readDraft,
  prepareToSend,
  type Draft,
  type SupportFile,
} from './draft.ts'

/** An upload in progress or failed. */
export type Upload = { key: string; name: string; error: string | null }

/** Returns the error text of a failure: the shop's reason, or a text about the connection. */
export function useFailureText(): (failure: unknown) => string {
  const { t } = useTranslation(['support', 'common'])
  return (failure) => {
    if (failure instanceof ApiError) return failure.message || t('error.generic')
    return t('common:error.network')
  }
}

/**
 * Uploads a file without its type, because the call could refuse the type that a device reports.
 */
async function uploadUntyped(file: File): Promise<SupportFile> {
  const untypedFile = new Blob([file], { type: 'application/octet-stream' })
  const { file: storedFile } = await upload(ownApi.support.upload, untypedFile, {
    query: { name: file.name },
  })

  return storedFile
}

/**
 * A draft kept in this browser until it is sent; its files upload at once. A failed `send` leaves
 * everything as it is.
 */
export function useDraft(owner: string, place: string, send: (draft: Draft) => Promise<void>) {
  const { t } = useTranslation('support')
  const describeFailure = useFailureText()
  const [draft, setDraft] = useState(() => readDraft(owner, place))
  const [uploads, setUploads] = useState<Upload[]>([])
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const latestDraft = useRef(draft)
  const isSending = useRef(false)

  const changeDraft = (part: Partial<Draft>) => {
    latestDraft.current = { ...latestDraft.current, ...part }
    setDraft(latestDraft.current)
    storeDraft(owner, place, latestDraft.current)
  }

  async function uploadFile(file: File, key: string): Promise<void> {
    try {
      const storedFile = await uploadUntyped(file)
      setUploads((current) => current.filter((uploadEntry) => uploadEntry.key !== key))
      changeDraft({ files: [...latestDraft.current.files, storedFile] })
    } catch (failure) {
      const failureText = `${file.name}: ${describeFailure(failure)}`
      setUploads((current) =>
        current.map((uploadEntry) =>
          uploadEntry.key === key ? { ...uploadEntry, error: failureText } : uploadEntry,
        ),
      )
    }
  }

  function addFiles(files: readonly File[]): void {
    setError(null)
    const pendingUploads = uploads.filter((uploadEntry) => !uploadEntry.error).length
    const freePlaces = supportLimits.files - latestDraft.current.files.length - pendingUploads
    if (files.length > freePlaces) setError(t('files.tooMany', { most: supportLimits.files }))
    const acceptedFiles = files
      .slice(0, Math.max(0, freePlaces))
      .map((file) => ({ file, key: newId() }))

    const newUploads = acceptedFiles.map(({ file, key }) => ({
      key,
      name: file.name,
      error: file.size > supportLimits.fileBytes ? t('files.tooLarge', { name: file.name }) : null,
    }))

    setUploads((current) => [...current.filter((uploadEntry) => !uploadEntry.error), ...newUploads])
    for (const [index, { file, key }] of acceptedFiles.entries())
      if (!newUploads[index]!.error) void uploadFile(file, key)
  }

  const removeFile = (file: SupportFile) =>
    changeDraft({ files: latestDraft.current.files.filter(({ id }) => id !== file.id) })
  const dismissUpload = (key: string) =>
    setUploads((current) => current.filter((uploadEntry) => uploadEntry.key !== key))

  async function submitDraft(): Promise<void> {
    if (isSending.current) return

    isSending.current = true
    setIsBusy(true)
    setError(null)
    changeDraft(prepareToSend(latestDraft.current))
    const sentDraft = latestDraft.current

    try {
      await send(sentDraft)
      // Text typed while sending belongs to a new message.
      const newText = latestDraft.current.text === sentDraft.text ? '' : latestDraft.current.text
      changeDraft({ ...emptyDraft(), text: newText })
    } catch (failure) {
      setError(describeFailure(failure))
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }

  const actions = { change: changeDraft, add: addFiles, remove: removeFile, dismiss: dismissUpload }

  return { draft, uploads, error, setError, busy: isBusy, submit: submitDraft, ...actions }
}

export type DraftHandle = ReturnType<typeof useDraft>
