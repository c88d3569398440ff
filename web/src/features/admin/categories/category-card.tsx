import { useTranslation } from 'react-i18next'

import { ProductImage } from '../../../ui/product-image.tsx'
import { OnBadge } from '../components/on-badge.tsx'
import { RowActions, type RowAction } from '../components/row-actions.tsx'
import type { Category } from '../shared/rows.ts'
import { shortDate } from '../shared/shop-clock.ts'

/**
 * One category: picture, name, description, colour code, whether it is active, and both dates
 * (B045).
 */
export function CategoryCard({
  category,
  actions,
}: {
  category: Category
  actions: readonly RowAction[]
}) {
  const { t } = useTranslation('admin')
  return (
    <article
      aria-label={category.name}
      className="grid h-full grid-rows-[1fr_auto] gap-3 rounded-lg bg-surface p-4"
    >
      <div className="grid content-start gap-3">
        <div className="flex items-start gap-3">
          <div className="w-16 shrink-0">
            <ProductImage src={category.image} color={category.color} />
          </div>

          <div className="grid min-w-0 gap-1">
            <h2 className="font-semibold wrap-anywhere">{category.name}</h2>

            <div className="flex flex-wrap gap-2">
              <OnBadge
                isOn={category.active}
                on={t('categories.isActive')}
                off={t('categories.isInactive')}
              />

              <span className="text-xs text-muted">
                {t('categories.products', {
                  count: category.productCount,
                })}
              </span>
            </div>
          </div>
        </div>

        <p className="line-clamp-3 text-sm text-muted">{category.description}</p>

        <p className="flex items-center gap-2 text-sm">
          <span
            aria-hidden
            className="size-5 rounded-sm border border-line"
            style={{ backgroundColor: category.color }}
          />

          <code className="font-mono text-xs">{category.color}</code>
        </p>
      </div>

      <footer className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-2 text-xs text-muted">
        <span className="grid">
          <span>{t('categories.created', { date: shortDate(category.createdAt) })}</span>
          {category.updatedAt !== category.createdAt && (
            <span>{t('categories.updated', { date: shortDate(category.updatedAt) })}</span>
          )}
        </span>

        <RowActions name={category.name} actions={actions} />
      </footer>
    </article>
  )
}
