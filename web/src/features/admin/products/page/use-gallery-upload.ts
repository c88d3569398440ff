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
 * Sends files from the device, one after the other, none twice. What is wrong with one is said by
 * its name, and the others go on (P368).
 */
export function useGalleryUpload({ pictures, onChange }: Given) {
  const { t } = useTranslation('admin')
  const [left, setLeft] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>([])
  // What is typed while a file is on its way stays.
  const latest = useRef(pictures)
  useEffect(() => {
    latest.current = pictures
  }, [pictures])

  /** Why a file is not taken; nothing where it is. */
  async function take(file: File): Promise<string | undefined> {
    const most = pageLimits.images
    if (latest.current.length >= most)
      return t('adminPages.galleryFull', { count: latest.current.length, most })

    // The shop would only say that the request is too large; this way nothing is sent in vain.
    if (file.size > uploadLimits.bytes)
      return t('kit.pictureTooLarge', {
        megabytes: uploadLimits.bytes / 1024 / 1024,
        megapixels: uploadLimits.megapixels,
      })

    try {
      // What the file is says its content: one that no picture is called gets the shop's sentence
      // about pictures.
      const sent = pictureTypes.includes(file.type) ? file : new Blob([file])
      const { url, width, height } = await upload(adminApi.products.upload, sent)
      if (latest.current.some((picture) => picture.url === url)) return undefined

      latest.current = [...latest.current, { url, altPt: '', altEn: '', width, height }]
      onChange([...latest.current])

      return undefined
    } catch (failure) {
      console.error('upload', failure)
      return (failure instanceof ApiError && failure.message) || t('kit.errorUpload')
    }
  }

  // Files that come while others are on their way are sent behind them.
  const waiting = useRef<File[]>([])

  async function send(files: readonly File[]): Promise<void> {
    const isRunning = waiting.current.length > 0
    waiting.current.push(...files)
    setLeft(waiting.current.length)
    if (isRunning || !files.length) return

    setRefused([])

    while (waiting.current[0]) {
      const file = waiting.current[0]
      const why = await take(file)
      if (why) setRefused((before) => [...before, `${file.name}: ${why}`])
      waiting.current.shift()
      setLeft(waiting.current.length)
    }
  }

  return { busy: left > 0, left, refused, send }
}
