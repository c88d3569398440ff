import { uploadLimits } from '@chaveiro/contracts/product-limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { upload } from '../../../api/call.ts'
import type { AnyCall } from '../../../api/http.ts'
import { reasonOf } from './use-change.ts'

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']
export type UploadRoute = AnyCall<any, any, any, { url: string }>

/** Sends a picture from the device, and says why it was not taken. */
export function useUpload(route: UploadRoute, onDone: (url: string) => void) {
  const { t } = useTranslation('admin')
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
      onDone((await upload(route, picture)).url)
    } catch (failure) {
      console.error('upload', failure)
      setRefused(reasonOf(t('kit.errorUpload'), failure))
    } finally {
      setBusy(false)
    }
  }

  return { busy, refused, send }
}
