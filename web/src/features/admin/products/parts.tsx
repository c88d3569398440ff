import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { currentQuery } from '../../../routing/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { Section } from '../components/section.tsx'

/** Id of a product that is not saved yet. */
export const newProductPlace = 'new'

/** Editable parts of a product, each with its own URL. */
const productParts = ['general', 'options', 'prices', 'page'] as const
export type ProductPart = (typeof productParts)[number]

/**
 * The product and part that are edited in place of the list. Opening a part adds a history entry,
 * so Back returns to the same rows.
 */
export function useProductPlace() {
  const [search, setSearch] = useSearchParams()
  const currentPart = productParts.find((name) => name === search.get('part')) ?? 'page'

  const productQuery = (
    query: URLSearchParams,
    id: string | null,
    next: ProductPart,
    copyOf?: string,
  ) => {
    const nextQuery = new URLSearchParams(query)
    nextQuery.delete('new')
    if (copyOf) nextQuery.set('copyOf', copyOf)
    else nextQuery.delete('copyOf')
    if (id) nextQuery.set('pageOf', id)
    else nextQuery.delete('pageOf')
    if (id && next !== 'page') nextQuery.set('part', next)
    else nextQuery.delete('part')

    return nextQuery
  }

  return {
    // `?new` is the former URL of a new product.
    id: search.get('pageOf') ?? (search.has('new') ? newProductPlace : null),
    part: currentPart,
    to: (id: string, next: ProductPart) => ({
      search: productQuery(search, id, next).toString(),
    }),
    open: (id: string | null, next: ProductPart = 'page', copyOf?: string) =>
      setSearch(productQuery(currentQuery(), id, next, copyOf)),
  }
}

/** A button for each part of a product. */
function PartsNavigation({
  part: currentPart,
  onOpen,
}: {
  part: ProductPart
  onOpen(part: ProductPart): void
}) {
  const { t } = useTranslation('admin')
  return (
    <nav
      aria-label={t('adminOptions.parts')}
      className="flex w-fit max-w-full gap-1 overflow-x-auto rounded-md border border-line bg-surface p-1"
    >
      {productParts.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === currentPart ? 'page' : undefined}
          onClick={() => {
            if (name !== currentPart) onOpen(name)
          }}
          className={join(
            'min-h-9 rounded-sm px-3 text-sm font-medium whitespace-nowrap transition-colors',
            name === currentPart ? 'bg-high text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {t(`adminOptions.part.${name}`)}
        </button>
      ))}
    </nav>
  )
}

/** Layout of a product's part: title, a button back to the list, and the parts. */
export function ProductFrame({
  title,
  text,
  part: currentPart,
  id,
  children,
}: {
  title: string
  text: string
  part: ProductPart
  id: string
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  const { open } = useProductPlace()

  return (
    <Section
      title={title}
      text={text}
      actions={
        <Button size="sm" icon={<ArrowLeft size={15} aria-hidden />} onClick={() => open(null)}>
          {t('adminPages.back')}
        </Button>
      }
    >
      <PartsNavigation part={currentPart} onOpen={(next) => open(id, next)} />
      {children}
    </Section>
  )
}
