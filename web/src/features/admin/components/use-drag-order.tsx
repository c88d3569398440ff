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

import { moved } from './moved.ts'

type Drag = { from: number; to: number }

/** How near to an edge of the window a held thing moves the page along (pixels). */
const edge = 72

/** Which thing of a list a pointer is at. */
function placeAt(list: HTMLElement, y: number): number {
  const middles = [...list.children].map((child) => {
    const { top, height } = child.getBoundingClientRect()
    return top + height / 2
  })

  const after = middles.filter((middle) => middle < y).length

  return Math.min(after, middles.length - 1)
}

function scrollAlong(y: number): void {
  if (y < edge) window.scrollBy(0, -12)
  else if (y > window.innerHeight - edge) window.scrollBy(0, 12)
}

/** Follows a pointer that holds a thing until it is let go; Escape leaves all as it was. */
function useHeld(
  list: RefObject<HTMLElement | null>,
  { drag, set, done }: { drag: Drag | null; set(drag: Drag | null): void; done(drag: Drag): void },
): void {
  const latest = useRef({ drag, set, done })
  useEffect(() => {
    latest.current = { drag, set, done }
  })
  const held = drag !== null

  useEffect(() => {
    if (!held) return

    const move = ({ clientY }: PointerEvent) => {
      const { drag: now, set: put } = latest.current
      scrollAlong(clientY)
      const to = list.current ? placeAt(list.current, clientY) : 0
      if (now && now.to !== to) put({ ...now, to })
    }

    const drop = () => {
      if (latest.current.drag) latest.current.done(latest.current.drag)
      latest.current.set(null)
    }

    const leave = () => latest.current.set(null)
    const key = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') leave()
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', leave)
    window.addEventListener('keydown', key)

    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', leave)
      window.removeEventListener('keydown', key)
    }
  }, [held, list])
}

/**
 * A list that is put in order by dragging a grip, with a finger too, or by the arrow keys on it;
 * where a thing came to is said aloud (P369).
 */
export function useDragOrder<T>(
  items: readonly T[],
  onChange: (items: T[]) => void,
  list: RefObject<HTMLElement | null>,
): {
  /** What is held, and where it would come to. */
  drag: Drag | null
  Grip: (at: number, name: string) => ReactNode
  told: string
} {
  const { t } = useTranslation('admin')
  const [drag, setDrag] = useState<Drag | null>(null)
  const [told, setTold] = useState('')

  const put = ({ from, to }: Drag) => {
    if (from === to || to < 0 || to >= items.length) return

    onChange(moved(items, from, to))
    setTold(t('adminPages.movedTo', { from: from + 1, to: to + 1, of: items.length }))
  }

  useHeld(list, { drag, set: setDrag, done: put })

  const press = (from: number) => (event: Press) => {
    if (event.button !== 0) return
    setDrag({ from, to: from })
  }

  const step = (from: number) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!by) return

    event.preventDefault()
    put({ from, to: from + by })
    const at = Math.min(Math.max(from + by, 0), items.length - 1)
    requestAnimationFrame(() =>
      list.current?.children[at]?.querySelector<HTMLElement>('[data-grip]')?.focus(),
    )
  }

  return {
    drag,
    told,

    Grip: (at, name) => (
      <button
        type="button"
        data-grip
        aria-label={t('adminPages.drag', { name })}
        title={t('adminPages.dragHint')}
        onPointerDown={press(at)}
        onKeyDown={step(at)}
        className="grid size-11 cursor-grab touch-none place-items-center rounded-md text-muted select-none hover:text-ink active:cursor-grabbing"
      >
        <GripVertical size={18} aria-hidden />
      </button>
    ),
  }
}
