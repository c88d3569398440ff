import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'

/** Previous and next with 'page of pages' (B156). `always` shows it for a single page too. */
export function Pager({
  page,
  pages,
  onPage,
  always = true,
}: {
  page: number
  pages: number
  onPage(page: number): void
  always?: boolean
}) {
  const { t } = useTranslation('admin')
  if (pages <= 1 && !always) return null

  return (
    <nav
      aria-label={t('kit.pages')}
      className="flex items-center justify-end gap-3 text-sm max-sm:justify-between"
    >
      <Button
        size="sm"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        icon={<ChevronLeft size={16} aria-hidden />}
      >
        <span className="max-sm:sr-only">{t('kit.previous')}</span>
      </Button>

      <span className="whitespace-nowrap text-muted" aria-live="polite">
        {t('kit.pageOf', { page, pages })}
      </span>
      <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <span className="max-sm:sr-only">{t('kit.next')}</span>
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  )
}
