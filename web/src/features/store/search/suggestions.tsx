import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { ListedPrice } from '../../shared/listed-price.tsx'
import type { ShopProduct } from '../shared/product-card.tsx'
import { useSettledValue } from './settled-value.ts'

const suggestionCount = 5

/** Moves the focus between the field and its suggestions. */
function moveFocus(form: HTMLFormElement, step: number): void {
  const stops = [...form.querySelectorAll<HTMLElement>('input, a')]
  const nextIndex = stops.indexOf(document.activeElement as HTMLElement) + step
  stops[Math.min(stops.length - 1, Math.max(0, nextIndex))]?.focus()
}

/**
 * Handles the keys of the form: arrow keys move the focus, Escape closes the list. The list also
 * closes when the focus leaves the form. Returns whether the list is open.
 */
function useFormKeys(listRef: RefObject<HTMLElement | null>, text: string): boolean {
  const [closedText, setClosedText] = useState<string | null>(null)

  useEffect(() => {
    const form = listRef.current!.closest('form')!
    const listening = new AbortController()
    const { signal } = listening

    form.addEventListener(
      'keydown',
      (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (event.key === 'Escape') {
          form.querySelector('input')?.focus()
          setClosedText(text)
        }
        if (step === undefined) return

        event.preventDefault()
        setClosedText(null)
        moveFocus(form, step)
      },
      { signal },
    )

    form.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!form.contains(relatedTarget as Node | null)) setClosedText(text)
      },
      { signal },
    )

    form.addEventListener('focusin', () => setClosedText(null), { signal })
    // Safari does not focus a clicked link. The focus would leave the form, and the list would
    // close before the click.
    listRef.current!.addEventListener('mousedown', (event) => event.preventDefault(), { signal })

    return () => listening.abort()
  }, [listRef, text])

  return closedText !== text
}

const popupClass =
  'absolute top-full right-0 z-50 mt-1 w-full overflow-hidden rounded-lg bg-surface shadow-pop ' +
  'min-w-[min(26rem,calc(100vw-2*var(--page-x)))] max-md:right-auto max-md:left-0'

const rowClass =
  'items-center px-3 hover:bg-raised focus-visible:bg-raised focus-visible:-outline-offset-2'

function Suggestion({ product, onLeave }: { product: ShopProduct; onLeave(): void }) {
  const { slug, name, image, category } = product

  return (
    <li>
      <Link
        to={paths.product(slug)}
        onClick={onLeave}
        className={join(rowClass, 'grid min-h-14 grid-cols-[2.5rem_minmax(0,1fr)_auto] gap-3 py-2')}
      >
        <ProductImage src={image} color={category.color} crop="motif" eager />
        <span className="truncate text-sm font-medium">{name}</span>
        <span className="price whitespace-nowrap">
          <ListedPrice product={product} />
        </span>
      </Link>
    </li>
  )
}

/** Products that match the typed text, with poster and price, and a link to all results. */
export function Suggestions({ text, onLeave }: { text: string; onLeave(): void }) {
  const { t } = useTranslation('store')
  const listRef = useRef<HTMLDivElement>(null)
  const isOpen = useFormKeys(listRef, text)
  const settledText = useSettledValue(text.trim(), 200)

  const { data } = useQuery({
    ...ask(
      api.catalogue.search,
      { query: { q: settledText, limit: suggestionCount } },
      { enabled: settledText !== '' },
    ),
    placeholderData: keepPreviousData,
  })

  return (
    <div ref={listRef}>
      <p role="status" className="sr-only">
        {data && settledText && <FoundText total={data.total} />}
      </p>

      {isOpen && data && data.total > 0 && (
        <div className={popupClass}>
          <ul aria-label={t('search.suggestions')} className="divide-y divide-line">
            {data.products.map((product) => (
              <Suggestion key={product._id} product={product} onLeave={onLeave} />
            ))}
          </ul>

          <Link
            to={paths.search(text)}
            onClick={onLeave}
            className={join(rowClass, 'flex min-h-11 border-t border-line text-sm')}
          >
            {t('search.allResults')}
          </Link>
        </div>
      )}
    </div>
  )
}

function FoundText({ total }: { total: number }) {
  const { t } = useTranslation('store')
  return total ? t('search.found', { count: total }) : t('search.none')
}
