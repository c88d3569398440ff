import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * The row above the products: search field, then category chips. The row is sticky; on a phone only
 * the search field is. The parent must be a flex column: a sticky grid item stays in its grid row.
 */
export function ShopRow({ search, children }: { search: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('store')
  return (
    <div
      data-shop-row
      className="top-16 z-30 -mx-(--page-x) items-center gap-x-4 bg-ground px-(--page-x) max-md:contents md:sticky md:flex md:py-2.5"
    >
      <div className="z-30 bg-ground max-md:sticky max-md:top-16 max-md:-mx-(--page-x) max-md:px-(--page-x) max-md:py-2 md:w-64 md:shrink-0 2xl:w-80">
        {search}
      </div>

      <nav aria-label={t('shop.categories')} className="min-w-0 max-md:-mt-6 md:flex-1">
        <ul className="edge-row gap-1.5 md:mx-0 md:-mr-(--page-x) md:px-0 md:pr-(--page-x) pointer-fine:[scrollbar-width:thin]">
          {children}
        </ul>
      </nav>
    </div>
  )
}
