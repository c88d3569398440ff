import type { RichText } from '@chaveiro/contracts/rich-text'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { failureText } from '../components/use-change.ts'

/** How long nothing is typed before the shop is asked what it becomes. */
const pauseMs = 350

type Preview = typeof adminApi.sitePages.preview | typeof adminApi.productPages.preview

/** What the shop makes of a text, a moment after it was typed; the last answer stays meanwhile. */
export function useDrawn(route: Preview, text: string): { tree: RichText; refused?: string } {
  const { t } = useTranslation('admin')
  const [drawn, setDrawn] = useState<{ tree: RichText; refused?: string }>({ tree: [] })

  useEffect(() => {
    let isLast = true

    const ask = async () => {
      try {
        const { tree } = text ? await call(route, { body: { text } }) : { tree: [] }
        if (isLast) setDrawn({ tree })
      } catch (failure) {
        if (!isLast) return

        console.error('preview', failure)
        const refused = failureText(t('adminPages.errorPreview'), failure)
        setDrawn(({ tree }) => ({ tree, refused }))
      }
    }

    const timer = setTimeout(() => void ask(), text ? pauseMs : 0)

    return () => {
      isLast = false
      clearTimeout(timer)
    }
  }, [route, text, t])

  return drawn
}
