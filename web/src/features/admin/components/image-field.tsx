import { lengths } from '@chaveiro/contracts/lengths'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FocalPoint } from './focal-point.tsx'
import { pictureTypes, useUpload, type UploadRoute } from './use-upload.ts'

/** Whether the value is empty, an http(s) URL, or a path of this shop as uploads return it. */
export function isImageAddress(value: string): boolean {
  return (
    value === '' ||
    /^\/(?![/\\])[\w./%-]+$/.test(value) ||
    (/^https?:\/\//i.test(value) && URL.canParse(value))
  )
}

type Props = {
  label: string
  value: string
  onChange(value: string): void
  error?: string | undefined
  route: UploadRoute
}

/**
 * A picture by URL or by file. A chosen file uploads at once, and its URL fills the field. Uploaded
 * pictures get a focal point.
 */
export function ImageField({ label, value, onChange, error, route }: Props) {
  const { t } = useTranslation('admin')
  const fileInput = useRef<HTMLInputElement>(null)
  const { busy, refused, send } = useUpload(route, onChange)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <Field
        label={label}
        type="text"
        inputMode="url"
        maxLength={lengths.picture}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
        error={refused ?? error}
        className="self-start"
      />

      <Button
        busy={busy}
        className="mt-7 self-start"
        icon={<Upload size={16} aria-hidden />}
        onClick={() => fileInput.current?.click()}
      >
        {t('kit.upload')}
      </Button>

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

      <FocalPoint value={value} onChange={onChange} />
    </div>
  )
}
