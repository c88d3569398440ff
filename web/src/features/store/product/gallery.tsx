import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import type { Slide } from './about.ts'

/** Where a strip of pictures stands, and how it is moved; a finger moves it by itself. */
function useStrip(count: number) {
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)

  const look = () => {
    const { scrollLeft, clientWidth } = strip.current!
    setAt(Math.min(count - 1, Math.max(0, Math.round(scrollLeft / clientWidth))))
  }

  const show = (next: number) => {
    const { clientWidth } = strip.current!
    strip.current!.scrollTo({ left: Math.min(count - 1, Math.max(0, next)) * clientWidth })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key]
    if (next === undefined) return

    event.preventDefault()
    show(next)
  }

  return { strip, at, look, show, onKeyDown }
}

function Thumbs({
  slides,
  color,
  at,
  show,
}: {
  slides: readonly Slide[]
  color: string
  at: number
  show(at: number): void
}) {
  const { t } = useTranslation('store')
  return (
    <ul className="flex flex-wrap gap-2 max-md:hidden">
      {slides.map(({ url }, index) => (
        <li key={index}>
          <button
            type="button"
            aria-label={t('gallery.show', { at: index + 1 })}
            aria-current={index === at}
            onClick={() => show(index)}
            className={join(
              'block w-18 rounded-md border-2 p-0.5',
              index === at ? 'border-ink' : 'border-transparent opacity-75 hover:opacity-100',
            )}
          >
            <ProductImage src={url} color={color} className="rounded-sm" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** How wide the picture of a product's page is: the whole of a phone, half of a desk. */
const mainSizes = '(min-width:768px) 38rem,100vw'

/** Where one is among the pictures, and the two arrows. */
function Steps({ at, count, show }: { at: number; count: number; show(at: number): void }) {
  const { t } = useTranslation('store')
  return (
    <div className="flex items-center justify-between text-sm text-muted">
      <IconButton label={t('gallery.before')} disabled={at === 0} onClick={() => show(at - 1)}>
        <ArrowLeft size={20} aria-hidden />
      </IconButton>
      <span aria-live="polite">{t('gallery.at', { at: at + 1, all: count })}</span>

      <IconButton
        label={t('gallery.next')}
        disabled={at === count - 1}
        onClick={() => show(at + 1)}
      >
        <ArrowRight size={20} aria-hidden />
      </IconButton>
    </div>
  )
}

/**
 * The pictures of a product, one at a time: swiped, by arrows and by keys, never by themselves
 * (L052). Without scripts the strip is still swiped.
 */
export function Gallery({
  slides,
  color,
}: {
  slides: readonly [Slide, ...Slide[]]
  color: string
}) {
  const { t } = useTranslation('store')
  const { strip, at, look, show, onKeyDown } = useStrip(slides.length)
  const [{ url, alt }] = slides

  if (slides.length === 1)
    return (
      <ProductImage
        src={url}
        alt={alt}
        color={color}
        eager
        first
        sizes={mainSizes}
        className="rounded-lg"
      />
    )

  return (
    <section aria-label={t('gallery.label')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ul
        ref={strip}
        // The strip is scrolled by the keyboard, so it takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('gallery.strip')}
        onScroll={look}
        onKeyDown={onKeyDown}
        className="flex snap-x snap-mandatory [scrollbar-width:none] overflow-x-auto rounded-lg motion-safe:scroll-smooth"
      >
        {slides.map((slide, index) => (
          <li key={index} className="w-full shrink-0 snap-center">
            <ProductImage
              src={slide.url}
              alt={slide.alt}
              color={color}
              eager={index === 0}
              first={index === 0}
              sizes={index > 0 ? '' : mainSizes}
              className={join('rounded-none', index > 0 && 'object-contain!')}
            />
          </li>
        ))}
      </ul>

      <Steps at={at} count={slides.length} show={show} />
      <Thumbs slides={slides} color={color} at={at} show={show} />
    </section>
  )
}
