import { Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { pictureTypes, useUpload } from '../components/use-upload.ts'
import { isPicture } from './settings-rules.ts'
import { useField, type Form } from './use-field.ts'

type Name = 'siteLogo' | 'siteLogoDark' | 'siteFavicon'
type Ground = 'light' | 'dark'
const groundClasses = { light: 'bg-white', dark: 'bg-black' } as const

/** The picture on each background where it will appear. */
function PicturePreview({ src, on, isSquare }: { src: string; on: Ground[]; isSquare: boolean }) {
  const { t } = useTranslation('admin')
  return (
    <div className="flex flex-wrap gap-2">
      {on.map((ground) => (
        <span key={ground} className={`rounded-md border border-edge p-3 ${groundClasses[ground]}`}>
          <img
            src={src}
            alt={t(`admin.settings.preview.${ground}`)}
            className={isSquare ? 'size-8 object-cover' : 'h-8 max-w-40 object-contain'}
          />
        </span>
      ))}
    </div>
  )
}

/** A brand picture by upload or URL, with a preview on its backgrounds and a remove button. */
export function BrandPicture({ form, name, on }: { form: Form; name: Name; on: Ground[] }) {
  const { t } = useTranslation('admin')
  const fileInput = useRef<HTMLInputElement>(null)
  const { label, error } = useField(form)(name)
  const setPicture = (url: string) =>
    form.setValue(name, url, { shouldDirty: true, shouldValidate: true })
  const { busy, refused, send } = useUpload(adminApi.products.upload, setPicture)
  const pictureAddress = form.watch(name)

  return (
    <div className="grid gap-2">
      <Field
        label={label}
        type="url"
        error={refused ?? error}
        hint={t(`admin.settings.${name}Hint`)}
        {...form.register(name, { validate: (given) => isPicture(given) || t('kit.url') })}
      />

      {pictureAddress && isPicture(pictureAddress) && (
        <PicturePreview src={pictureAddress} on={on} isSquare={name === 'siteFavicon'} />
      )}

      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy}
          aria-label={t('admin.settings.uploadOf', { what: label })}
          icon={<Upload size={16} aria-hidden />}
          onClick={() => fileInput.current?.click()}
        >
          {t('kit.upload')}
        </Button>

        {pictureAddress && (
          <Button
            look="ghost"
            aria-label={t('admin.settings.removeOf', { what: label })}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => setPicture('')}
          >
            {t('admin.settings.removePicture')}
          </Button>
        )}
      </div>

      <input
        ref={fileInput}
        type="file"
        hidden
        accept={pictureTypes.join()}
        onChange={(event) => {
          void send(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}
