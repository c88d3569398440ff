import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { join } from '../../../ui/join.ts'

export type Tab<V extends string> = { value: V; label: string; content: ReactNode }

/**
 * Tabs by the WAI-ARIA pattern: one tab stop, arrow keys move. All panels stay mounted, so a form
 * across several tabs keeps its values.
 */
export function Tabs<V extends string>({
  label,
  value,
  onChange,
  tabs,
}: {
  label: string
  value: V
  onChange(value: V): void
  tabs: readonly Tab<V>[]
}) {
  const tabsId = useId()
  const tabList = useRef<HTMLDivElement>(null)

  const handleKey = (event: KeyboardEvent) => {
    const indexStep = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!indexStep) return

    event.preventDefault()
    const nextIndex =
      (tabs.findIndex((tab) => tab.value === value) + indexStep + tabs.length) % tabs.length
    onChange(tabs[nextIndex]!.value)
    tabList.current?.querySelectorAll<HTMLElement>('[role=tab]')[nextIndex]?.focus()
  }

  return (
    <div className="grid gap-5">
      <div
        ref={tabList}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line"
        onKeyDown={handleKey}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${tabsId}-${tab.value}`}
            aria-controls={`${tabsId}-${tab.value}-panel`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={join(
              '-mb-px min-h-11 border-b-2 px-3 text-sm font-medium whitespace-nowrap',
              tab.value === value
                ? 'border-accent text-ink'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>

      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${tabsId}-${tab.value}-panel`}
          aria-labelledby={`${tabsId}-${tab.value}`}
          hidden={tab.value !== value}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}
