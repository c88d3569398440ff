import { lengths } from '@chaveiro/contracts/lengths'
import { uploadLimits } from '@chaveiro/contracts/limits'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../../../api/call.ts'
import type { AnyCall } from '../../../api/http.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FocalPoint } from './focal-point.tsx'
import { reasonOf } from './use-change.ts'

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']

/** Empty, an http(s) address, or a path of the shop itself as an upload answers it. */
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
  route: AnyCall<any, any, any, { url: string }>
}

/**
 * A picture by its address, or by a file from the device, which is uploaded at once and gives its
 * address; of what is uploaded the point is chosen that every cut shows.
 */
export function ImageField({ label, value, onChange, error, route }: Props) {
  const { t } = useTranslation('admin')
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const tooLarge = t('kit.pictureTooLarge', {
    megabytes: uploadLimits.bytes / 1024 / 1024,
    megapixels: uploadLimits.megapixels,
  })
  async function send(file: File | undefined): Promise<void> {
    if (!file) return
    // The shop would only say that the request is too large; this way nothing is sent in vain.
    if (file.size > uploadLimits.bytes) return setRefused(tooLarge)
    setBusy(true)
    setRefused(null)
    try {
      // What the file is says its content: one that no picture is called gets the shop's sentence
      // about pictures.
      const picture = pictureTypes.includes(file.type) ? file : new Blob([file])
      onChange((await upload(route, picture)).url)
    } catch (failure) {
      console.error('upload', failure)
      setRefused(reasonOf(t('kit.errorUpload'), failure))
    } finally {
      setBusy(false)
    }
  }
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
        onClick={() => input.current?.click()}
      >
        {t('kit.upload')}
      </Button>
      <input
        ref={input}
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
