import { lengths, pageLimits } from '@chaveiro/contracts/lengths'
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { upload } from '../../../../api/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Field, Said } from '../../../../ui/field.tsx'
import { reasonOf } from '../../components/use-change.ts'
import { useOrder } from '../../components/use-order.tsx'
import type { Picture } from './page-fields.ts'

type Props = {
  pictures: readonly Picture[]
  onChange(pictures: Picture[]): void
  error: string | undefined
}

/** Sends files from the device, one after the other, as long as there is room; none twice. */
function useUpload({ pictures, onChange }: Pick<Props, 'pictures' | 'onChange'>) {
  const { t } = useTranslation('admin')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  // What is typed while a file is on its way stays.
  const latest = useRef(pictures)
  useEffect(() => {
    latest.current = pictures
  }, [pictures])
  async function send(files: readonly File[]): Promise<void> {
    setBusy(true)
    setRefused(null)
    try {
      for (const file of files) {
        if (latest.current.length >= pageLimits.images) break
        const { url, width, height } = await upload(adminApi.products.upload, file)
        if (latest.current.some((picture) => picture.url === url)) continue
        latest.current = [...latest.current, { url, altPt: '', altEn: '', width, height }]
        onChange([...latest.current])
      }
    } catch (failure) {
      console.error('upload', failure)
      setRefused(reasonOf(t('kit.errorUpload'), failure))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, send }
}

function AddPictures({ pictures, onChange, error }: Props) {
  const { t } = useTranslation('admin')
  const input = useRef<HTMLInputElement>(null)
  const { busy, refused, send } = useUpload({ pictures, onChange })
  const full = pictures.length >= pageLimits.images
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        busy={busy}
        disabled={full}
        icon={<Upload size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('adminPages.addPicture')}
      </Button>
      <Said
        id="gallery"
        error={refused ?? error}
        hint={t(full ? 'adminPages.galleryFull' : 'adminPages.galleryRoom', {
          count: pictures.length,
          most: pageLimits.images,
        })}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        onChange={(event) => {
          void send([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** Up to ten pictures in their order, each with its words in both languages. */
export function Gallery({ pictures, onChange, error }: Props) {
  const { t } = useTranslation('admin')
  const { list, Acts } = useOrder(pictures, onChange)
  const describe = (at: number, words: Partial<Picture>) =>
    onChange(pictures.map((picture, i) => (i === at ? { ...picture, ...words } : picture)))
  return (
    <Card className="grid gap-4">
      <p className="text-sm text-muted">{t('adminPages.galleryText')}</p>
      <ul ref={list} className="grid gap-3">
        {pictures.map(({ url, altPt, altEn, width, height }, at) => (
          <li
            key={url}
            className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
          >
            <img
              src={url}
              alt=""
              width={width}
              height={height}
              loading="lazy"
              className="aspect-square w-32 rounded-sm bg-raised object-contain"
            />
            <div className="grid content-start gap-3">
              <Field
                label={t('adminPages.altPt', { at: at + 1 })}
                maxLength={lengths.pictureText}
                value={altPt}
                onChange={(event) => describe(at, { altPt: event.target.value })}
              />
              <Field
                label={t('adminPages.altEn', { at: at + 1 })}
                maxLength={lengths.pictureText}
                value={altEn}
                onChange={(event) => describe(at, { altEn: event.target.value })}
              />
            </div>
            {Acts(at, t('adminPages.picture', { at: at + 1 }))}
          </li>
        ))}
      </ul>
      <AddPictures pictures={pictures} onChange={onChange} error={error} />
    </Card>
  )
}
