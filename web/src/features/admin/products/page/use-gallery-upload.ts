import { pageLimits } from '@chaveiro/contracts/lengths'
import { uploadLimits } from '@chaveiro/contracts/product-limits'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { upload } from '../../../../api/call.ts'
import { ApiError } from '../../../../api/http.ts'
import { pictureTypes } from '../../components/use-upload.ts'
import type { Picture } from './page-fields.ts'

type Given = { pictures: readonly Picture[]; onChange(pictures: Picture[]): void }

/**
 * Uploads files one after the other, each once. A refused file is reported by name and the others
 * continue (P368).
 */
export function useGalleryUpload({ pictures, onChange }: Given) {
  const { t } = useTranslation('admin')
  const [left, setLeft] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>([])
  // An upload that ends later must not restore older texts.
  const latestPictures = useRef(pictures)
  useEffect(() => {
    latestPictures.current = pictures
  }, [pictures])

  /** Uploads one file; returns why it was refused, or undefined. */
  async function uploadFile(file: File): Promise<string | undefined> {
    const pictureLimit = pageLimits.images
    if (latestPictures.current.length >= pictureLimit)
      return t('adminPages.galleryFull', {
        count: latestPictures.current.length,
        most: pictureLimit,
      })

    // The server's own refusal would come after the whole upload and not name the limit.
    if (file.size > uploadLimits.bytes)
      return t('kit.pictureTooLarge', {
        megabytes: uploadLimits.bytes / 1024 / 1024,
        megapixels: uploadLimits.megapixels,
      })

    try {
      // A file of another type is sent without its type: the server then checks the content and
      // explains which types it accepts.
      const pictureBlob = pictureTypes.includes(file.type) ? file : new Blob([file])
      const { url, width, height } = await upload(adminApi.products.upload, pictureBlob)
      if (latestPictures.current.some((picture) => picture.url === url)) return undefined

      latestPictures.current = [
        ...latestPictures.current,
        { url, altPt: '', altEn: '', width, height },
      ]
      onChange([...latestPictures.current])

      return undefined
    } catch (failure) {
      console.error('upload', failure)
      return (failure instanceof ApiError && failure.message) || t('kit.errorUpload')
    }
  }

  // Files chosen during an upload are queued behind it.
  const waitingFiles = useRef<File[]>([])

  async function uploadFiles(files: readonly File[]): Promise<void> {
    const isRunning = waitingFiles.current.length > 0
    waitingFiles.current.push(...files)
    setLeft(waitingFiles.current.length)
    if (isRunning || !files.length) return

    setRefused([])

    while (waitingFiles.current[0]) {
      const nextFile = waitingFiles.current[0]
      const refusalText = await uploadFile(nextFile)
      if (refusalText) setRefused((before) => [...before, `${nextFile.name}: ${refusalText}`])
      waitingFiles.current.shift()
      setLeft(waitingFiles.current.length)
    }
  }

  return { busy: left > 0, left, refused, send: uploadFiles }
}
