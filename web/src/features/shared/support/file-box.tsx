import { Paperclip, X } from 'lucide-react'
import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Notice } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import type { DraftHandle } from './use-draft.ts'

const acceptedTypes =
  '.png,.jpg,.jpeg,.webp,.pdf,.txt,.log,image/png,image/jpeg,image/webp,text/plain'

/** Accepts dropped and pasted files around its content, unless `off`. */
export function FileDrop({
  draft,
  off = false,
  children,
}: {
  draft: DraftHandle
  off?: boolean
  children: ReactNode
}) {
  const [isDraggedOver, setIsDraggedOver] = useState(false)

  const dropFiles = (event: DragEvent) => {
    event.preventDefault()
    setIsDraggedOver(false)
    draft.add([...event.dataTransfer.files])
  }

  const pasteFiles = (event: ClipboardEvent) => {
    const pastedFiles = [...event.clipboardData.files]
    if (!pastedFiles.length) return

    event.preventDefault()
    draft.add(pastedFiles)
  }

  if (off) return <div className="grid gap-2">{children}</div>

  return (
    <div
      className={join(
        'grid gap-2 rounded-md',
        isDraggedOver && 'outline-2 outline-ink outline-dashed',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={dropFiles}
      onPaste={pasteFiles}
    >
      {children}
    </div>
  )
}

export function AttachButton({ draft, small }: { draft: DraftHandle; small?: boolean }) {
  const { t } = useTranslation('support')
  const fileInput = useRef<HTMLInputElement>(null)
  const openFileChooser = () => fileInput.current?.click()

  return (
    <>
      {small && (
        <IconButton label={t('files.attach')} onClick={openFileChooser}>
          <Paperclip size={20} aria-hidden />
        </IconButton>
      )}

      {!small && (
        <Button icon={<Paperclip size={16} aria-hidden />} onClick={openFileChooser}>
          {t('files.attach')}
        </Button>
      )}

      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        accept={acceptedTypes}
        onChange={(event) => {
          draft.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

/** A file that is being sent, or was not accepted. */
function UploadState({
  upload: { name, error },
  onDismiss,
}: {
  upload: DraftHandle['uploads'][number]
  onDismiss(): void
}) {
  const { t } = useTranslation('support')
  if (error)
    return (
      <li className="w-full">
        <Notice tone="bad" className="flex items-center justify-between gap-2 py-1 pr-1">
          <span className="min-w-0 wrap-anywhere">{error}</span>
          <RemoveButton label={t('files.dismiss', { name })} run={onDismiss} />
        </Notice>
      </li>
    )

  return (
    <li
      role="status"
      className="flex min-h-11 max-w-full items-center gap-2 rounded-md border border-line px-3 text-sm text-muted"
    >
      <Spinner small />
      <span className="min-w-0 truncate">{t('files.sending', { name })}</span>
    </li>
  )
}

/** Files of a draft: uploaded, in progress, and failed. */
export function DraftFiles({ draft: { draft, uploads, remove, dismiss } }: { draft: DraftHandle }) {
  const { t } = useTranslation('support')
  if (!draft.files.length && !uploads.length) return null

  return (
    <ul aria-label={t('files.list')} className="flex flex-wrap gap-2">
      {draft.files.map((file) => (
        <li
          key={file.id}
          className="flex min-h-11 max-w-full items-center rounded-md bg-raised pl-3 text-sm"
        >
          <span className="min-w-0 truncate">{file.name}</span>
          <RemoveButton label={t('files.remove', { name: file.name })} run={() => remove(file)} />
        </li>
      ))}

      {uploads.map((upload) => (
        <UploadState key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
      ))}
    </ul>
  )
}

function RemoveButton({ label, run }: { label: string; run(): void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={run}
      className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
    >
      <X size={16} aria-hidden />
    </button>
  )
}
