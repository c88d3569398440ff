import type { Language } from '@chaveiro/contracts/limits'
import { useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { RichText } from '../../../../ui/rich-text.tsx'
import { useRenderedText } from '../../shared/use-drawn.ts'
import type { PageFields } from './page-fields.ts'

/** Rendered parts of a page, in reading order. */
const drawnParts = ['body', 'includes', 'requirements', 'guide'] as const
type Part = (typeof drawnParts)[number]

/** One rendered part; nothing when empty. */
function RenderedPart({ part, text }: { part: Part; text: string }) {
  const { t } = useTranslation('admin')
  const { tree, refused } = useRenderedText(adminApi.productPages.preview, text)
  if (!refused && tree.length === 0) return null

  return (
    <section aria-label={t(`adminPages.${part}`)} className="grid gap-1.5">
      {part !== 'body' && <h3 className="text-sm font-semibold">{t(`adminPages.${part}`)}</h3>}
      <RichText tree={tree} />

      {refused && (
        <p role="alert" className="text-sm text-bad">
          {refused}
        </p>
      )}
    </section>
  )
}

/** Preview of a product page's texts, updated during typing (P668). */
export function PageBeside({
  control,
  language,
  name,
}: {
  control: Control<PageFields>
  language: Language
  name: string
}) {
  const { t } = useTranslation('admin')
  const pageTexts = useWatch({ control, name: `texts.${language}` }) as Partial<
    Record<string, string>
  >

  return (
    <aside aria-label={t('adminPages.beside')} className="sticky top-4 grid content-start gap-2">
      <h2 className="text-sm font-semibold text-muted">{t('adminPages.beside')}</h2>

      <div
        lang={language}
        className="grid max-h-[80vh] gap-4 overflow-y-auto rounded-md border border-line bg-ground p-4"
      >
        <p className="text-lg font-bold tracking-tight wrap-anywhere">{pageTexts.name || name}</p>
        {pageTexts.summary && <p className="text-sm text-muted">{pageTexts.summary}</p>}
        {drawnParts.map((part) => (
          <RenderedPart key={`${language}${part}`} part={part} text={pageTexts[part] ?? ''} />
        ))}
      </div>
    </aside>
  )
}
