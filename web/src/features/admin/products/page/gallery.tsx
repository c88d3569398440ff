import { lengths, pageLimits } from '@chaveiro/contracts/lengths'
import { Upload } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Field, FieldMessage } from '../../../../ui/field.tsx'
import { join } from '../../../../ui/join.ts'
import { useDragOrder } from '../../components/use-drag-order.tsx'
import { useDrop } from '../../components/use-drop.ts'
import { useOrder } from '../../components/use-order.tsx'
import { pictureTypes } from '../../components/use-upload.ts'
import type { Picture } from './page-fields.ts'
import { useGalleryUpload } from './use-gallery-upload.ts'

type Props = {
  pictures: readonly Picture[]
  onChange(pictures: Picture[]): void
  error: string | undefined
}

function AddPictures({
  count,
  sending: { busy, left, refused, send },
  error,
}: {
  count: number
  sending: ReturnType<typeof useGalleryUpload>
  error: string | undefined
}) {
  const { t } = useTranslation('admin')
  const fileInput = useRef<HTMLInputElement>(null)
  const isGalleryFull = count >= pageLimits.images
  const textValues = { count, most: pageLimits.images }
  const roomText = isGalleryFull
    ? t('adminPages.galleryFull', textValues)
    : `${t('adminPages.galleryRoom', textValues)} ${t('adminPages.dropHint')}`

  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        busy={busy}
        disabled={isGalleryFull}
        icon={<Upload size={16} aria-hidden />}
        onClick={() => fileInput.current?.click()}
      >
        {t('adminPages.addPicture')}
      </Button>

      {refused.length > 0 && (
        <ul role="alert" className="grid gap-1 text-sm wrap-anywhere text-bad">
          {refused.map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}

      <FieldMessage
        id="gallery"
        error={error}
        hint={busy ? t('adminPages.sending', { count: left }) : roomText}
      />

      <input
        ref={fileInput}
        type="file"
        hidden
        multiple
        accept={pictureTypes.join()}
        onChange={(event) => {
          void send([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** One picture with its texts, and a mark where a dragged one would land. */
function PictureItem({
  picture: { url, altPt, altEn, width, height },
  at,
  mark,
  grip,
  acts,
  onDescribe,
}: {
  picture: Picture
  at: number
  mark: 'held' | 'before' | 'after' | undefined
  grip: ReactNode
  acts: ReactNode
  onDescribe(words: Partial<Picture>): void
}) {
  const { t } = useTranslation('admin')
  return (
    <li
      className={join(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-md border border-line p-3',
        'sm:grid-cols-[auto_8rem_minmax(0,1fr)_auto]',
        mark === 'held' && 'opacity-50',
        mark === 'before' && 'shadow-[0_-3px_0_0_var(--color-accent)]',
        mark === 'after' && 'shadow-[0_3px_0_0_var(--color-accent)]',
      )}
    >
      {grip}

      <img
        src={url}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        draggable={false}
        className="aspect-square w-32 rounded-sm bg-raised object-contain"
      />

      <div className="grid content-start gap-3 max-sm:col-span-2">
        <Field
          label={t('adminPages.altPt', { at: at + 1 })}
          maxLength={lengths.pictureText}
          value={altPt}
          onChange={(event) => onDescribe({ altPt: event.target.value })}
        />

        <Field
          label={t('adminPages.altEn', { at: at + 1 })}
          maxLength={lengths.pictureText}
          value={altEn}
          onChange={(event) => onDescribe({ altEn: event.target.value })}
        />
      </div>

      <div className="max-sm:col-span-2">{acts}</div>
    </li>
  )
}

/** Up to ten ordered pictures with texts in both languages. */
export function PictureGallery({ pictures, onChange, error }: Props) {
  const { t } = useTranslation('admin')
  const { list, Acts } = useOrder(pictures, onChange)
  const { drag, Grip, announcement } = useDragOrder(pictures, onChange, list)
  const galleryUpload = useGalleryUpload({ pictures, onChange })
  const { over, place } = useDrop((files) => void galleryUpload.send(files))
  const changeTexts = (at: number, words: Partial<Picture>) =>
    onChange(pictures.map((picture, i) => (i === at ? { ...picture, ...words } : picture)))

  const dropMarkClass = (at: number) => {
    if (!drag) return undefined
    if (at === drag.from) return 'held'
    if (at !== drag.to) return undefined

    if (drag.to < drag.from) return 'before'

    return 'after'
  }

  return (
    <Card {...place} className={join('grid gap-4', over && 'outline-2 outline-ink outline-dashed')}>
      <p className="text-sm text-muted">{t('adminPages.galleryText')}</p>

      <ul ref={list} className="grid gap-3">
        {pictures.map((picture, at) => {
          const pictureName = t('adminPages.picture', { at: at + 1 })
          return (
            <PictureItem
              key={picture.url}
              picture={picture}
              at={at}
              mark={dropMarkClass(at)}
              grip={Grip(at, pictureName)}
              acts={Acts(at, pictureName)}
              onDescribe={(words) => changeTexts(at, words)}
            />
          )
        })}
      </ul>

      <AddPictures count={pictures.length} sending={galleryUpload} error={error} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </Card>
  )
}
