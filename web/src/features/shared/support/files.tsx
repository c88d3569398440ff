import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { download } from '../../../api/call.ts'
import type { AnyCall } from '../../../api/http.ts'
import { queryKeyOf } from '../../../api/queries.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.tsx'
import { fileSize } from '../file-size.ts'
import type { SupportFile } from './draft.ts'
import { useFailureText } from './use-draft.ts'

export type FileCall = AnyCall<{ id: string }, any, any, any>

const fileLinkClass =
  'flex min-h-11 max-w-full items-center gap-2 rounded-md border border-transparent bg-raised px-3 ' +
  'text-left text-sm text-ink hover:bg-high'

/** A picture as a data URL, which the content policy allows. */
const readAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const fileReader = new FileReader()
    fileReader.onload = () => resolve(String(fileReader.result))
    fileReader.onerror = () => reject(fileReader.error ?? new Error('unreadable'))
    fileReader.readAsDataURL(blob)
  })

/** Files of a message: pictures are shown, others downloaded. */
export function Files({ files, route }: { files: readonly SupportFile[]; route: FileCall }) {
  const { t } = useTranslation('support')
  if (!files.length) return null

  return (
    <ul aria-label={t('files.list')} className="flex flex-wrap gap-2">
      {files.map((file, index) => (
        <li key={file.id ?? index} className="max-w-full">
          <OneFile file={file} route={route} />
        </li>
      ))}
    </ul>
  )
}

function OneFile({ file, route }: { file: SupportFile; route: FileCall }) {
  if (file.id && file.type === 'image/webp')
    return <PictureFile id={file.id} name={file.name} route={route} />

  return <FileLink file={file} route={route} />
}

function FileLink({ file, route }: { file: SupportFile; route: FileCall }) {
  const { t } = useTranslation('support')
  const describeFailure = useFailureText()
  const { id, name, url, size } = file
  const sizeLabel = size ? fileSize(size, currentLanguage()) : ''

  async function saveToDevice(fileId: string): Promise<void> {
    try {
      const { blob } = await download(route, { params: { id: fileId } })
      saveFile(blob, name)
    } catch (failure) {
      toast(`${name}: ${describeFailure(failure)}`, 'bad')
    }
  }

  if (id)
    return (
      <button type="button" className={fileLinkClass} onClick={() => void saveToDevice(id)}>
        <FileText size={18} aria-hidden className="shrink-0 text-muted" />
        <span className="sr-only">{t('files.save')}</span>
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {sizeLabel && <span className="shrink-0 text-xs text-muted">{sizeLabel}</span>}
      </button>
    )

  if (url)
    return (
      <a className={fileLinkClass} href={url} target="_blank" rel="noopener noreferrer">
        <ExternalLink size={18} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </a>
    )

  return <span className="text-sm text-muted">{name}</span>
}

function PictureFile({ id, name, route }: { id: string; name: string; route: FileCall }) {
  const { t } = useTranslation(['support', 'common'])
  const [isOpen, setIsOpen] = useState(false)

  const { data, isError, refetch } = useQuery({
    queryKey: queryKeyOf(route, { params: { id } }),
    staleTime: Infinity,
    queryFn: async () => readAsDataUrl((await download(route, { params: { id } })).blob),
  })

  return (
    <>
      <button
        type="button"
        aria-label={t(isError ? 'files.again' : 'files.show', { name })}
        onClick={() => (isError ? void refetch() : setIsOpen(true))}
        className="block h-32 min-w-24 overflow-hidden rounded-md bg-raised p-0 text-xs"
      >
        {data && <img src={data} alt="" className="h-full max-w-60 object-cover" />}
        {isError && <span className="px-3 text-bad">{t('files.again', { name })}</span>}
      </button>

      <Dialog
        wide
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={<span className="wrap-anywhere">{name}</span>}
        closeLabel={t('common:action.close')}
      >
        <img src={data} alt={name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
      </Dialog>
    </>
  )
}
