import { isMotionReduced, motion } from '../../../ui/motion.ts'

const withoutPart = (picture: HTMLImageElement): string => picture.src.split('#')[0]!

/** The control of the page that opened the cart; browsers that focus no button know the pointer. */
function pressedControl(): Element | null {
  const candidates = [
    document.activeElement,
    ...[...document.querySelectorAll(':hover')].toReversed(),
  ]

  return candidates.find((element) => element?.matches('main button')) ?? null
}

/** The picture of the product that was added: of its card, otherwise of its page. */
function addedPicture(): HTMLImageElement | null {
  const control = pressedControl()
  // The buy bar's button only opens the cart.
  if (!control || control.closest('[data-buy-bar]')) return null

  return (
    (control.closest('article') ?? document.querySelector('main'))?.querySelector('img') ?? null
  )
}

/** The largest square in the middle of a picture, in pixels of the window. */
function middleSquare(picture: Element) {
  const { left, top, width, height } = picture.getBoundingClientRect()
  const side = Math.min(width, height)

  return { side, left: left + (width - side) / 2, top: top + (height - side) / 2 }
}

export type Departure = {
  source: string
  picture: HTMLImageElement
  at: ReturnType<typeof middleSquare>
}

/** Where the picture of the added product is, before the cart covers it; null without motion. */
export function departure(): Departure | null {
  const picture = isMotionReduced() ? null : addedPicture()
  if (!picture) return null

  const at = middleSquare(picture)
  const isInSight = at.side > 0 && at.top < innerHeight && at.top + at.side > 0

  return isInSight ? { source: withoutPart(picture), picture, at } : null
}

/** How far the drawer still is from its place while it slides in. */
function driftOf(element: Element) {
  const drawer = element.closest('dialog')
  const { m41: left, m42: top } = new DOMMatrix(drawer ? getComputedStyle(drawer).transform : '')

  return { left, top }
}

/**
 * Lets a copy of the picture travel to its line of the cart. The copy is above the open dialog, and
 * no other element moves.
 */
export function travel({ source, picture, at }: Departure, cart: ParentNode): void {
  const target = [...cart.querySelectorAll('img')].find((one) => withoutPart(one) === source)
  if (!target || !('showPopover' in target)) return

  const drift = driftOf(target)
  const place = middleSquare(target)
  const to = { ...place, left: place.left - drift.left, top: place.top - drift.top }
  const copy = new Image()
  copy.src = picture.currentSrc
  copy.alt = ''
  copy.popover = 'manual'

  Object.assign(copy.style, {
    position: 'fixed',
    inset: 'auto',
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.side}px`,
    height: `${to.side}px`,
    margin: '0',
    padding: '0',
    border: '0',
    objectFit: 'cover',
    background: 'none',
    pointerEvents: 'none',
    transformOrigin: '0 0',
    clipPath: picture.style.clipPath,
  })

  document.body.append(copy)
  copy.showPopover()

  const flight = copy.animate(
    [
      {
        transform: `translate(${at.left - to.left}px, ${at.top - to.top}px) scale(${at.side / to.side})`,
      },
      { transform: 'none' },
    ],
    { ...motion, duration: 240 },
  )

  target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 240 })
  flight.onfinish = () => copy.remove()
}
