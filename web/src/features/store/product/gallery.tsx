import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import type { Slide } from './about.ts'

/** Position of a picture strip, and how to move it; touch scrolls it natively. */
function useStrip(count: number) {
  const stripRef = useRef<HTMLUListElement>(null)
  const [position, setPosition] = useState(0)

  const updatePosition = () => {
    const { scrollLeft, clientWidth } = stripRef.current!
    setPosition(Math.min(count - 1, Math.max(0, Math.round(scrollLeft / clientWidth))))
  }

  const showSlide = (next: number) => {
    const { clientWidth } = stripRef.current!
    stripRef.current!.scrollTo({ left: Math.min(count - 1, Math.max(0, next)) * clientWidth })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const nextIndex = {
      ArrowLeft: position - 1,
      ArrowRight: position + 1,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (nextIndex === undefined) return

    event.preventDefault()
    showSlide(nextIndex)
  }

  return { stripRef, position, updatePosition, showSlide, onKeyDown }
}

function Thumbnails({
  slides,
  color,
  at,
  show: showSlide,
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
            onClick={() => showSlide(index)}
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

/** Displayed width of the main picture: a whole phone, half of a desktop. */
const mainSizes = '(min-width:768px) 38rem,100vw'

/** Position among the pictures, and two arrows. */
function GalleryArrows({
  at,
  count,
  show: showSlide,
}: {
  at: number
  count: number
  show(at: number): void
}) {
  const { t } = useTranslation('store')
  return (
    <div className="flex items-center justify-between text-sm text-muted">
      <IconButton label={t('gallery.before')} disabled={at === 0} onClick={() => showSlide(at - 1)}>
        <ArrowLeft size={20} aria-hidden />
      </IconButton>
      <span aria-live="polite">{t('gallery.at', { at: at + 1, all: count })}</span>

      <IconButton
        label={t('gallery.next')}
        disabled={at === count - 1}
        onClick={() => showSlide(at + 1)}
      >
        <ArrowRight size={20} aria-hidden />
      </IconButton>
    </div>
  )
}

/**
 * Pictures of a product, one at a time, moved by swipe, arrows and keys, never automatically
 * (L052). Without scripts the strip still swipes.
 */
export function Gallery({
  slides,
  color,
}: {
  slides: readonly [Slide, ...Slide[]]
  color: string
}) {
  const { t } = useTranslation('store')
  const { stripRef, position, updatePosition, showSlide, onKeyDown } = useStrip(slides.length)
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
        ref={stripRef}
        // The keyboard scrolls the strip, so it takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('gallery.strip')}
        onScroll={updatePosition}
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

      <GalleryArrows at={position} count={slides.length} show={showSlide} />
      <Thumbnails slides={slides} color={color} at={position} show={showSlide} />
    </section>
  )
}
