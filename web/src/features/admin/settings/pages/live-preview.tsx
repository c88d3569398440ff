import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { RichText } from '../../../../ui/rich-text.tsx'
import { useRenderedText } from '../../shared/use-drawn.ts'

type Tree = ReturnType<typeof useRenderedText>['tree']

function PreviewedPage({ title, tree }: { title: string; tree: Tree }) {
  const { t } = useTranslation('admin')
  if (!title && !tree.length) return <p className="text-muted">{t('adminPages.previewEmpty')}</p>

  return (
    <>
      <p className="text-xl font-bold tracking-tight wrap-anywhere">{title}</p>
      <RichText tree={tree} />
    </>
  )
}

/** A page as visitors will read it, updated during typing. */
export function LivePreview({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('admin')
  const { tree, refused } = useRenderedText(adminApi.sitePages.preview, text)

  return (
    <section aria-label={t('sitePages.preview')} className="grid content-start gap-2">
      <h2 className="text-sm font-medium">{t('sitePages.preview')}</h2>

      <div className="grid max-h-[70vh] gap-4 overflow-y-auto rounded-md border border-line bg-ground p-5">
        <PreviewedPage title={title} tree={tree} />
      </div>

      {refused && (
        <p role="alert" className="text-sm text-bad">
          {refused}
        </p>
      )}
    </section>
  )
}
