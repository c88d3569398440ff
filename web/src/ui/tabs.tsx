import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { join } from './join.ts'

export type Tab<V extends string> = { value: V; label: ReactNode; icon?: ReactNode }

const arrowSteps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Index of the tab to which a key moves; other keys keep the active tab. */
function nextTab(key: string, activeIndex: number, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1

  if (key in arrowSteps) return (activeIndex + arrowSteps[key]! + count) % count

  return activeIndex
}

/**
 * Parts of one page, one visible at a time. Arrow keys, Home and End move between tabs; the Tab key
 * enters the part.
 */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onChange(value: V): void
  children: ReactNode
}) {
  const tabsId = useId()
  const tabList = useRef<HTMLDivElement>(null)
  const activeIndex = tabs.findIndex((tab) => tab.value === value)

  function handleKey(event: KeyboardEvent): void {
    const nextIndex = nextTab(event.key, activeIndex, tabs.length)
    if (nextIndex === activeIndex) return

    event.preventDefault()
    onChange(tabs[nextIndex]!.value)
    tabList.current?.querySelectorAll<HTMLElement>('[role=tab]')[nextIndex]?.focus()
  }

  return (
    <div className="grid gap-6">
      <div
        ref={tabList}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKey}
        className="flex [scrollbar-width:none] justify-between gap-4 overflow-x-auto border-b border-line sm:justify-start sm:gap-6"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${tabsId}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${tabsId}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={join(
              'flex min-h-11 shrink-0 items-center gap-2 border-b-2 text-sm font-medium',
              'transition-colors max-sm:[&>svg]:hidden',
              tab.value === value
                ? 'border-accent text-ink forced-colors:border-[Highlight]'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>

      <div role="tabpanel" id={`${tabsId}-panel`} aria-labelledby={`${tabsId}-${value}`}>
        {children}
      </div>
    </div>
  )
}
