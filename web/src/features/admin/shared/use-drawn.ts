import type { RichText } from '@chaveiro/contracts/rich-text'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { failureText } from '../components/use-change.ts'

/** Pause in typing before the server renders the text, in milliseconds. */
const typingPauseMs = 350

type Preview = typeof adminApi.sitePages.preview | typeof adminApi.productPages.preview

/** A text rendered by the server shortly after typing; the previous result stays until then. */
export function useRenderedText(
  route: Preview,
  text: string,
): { tree: RichText; refused?: string } {
  const { t } = useTranslation('admin')
  const [drawn, setDrawn] = useState<{ tree: RichText; refused?: string }>({ tree: [] })

  useEffect(() => {
    let isLatest = true

    const requestRender = async () => {
      try {
        const { tree } = text ? await call(route, { body: { text } }) : { tree: [] }
        if (isLatest) setDrawn({ tree })
      } catch (failure) {
        if (!isLatest) return

        console.error('preview', failure)
        const refusalText = failureText(t('adminPages.errorPreview'), failure)
        setDrawn(({ tree }) => ({ tree, refused: refusalText }))
      }
    }

    const pendingTimer = setTimeout(() => void requestRender(), text ? typingPauseMs : 0)

    return () => {
      isLatest = false
      clearTimeout(pendingTimer)
    }
  }, [route, text, t])

  return drawn
}
