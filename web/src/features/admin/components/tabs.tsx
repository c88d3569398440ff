import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { join } from '../../../ui/join.ts'

export type Tab<V extends string> = { value: V; label: string; content: ReactNode }

/**
 * Tabs by the WAI-ARIA pattern: one stop of the Tab key, arrows move. All contents stay mounted, so
 * a form over several tabs keeps what was typed.
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
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return

    event.preventDefault()
    const at = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length
    onChange(tabs[at]!.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
  }

  return (
    <div className="grid gap-5">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line"
        onKeyDown={press}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-controls={`${id}-${tab.value}-panel`}
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
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}`}
          hidden={tab.value !== value}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}
