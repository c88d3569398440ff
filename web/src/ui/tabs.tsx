import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { join } from './join.ts'

export type Tab<V extends string> = { value: V; label: ReactNode; icon?: ReactNode }

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Where a key leads from a tab; any other key stays. */
function nextTab(key: string, at: number, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1

  return key in steps ? (at + steps[key]! + count) % count : at
}

/**
 * Parts of one page, one shown at a time: arrow keys, Home and End move between the tabs, Tab goes
 * into the part.
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
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex((tab) => tab.value === value)

  function move(event: KeyboardEvent): void {
    const next = nextTab(event.key, at, tabs.length)
    if (next === at) return

    event.preventDefault()
    onChange(tabs[next]!.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div className="grid gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="grid grid-cols-2 gap-1 rounded-md border border-line bg-surface p-1 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={join(
              'flex min-h-11 items-center justify-center gap-2 rounded-sm px-3 text-sm font-medium transition-colors',
              tab.value === value ? 'bg-high text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>

      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
