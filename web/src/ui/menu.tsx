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
  /** Why the item cannot be chosen now; shown in the menu. */
  refused?: string | undefined
  /** For a radio item: whether it is the active one. */
  checked?: boolean | undefined
  /** For a checkbox item: whether it is on. The menu stays open when it is toggled. */
  ticked?: boolean | undefined
  /** Heading; neighbours with the same heading form a group. */
  group?: string | undefined
  className?: string | undefined
}

const windowMargin = 8

/**
 * Places a menu below its button, or above if it does not fit below and there is more room above,
 * within the window.
 */
function positionMenu(menu: HTMLElement, button: HTMLElement): void {
  const buttonBox = button.getBoundingClientRect()
  const { offsetWidth: menuWidth, offsetHeight: menuHeight } = menu
  const roomBelow = window.innerHeight - buttonBox.bottom - windowMargin
  const goesUp = menuHeight > roomBelow && buttonBox.top > roomBelow
  menu.style.maxHeight = `${(goesUp ? buttonBox.top : roomBelow + windowMargin) - 2 * windowMargin}px`
  const menuTop = goesUp
    ? Math.max(windowMargin, buttonBox.top - menuHeight - 4)
    : buttonBox.bottom + 4
  const inRightHalf = buttonBox.left + buttonBox.width / 2 > window.innerWidth / 2
  const menuLeft = inRightHalf ? buttonBox.right - menuWidth : buttonBox.left
  menu.style.top = `${menuTop}px`
  menu.style.left = `${Math.max(windowMargin, Math.min(menuLeft, window.innerWidth - menuWidth - windowMargin))}px`
}

const visibleItems = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter(
    (item) => item.offsetParent !== null,
  )

/**
 * The item a key leads to: next, previous, first, last, or the next that starts with the letter.
 */
function targetItem(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const activeIndex = items.findIndex((item) => item === document.activeElement)
  const nextIndex = { ArrowDown: activeIndex + 1, ArrowUp: activeIndex - 1, Home: 0, End: -1 }[key]
  if (nextIndex !== undefined) return items.at(nextIndex % items.length)
  if (key.length !== 1) return undefined

  const startsWithKey = (item: HTMLElement) =>
    item.textContent.trim().toLowerCase().startsWith(key.toLowerCase())

  return [...items.slice(activeIndex + 1), ...items.slice(0, activeIndex + 1)].find(startsWithKey)
}

/** Keeps the menu at its button while the page scrolls, and closes it on a press outside. */
function useMenuPosition(
  menu: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    const isInside = ({ target: eventTarget }: Event) =>
      eventTarget instanceof Node &&
      (menu.current?.contains(eventTarget) || button.current?.contains(eventTarget))
    const closeOutside = (event: Event) => {
      if (!isInside(event)) close()
    }

    const followButton = (event: Event) => {
      const buttonBox = button.current?.getBoundingClientRect()
      if (isInside(event) || !menu.current || !buttonBox) return
      if (buttonBox.bottom < 0 || buttonBox.top > window.innerHeight) return close()

      positionMenu(menu.current, button.current!)
    }

    document.addEventListener('pointerdown', closeOutside, true)
    window.addEventListener('scroll', followButton, true)
    window.addEventListener('resize', followButton)

    return () => {
      document.removeEventListener('pointerdown', closeOutside, true)
      window.removeEventListener('scroll', followButton, true)
      window.removeEventListener('resize', followButton)
    }
  })
}

const itemClass =
  'flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 py-1 text-left text-sm ' +
  'outline-none focus:bg-raised hover:bg-raised pointer-coarse:min-h-11 [&>svg]:size-4 ' +
  '[&>svg]:shrink-0'

function itemRole({ checked, ticked }: MenuItem) {
  if (checked !== undefined) return 'menuitemradio'
  if (ticked === undefined) return 'menuitem'

  return 'menuitemcheckbox'
}

