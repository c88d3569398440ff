import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import type { Slide } from './about.ts'

/** State of a picture strip, and functions that move the strip; touch scrolls it natively. */
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
    <ul className="grid grid-cols-4 gap-2 max-md:hidden">
      {slides.map(({ url }, index) => (
        <li key={index}>
          <button
            type="button"
            aria-label={t('gallery.show', { at: index + 1 })}
            aria-current={index === at}
            onClick={() => showSlide(index)}
            className={join(
              'block w-full rounded-md border-2 p-0.5',
              index === at ? 'border-ink' : 'border-transparent opacity-75 hover:opacity-100',
            )}
          >
            <ProductImage src={url} color={color} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Displayed width of the main picture, for `sizes`: full width on a phone, 43rem on a desktop. */
const mainSizes = '(min-width:768px) 43rem,100vw'

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
    <div className="flex items-center justify-between text-sm text-muted max-md:px-(--page-x)">
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

/** On a phone the pictures reach both edges. */
const edgeClass = 'max-md:-mx-(--page-x)'

/**
 * Pictures of a product, one at a time, moved by swipe, arrows and keys, never automatically
 * (L052). The lower edge of the cover is cut by the id `cut`. Swiping works without scripts.
 */
export function Gallery({
  slides,
  color,
  cut,
}: {
  slides: readonly [Slide, ...Slide[]]
  color: string
  cut: string
}) {
  const { t } = useTranslation('store')
  const { stripRef, position, updatePosition, showSlide, onKeyDown } = useStrip(slides.length)
  const [{ url, alt }] = slides

  if (slides.length === 1)
    return (
      <div className={edgeClass}>
        <ProductImage src={url} alt={alt} color={color} cut={cut} eager first sizes={mainSizes} />
      </div>
    )

  return (
    <section
      aria-label={t('gallery.label')}
      className={join('grid grid-cols-[minmax(0,1fr)] gap-2', edgeClass)}
    >
      <ul
        ref={stripRef}
        // The keyboard scrolls the strip, so it takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('gallery.strip')}
        onScroll={updatePosition}
        onKeyDown={onKeyDown}
        className="flex snap-x snap-mandatory [scrollbar-width:none] overflow-x-auto motion-safe:scroll-smooth"
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
              cut={index === 0 ? cut : undefined}
              className={join(index > 0 && 'rounded-none! object-contain!')}
            />
          </li>
        ))}
      </ul>

      <GalleryArrows at={position} count={slides.length} show={showSlide} />
      <Thumbnails slides={slides} color={color} at={position} show={showSlide} />
    </section>
  )
}
