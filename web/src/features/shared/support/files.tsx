import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { download } from '../../../api/call.ts'
import type { AnyCall } from '../../../api/http.ts'
import { keyOf } from '../../../api/queries.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.tsx'
import { fileSize } from '../file-size.ts'
import type { SupportFile } from './draft.ts'
import { useReason } from './use-draft.ts'

export type FileCall = AnyCall<{ id: string }, any, any, any>

const lineClass =
  'flex min-h-11 max-w-full items-center gap-2 rounded-md border border-line bg-surface px-3 ' +
  'text-left text-sm text-ink hover:bg-high'

/** A picture as an address that the page's own policy lets it show. */
const asAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(blob)
  })

/** The files of a message: pictures are shown, everything else is saved. */
export function Files({ files, route }: { files: readonly SupportFile[]; route: FileCall }) {
  const { t } = useTranslation('support')
  if (!files.length) return null

  return (
    <ul aria-label={t('files.list')} className="flex flex-wrap gap-2">
      {files.map((file, i) => (
        <li key={file.id ?? i} className="max-w-full">
          {file.id && file.type === 'image/webp' ? (
            <Picture id={file.id} name={file.name} route={route} />
          ) : (
            <OtherFile file={file} route={route} />
          )}
        </li>
      ))}
    </ul>
  )
}

function OtherFile({ file, route }: { file: SupportFile; route: FileCall }) {
  const { t } = useTranslation('support')
  const reason = useReason()
  const { id, name, url, size } = file
  const shownSize = size ? fileSize(size, currentLanguage()) : ''

  async function save(of: string): Promise<void> {
    try {
      const { blob } = await download(route, { params: { id: of } })
      saveFile(blob, name)
    } catch (failure) {
      toast(`${name}: ${reason(failure)}`, 'bad')
    }
  }

  if (id)
    return (
      <button type="button" className={lineClass} onClick={() => void save(id)}>
        <FileText size={18} aria-hidden className="shrink-0 text-muted" />
        <span className="sr-only">{t('files.save')}</span>
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {shownSize && <span className="shrink-0 text-xs text-muted">{shownSize}</span>}
      </button>
    )

  if (url)
    return (
      <a className={lineClass} href={url} target="_blank" rel="noopener noreferrer">
        <ExternalLink size={18} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </a>
    )

  return <span className="text-sm text-muted">{name}</span>
}

function Picture({ id, name, route }: { id: string; name: string; route: FileCall }) {
  const { t } = useTranslation(['support', 'common'])
  const [open, setOpen] = useState(false)

  const { data, isError, refetch } = useQuery({
    queryKey: keyOf(route, { params: { id } }),
    staleTime: Infinity,
    queryFn: async () => asAddress((await download(route, { params: { id } })).blob),
  })

  return (
    <>
      <button
        type="button"
        aria-label={t(isError ? 'files.again' : 'files.show', { name })}
        onClick={() => (isError ? void refetch() : setOpen(true))}
        className="block h-32 min-w-24 overflow-hidden rounded-md border border-line bg-raised p-0 text-xs"
      >
        {data && <img src={data} alt="" className="h-full max-w-60 object-cover" />}
        {isError && <span className="px-3 text-bad">{t('files.again', { name })}</span>}
      </button>

      <Dialog
        wide
        open={open}
        onClose={() => setOpen(false)}
        title={<span className="wrap-anywhere">{name}</span>}
        closeLabel={t('common:action.close')}
      >
        <img src={data} alt={name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
      </Dialog>
    </>
  )
}
