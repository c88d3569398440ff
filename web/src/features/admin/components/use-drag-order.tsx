import { GripVertical } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as Press,
  type ReactNode,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'

import { moveItem } from './moved.ts'

type Drag = { from: number; to: number }

/** Distance in pixels from the window's edge within which dragging scrolls the page. */
const scrollEdge = 72

/** Index of the item under the pointer. */
function itemIndexAt(list: HTMLElement, y: number): number {
  const itemMiddles = [...list.children].map((child) => {
    const { top, height } = child.getBoundingClientRect()
    return top + height / 2
  })

  const itemsAbove = itemMiddles.filter((middle) => middle < y).length

  return Math.min(itemsAbove, itemMiddles.length - 1)
}

function scrollAlong(y: number): void {
  if (y < scrollEdge) window.scrollBy(0, -12)
  else if (y > window.innerHeight - scrollEdge) window.scrollBy(0, 12)
}

/** Follows the pointer until it is released; Escape cancels. */
function useDragging(
  list: RefObject<HTMLElement | null>,
  { drag, set, done }: { drag: Drag | null; set(drag: Drag | null): void; done(drag: Drag): void },
): void {
  const latestProps = useRef({ drag, set, done })
  useEffect(() => {
    latestProps.current = { drag, set, done }
  })
  const isDragging = drag !== null

  useEffect(() => {
    if (!isDragging) return

    const followPointer = ({ clientY }: PointerEvent) => {
      const { drag: now, set: setTarget } = latestProps.current
      scrollAlong(clientY)
      const targetIndex = list.current ? itemIndexAt(list.current, clientY) : 0
      if (now && now.to !== targetIndex) setTarget({ ...now, to: targetIndex })
    }

    const dropItem = () => {
      if (latestProps.current.drag) latestProps.current.done(latestProps.current.drag)
      latestProps.current.set(null)
    }

    const cancelDrag = () => latestProps.current.set(null)
    const cancelByEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') cancelDrag()
    }
    window.addEventListener('pointermove', followPointer)
    window.addEventListener('pointerup', dropItem)
    window.addEventListener('pointercancel', cancelDrag)
    window.addEventListener('keydown', cancelByEscape)

    return () => {
      window.removeEventListener('pointermove', followPointer)
      window.removeEventListener('pointerup', dropItem)
      window.removeEventListener('pointercancel', cancelDrag)
      window.removeEventListener('keydown', cancelByEscape)
    }
  }, [isDragging, list])
}

/**
 * Reorders a list by a drag handle, with mouse, touch or arrow keys, and announces moves (P369).
 */
export function useDragOrder<T>(
  items: readonly T[],
  onChange: (items: T[]) => void,
  list: RefObject<HTMLElement | null>,
): {
  /** The dragged item's index and its target. */
  drag: Drag | null
  Grip: (at: number, name: string) => ReactNode
  /** Text for screen readers after a move. */
  announcement: string
} {
  const { t } = useTranslation('admin')
  const [drag, setDrag] = useState<Drag | null>(null)
  const [announcement, announce] = useState('')

  const moveDragged = ({ from, to }: Drag) => {
    if (from === to || to < 0 || to >= items.length) return

    onChange(moveItem(items, from, to))
    announce(t('adminPages.movedTo', { from: from + 1, to: to + 1, of: items.length }))
  }

  useDragging(list, { drag, set: setDrag, done: moveDragged })

  const startDrag = (from: number) => (event: Press) => {
    if (event.button !== 0) return
    setDrag({ from, to: from })
  }

  const moveByKey = (from: number) => (event: KeyboardEvent) => {
    const indexStep = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!indexStep) return

    event.preventDefault()
    moveDragged({ from, to: from + indexStep })
    const focusIndex = Math.min(Math.max(from + indexStep, 0), items.length - 1)
    requestAnimationFrame(() =>
      list.current?.children[focusIndex]?.querySelector<HTMLElement>('[data-grip]')?.focus(),
    )
  }

  return {
    drag,
    announcement,

    Grip: (at, name) => (
      <button
        type="button"
        data-grip
        aria-label={t('adminPages.drag', { name })}
        title={t('adminPages.dragHint')}
        onPointerDown={startDrag(at)}
        onKeyDown={moveByKey(at)}
        className="grid size-11 cursor-grab touch-none place-items-center rounded-md text-muted select-none hover:text-ink active:cursor-grabbing"
      >
        <GripVertical size={18} aria-hidden />
      </button>
    ),
  }
}