function MenuEntry({ item, onRun }: { item: MenuItem; onRun(): void }) {
  const { label, icon, danger, refused, checked, ticked, className } = item
  const isActive = checked ?? ticked

  return (
    <button
      type="button"
      tabIndex={-1}
      role={itemRole(item)}
      aria-checked={isActive}
      aria-disabled={refused ? true : undefined}
      className={join(itemClass, danger && 'text-bad', refused && 'text-muted', className)}
      onClick={() => {
        if (!refused) onRun()
      }}
    >
      {isActive === undefined ? (
        icon
      ) : (
        <Check aria-hidden className={isActive ? undefined : 'invisible'} />
      )}

      <span className="grid">
        <span>{label}</span>
        {refused && <span className="text-xs">{refused}</span>}
      </span>
    </button>
  )
}

/** Items in their order, neighbours under the same heading together. */
function groupItems(items: readonly MenuItem[]): readonly (readonly MenuItem[])[] {
  const groups: MenuItem[][] = []

  for (const item of items) {
    const lastGroup = groups.at(-1)
    if (lastGroup && lastGroup[0]!.group === item.group) lastGroup.push(item)
    else groups.push([item])
  }

  return groups
}

function MenuGroup({ items, children }: { items: readonly MenuItem[]; children: ReactNode }) {
  const groupName = items[0]!.group
  if (groupName === undefined) return children

  return (
    <div
      role="group"
      aria-label={groupName}
      className="my-1 border-y border-line py-1 [&+&]:border-t-0"
    >
      <p aria-hidden className="px-2.5 py-1 text-xs text-muted">
        {groupName}
      </p>
      {children}
    </div>
  )
}

/** The open menu. It takes the focus and keeps it until an item is chosen or the menu closes. */
function MenuList({
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
  const menuRef = useRef<HTMLDivElement>(null)
  useMenuPosition(menuRef, button, onClose)

  useLayoutEffect(() => {
    const menuElement = menuRef.current!
    // In the top layer, above dialogs and boxes that would clip the menu.
    menuElement.showPopover()
    positionMenu(menuElement, button.current!)
    const menuItems = visibleItems(menuElement)
    // A menu of states starts at the active one, a menu of actions at the first.
    const activeItem = menuItems[0]?.ariaChecked
      ? menuItems.find((item) => item.ariaChecked === 'true')
      : undefined
    ;(activeItem ?? menuItems[0])?.focus({ preventScroll: true })
  }, [button])

  const returnToButton = () => {
    button.current?.focus({ preventScroll: true })
    onClose()
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return

    event.stopPropagation()
    if (event.key === 'Tab') return returnToButton()

    if (event.key === 'Escape') {
      event.preventDefault()
      return returnToButton()
    }

    const nextItem =
      event.key === ' ' ? undefined : targetItem(visibleItems(menuRef.current!), event.key)
    if (!nextItem) return

    event.preventDefault()
    nextItem.focus()
  }

  return (
    <div
      ref={menuRef}
      id={id}
      role="menu"
      aria-label={label}
      popover="manual"
      onKeyDown={handleKey}
      onBlur={({ relatedTarget: to }) => {
        if (to && to !== button.current && !menuRef.current?.contains(to)) onClose()
      }}
      className="fixed inset-auto m-0 max-w-[min(20rem,100vw-1rem)] min-w-48 overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-pop"
    >
      {groupItems(items).map((group) => (
        <MenuGroup key={group[0]!.label} items={group}>
          {group.map((item) => (
            <MenuEntry
              key={item.label}
              item={item}
              onRun={() => {
                if (item.ticked === undefined) returnToButton()
                item.run()
              }}
            />
          ))}
        </MenuGroup>
      ))}
    </div>
  )
}

/**
 * A button that opens a menu of actions or states. Arrows, Home, End and first letters move, Enter
 * chooses, Escape and Tab return to the button.
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
  /** Name of the button and of its menu. */
  label: string
  /** The visible content already names the button. */
  saysItself?: boolean | undefined
  items: readonly MenuItem[]
  children: ReactNode
  className?: string | undefined
  title?: string | undefined
  disabled?: boolean | undefined
}) {
  const [open, setOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const menuId = useId()

  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        aria-label={saysItself ? undefined : label}
        title={title}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        disabled={disabled}
        className={className}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          const opensMenu = event.key === 'ArrowDown' || event.key === 'ArrowUp'
          if (!opensMenu && !(open && event.key === 'Escape')) return

          event.preventDefault()
          setOpen(opensMenu)
        }}
      >
        {children}
      </button>

      {open && (
        <MenuList
          label={label}
          id={menuId}
          items={items}
          button={buttonRef}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
