import { uploadLimits } from '@chaveiro/contracts/product-limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { upload } from '../../../api/call.ts'
import type { AnyCall } from '../../../api/http.ts'
import { failureText } from './use-change.ts'

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']
export type UploadRoute = AnyCall<any, any, any, { url: string }>

/** Uploads a picture, and explains a refusal. */
export function useUpload(route: UploadRoute, onDone: (url: string) => void) {
  const { t } = useTranslation('admin')
  const [busy, setBusy] = useState(false)
  const [refusalText, setRefused] = useState<string | null>(null)

  const tooLargeText = t('kit.pictureTooLarge', {
    megabytes: uploadLimits.bytes / 1024 / 1024,
    megapixels: uploadLimits.megapixels,
  })

  async function uploadPicture(file: File | undefined): Promise<void> {
    if (!file) return
    // The server's own refusal would come after the whole upload and not name the limit.
    if (file.size > uploadLimits.bytes) return setRefused(tooLargeText)

    setBusy(true)
    setRefused(null)

    try {
      // A file of another type is sent without its type: the server then checks the content and
      // explains which types it accepts.
      const pictureBlob = pictureTypes.includes(file.type) ? file : new Blob([file])
      onDone((await upload(route, pictureBlob)).url)
    } catch (failure) {
      console.error('upload', failure)
      setRefused(failureText(t('kit.errorUpload'), failure))
    } finally {
      setBusy(false)
    }
  }

  return { busy, refused: refusalText, send: uploadPicture }
}
