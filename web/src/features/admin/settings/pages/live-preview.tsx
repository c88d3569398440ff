import type { RichText as Tree } from '@chaveiro/contracts/rich-text'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { call } from '../../../../api/call.ts'
import { RichText } from '../../../../ui/rich-text.tsx'
import { reasonOf } from '../../components/use-change.ts'

/** How long nothing is typed before the shop is asked what it becomes. */
const pauseMs = 350

/** What the shop makes of a text, a moment after it was typed; the last answer stays meanwhile. */
function useDrawn(text: string) {
  const { t } = useTranslation('admin')
  const [drawn, setDrawn] = useState<{ tree: Tree; refused?: string }>({ tree: [] })
  useEffect(() => {
    let isLast = true
    const ask = async () => {
      try {
        const { tree } = await call(adminApi.sitePages.preview, { body: { text } })
        if (isLast) setDrawn({ tree })
      } catch (failure) {
        if (!isLast) return
        console.error('preview', failure)
        const refused = reasonOf(t('adminPages.errorPreview'), failure)
        setDrawn(({ tree }) => ({ tree, refused }))
      }
    }
    const timer = setTimeout(() => void ask(), text ? pauseMs : 0)
    return () => {
      isLast = false
      clearTimeout(timer)
    }
  }, [text, t])
  return drawn
}

/** A page as its visitors will read it, while it is typed. */
export function LivePreview({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('admin')
  const { tree, refused } = useDrawn(text)
  return (
    <section aria-label={t('sitePages.preview')} className="grid content-start gap-2">
      <h2 className="text-sm font-medium">{t('sitePages.preview')}</h2>
      <div className="grid max-h-[70vh] gap-4 overflow-y-auto rounded-md border border-line bg-ground p-5">
        {title || tree.length ? (
          <>
            <p className="text-xl font-bold tracking-tight wrap-anywhere">{title}</p>
            <RichText tree={tree} />
          </>
        ) : (
          <p className="text-muted">{t('adminPages.previewEmpty')}</p>
        )}
      </div>
      {refused ? (
        <p role="alert" className="text-sm text-bad">
          {refused}
        </p>
      ) : null}
    </section>
  )
}
