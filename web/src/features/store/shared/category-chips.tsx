import type { Api } from '@chaveiro/contracts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LinkProps } from 'react-router'

import type { Reply } from '../../../api/http.ts'
import { number } from '../../../i18n/format.ts'
import { categoryLabel } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { join } from '../../../ui/join.ts'

export type Categories = Reply<Api['catalogue']['categories']>

const chipClass =
  'relative flex min-h-11 items-center gap-2 rounded-md border px-3 text-sm font-medium whitespace-nowrap ' +
  'transition-colors'

const currentClass = 'border-transparent bg-ink text-ground'
const otherClass = 'border-line hover:bg-raised'

/** A link as a chip; the chip of the current category is filled. */
export function Chip({
  current = false,
  children,
  ...link
}: LinkProps & { current?: boolean; children: ReactNode }) {
  return (
    <li className="max-w-full shrink-0">
      <Link
        {...link}
        aria-current={current || undefined}
        className={join(chipClass, current ? currentClass : otherClass)}
      >
        {children}
      </Link>
    </li>
  )
}

/** Chips of the categories with products; `linkOf` returns the link of a category. */
export function CategoryChips({
  categories,
  current,
  counted = false,
  linkOf = (name) => ({ to: paths.category(name) }),
}: {
  categories: Categories
  current?: string | undefined
  /** Whether the number of products is visible; screen readers always read the number. */
  counted?: boolean
  linkOf?(name: string): LinkProps
}) {
  const { t } = useTranslation('store')
  return categories
    .filter(({ name, productCount }) => productCount > 0 || name === current)
    .map(({ _id: id, name, nameEn, productCount: count }) => (
      <Chip key={id} {...linkOf(name)} current={name === current}>
        <span className="inline-block truncate first-letter:uppercase">
          {categoryLabel({ name, nameEn })}
        </span>

        {counted && (
          <span aria-hidden className="text-muted">
            {number(count)}
          </span>
        )}
        <span className="sr-only">{t('shop.productCount', { count })}</span>
      </Chip>
    ))
}
