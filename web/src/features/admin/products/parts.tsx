import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { Section } from '../components/section.tsx'

/** The place of a product that is not there yet. */
export const newPlace = 'new'

/** What is edited of a product, each at an address of its own. */
const productParts = ['general', 'options', 'prices', 'page'] as const
export type ProductPart = (typeof productParts)[number]

/**
 * The product that is edited in place of the list, and which part of it; each a step of the
 * history, so that the way back leads to the same rows.
 */
export function useProductPlace() {
  const [search, setSearch] = useSearchParams()
  const part = productParts.find((name) => name === search.get('part')) ?? 'page'

  const queryOf = (id: string | null, next: ProductPart, copyOf?: string) => {
    const query = new URLSearchParams(search)
    query.delete('new')
    if (copyOf) query.set('copyOf', copyOf)
    else query.delete('copyOf')
    if (id) query.set('pageOf', id)
    else query.delete('pageOf')
    if (id && next !== 'page') query.set('part', next)
    else query.delete('part')

    return query
  }

  return {
    // The old address of a new product.
    id: search.get('pageOf') ?? (search.has('new') ? newPlace : null),
    part,
    to: (id: string, next: ProductPart) => ({ search: queryOf(id, next).toString() }),
    open: (id: string | null, next: ProductPart = 'page', copyOf?: string) =>
      setSearch(queryOf(id, next, copyOf)),
  }
}

/** The parts of a product as tabs of which each is a place. */
function PartsNav({ part, onOpen }: { part: ProductPart; onOpen(part: ProductPart): void }) {
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
          aria-current={name === part ? 'page' : undefined}
          onClick={() => {
            if (name !== part) onOpen(name)
          }}
          className={join(
            'min-h-9 rounded-sm px-3 text-sm font-medium whitespace-nowrap transition-colors',
            name === part ? 'bg-high text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {t(`adminOptions.part.${name}`)}
        </button>
      ))}
    </nav>
  )
}

/** The frame of a part of a product: its title, the way back to the list, and to the other parts. */
export function ProductFrame({
  title,
  text,
  part,
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
      <PartsNav part={part} onOpen={(next) => open(id, next)} />
      {children}
    </Section>
  )
}
