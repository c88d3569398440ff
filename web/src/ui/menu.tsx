import { Check } from 'lucide-react'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'

import { join } from './join.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  run(): void
  danger?: boolean | undefined
  /** Why it cannot be chosen now: it stays in the menu and says so. */
  refused?: string | undefined
  /** Of several of which one holds: whether it is this one. */
  checked?: boolean | undefined
  /** Of several that hold at once: whether it does. The menu stays open when it is turned. */
  ticked?: boolean | undefined
  /** The heading that it stands under, with those beside it that name the same. */
  group?: string | undefined
  className?: string | undefined
}

const air = 8

/** Places a menu under its button, above it where there is more room, and always within the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: wide, offsetHeight: high } = menu
  const below = window.innerHeight - at.bottom - air
  const goesUp = high > below && at.top > below
  menu.style.maxHeight = `${(goesUp ? at.top : below + air) - 2 * air}px`
  const top = goesUp ? Math.max(air, at.top - high - 4) : at.bottom + 4
  const inRightHalf = at.left + at.width / 2 > window.innerWidth / 2
  const left = inRightHalf ? at.right - wide : at.left
  menu.style.top = `${top}px`
  menu.style.left = `${Math.max(air, Math.min(left, window.innerWidth - wide - air))}px`
}

const itemsOf = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter(
    (item) => item.offsetParent !== null,
  )

/** Which item a key leads to: the next, the one before, the ends, or the next that begins with it. */
function target(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const now = items.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[key]
  if (next !== undefined) return items.at(next % items.length)
  if (key.length !== 1) return undefined

  const begins = (item: HTMLElement) =>
    item.textContent.trim().toLowerCase().startsWith(key.toLowerCase())

  return [...items.slice(now + 1), ...items.slice(0, now + 1)].find(begins)
}

/** The menu goes with its button when the page beneath it moves, and away when one presses beside it. */
function useStaysAt(
  menu: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    const isInside = ({ target: at }: Event) =>
      at instanceof Node && (menu.current?.contains(at) || button.current?.contains(at))
    const leave = (event: Event) => {
      if (!isInside(event)) close()
    }

    const follow = (event: Event) => {
      const at = button.current?.getBoundingClientRect()
      if (isInside(event) || !menu.current || !at) return
      if (at.bottom < 0 || at.top > window.innerHeight) return close()

      place(menu.current, button.current!)
    }

    document.addEventListener('pointerdown', leave, true)
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)

    return () => {
      document.removeEventListener('pointerdown', leave, true)
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
    }
  })
}

const itemClass =
  'flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 py-1 text-left text-sm ' +
  'outline-none focus:bg-raised hover:bg-raised pointer-coarse:min-h-11 [&>svg]:size-4 ' +
  '[&>svg]:shrink-0'

function roleOf({ checked, ticked }: MenuItem) {
  if (checked !== undefined) return 'menuitemradio'
  return ticked === undefined ? 'menuitem' : 'menuitemcheckbox'
}

function Item({ item, onRun }: { item: MenuItem; onRun(): void }) {
  const { label, icon, danger, refused, checked, ticked, className } = item
  const holds = checked ?? ticked

  return (
    <button
      type="button"
      tabIndex={-1}
      role={roleOf(item)}
      aria-checked={holds}
      aria-disabled={refused ? true : undefined}
      className={join(itemClass, danger && 'text-bad', refused && 'text-muted', className)}
      onClick={() => {
        if (!refused) onRun()
      }}
    >
      {holds === undefined ? (
        icon
      ) : (
        <Check aria-hidden className={holds ? undefined : 'invisible'} />
      )}

      <span className="grid">
        <span>{label}</span>
        {refused ? <span className="text-xs">{refused}</span> : null}
      </span>
    </button>
  )
}

/** The items in their order, those under one heading together. */
function grouped(items: readonly MenuItem[]): readonly (readonly MenuItem[])[] {
  const groups: MenuItem[][] = []

  for (const item of items) {
    const last = groups.at(-1)
    if (last && last[0]!.group === item.group) last.push(item)
    else groups.push([item])
  }

  return groups
}

function Group({ items, children }: { items: readonly MenuItem[]; children: ReactNode }) {
  const name = items[0]!.group
  if (name === undefined) return children

  return (
    <div role="group" aria-label={name} className="my-1 border-y border-line py-1 [&+&]:border-t-0">
      <p aria-hidden className="px-2.5 py-1 text-xs text-muted">
        {name}
      </p>
      {children}
    </div>
  )
}

/** The open menu; it takes the focus and keeps it until one chooses or leaves. */
function List({
  label,
  id,
  items,
  button,
  onClose,
}: {
  label: string
  id: string
  items: readonly MenuItem[]
  button: RefObject<HTMLButtonElement | null>
  onClose(): void
}) {
  const menu = useRef<HTMLDivElement>(null)
  useStaysAt(menu, button, onClose)

  useLayoutEffect(() => {
    const list = menu.current!
    // Above everything else, dialogs and frames that cut off included.
    list.showPopover()
    place(list, button.current!)
    const all = itemsOf(list)
    // A menu of states begins with the one that holds; one that begins with acts, with the first.
    const holds = all[0]?.ariaChecked ? all.find((item) => item.ariaChecked === 'true') : undefined
    ;(holds ?? all[0])?.focus({ preventScroll: true })
  }, [button])

  const leave = () => {
    button.current?.focus({ preventScroll: true })
    onClose()
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return

    event.stopPropagation()
    if (event.key === 'Tab') return leave()

    if (event.key === 'Escape') {
      event.preventDefault()
      return leave()
    }

    const next = event.key === ' ' ? undefined : target(itemsOf(menu.current!), event.key)
    if (!next) return

    event.preventDefault()
    next.focus()
  }

  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      aria-label={label}
      popover="manual"
      onKeyDown={press}
      onBlur={({ relatedTarget: to }) => {
        if (to && to !== button.current && !menu.current?.contains(to)) onClose()
      }}
      className="fixed inset-auto m-0 max-w-[min(20rem,100vw-1rem)] min-w-48 overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-pop"
    >
      {grouped(items).map((group) => (
        <Group key={group[0]!.label} items={group}>
          {group.map((item) => (
            <Item
              key={item.label}
              item={item}
              onRun={() => {
                if (item.ticked === undefined) leave()
                item.run()
              }}
            />
          ))}
        </Group>
      ))}
    </div>
  )
}

/**
 * A button that opens a menu of acts, or of states of which one holds. Arrows, Home, End and first
 * letters move in it, Enter chooses, Escape and Tab lead back to the button.
 */
export function Menu({
  label,
  saysItself,
  items,
  children,
  className,
  title,
  disabled,
}: {
  /** What the button is called, and the menu after it. */
  label: string
  /** What the button shows says already what it is called. */
  saysItself?: boolean | undefined
  items: readonly MenuItem[]
  /** What the button shows. */
  children: ReactNode
  className?: string | undefined
  title?: string | undefined
  disabled?: boolean | undefined
}) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={saysItself ? undefined : label}
        title={title}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        className={className}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp'
          if (!opens && !(open && event.key === 'Escape')) return

          event.preventDefault()
          setOpen(opens)
        }}
      >
        {children}
      </button>

      {open ? (
        <List label={label} id={id} items={items} button={button} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
