import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { join } from '../../../ui/join.ts'

export type Tab<V extends string> = { value: V; label: string; content: ReactNode }

/** Window widths from which the tabs are an index beside their panels. On a phone they wrap. */
export type IndexFrom = 'lg' | '2xl'

const indexClasses = {
  lg: {
    frame: 'lg:grid-cols-[11rem_minmax(0,1fr)] lg:items-start lg:gap-x-8',
    side: 'lg:sticky lg:top-6',
    list: 'lg:grid lg:gap-0.5 lg:border-b-0',
    tab: 'lg:mb-0 lg:min-h-9 lg:rounded-md lg:border-b-0 lg:px-2.5 lg:text-left',
    chosen: 'lg:bg-accent-soft',
    other: 'lg:hover:bg-raised',
  },
  '2xl': {
    frame: '2xl:grid-cols-[11rem_minmax(0,1fr)] 2xl:items-start 2xl:gap-x-8',
    side: '2xl:sticky 2xl:top-6',
    list: '2xl:grid 2xl:gap-0.5 2xl:border-b-0',
    tab: '2xl:mb-0 2xl:min-h-9 2xl:rounded-md 2xl:border-b-0 2xl:px-2.5 2xl:text-left',
    chosen: '2xl:bg-accent-soft',
    other: '2xl:hover:bg-raised',
  },
} as const

const verticalSteps = { ArrowDown: 1, ArrowUp: -1 }
const inlineClasses = { frame: '', side: '', list: '', tab: '', chosen: '', other: '' }

function TabPanels<V extends string>({
  tabs,
  value,
  tabsId,
}: {
  tabs: readonly Tab<V>[]
  value: V
  tabsId: string
}) {
  return tabs.map((tab) => (
    <div
      key={tab.value}
      role="tabpanel"
      id={`${tabsId}-${tab.value}-panel`}
      aria-labelledby={`${tabsId}-${tab.value}`}
      hidden={tab.value !== value}
    >
      {tab.content}
    </div>
  ))
}

/**
 * Tabs by the WAI-ARIA pattern: one tab stop, arrow keys move. All panels stay mounted, so a form
 * across several tabs keeps its values.
 */
export function Tabs<V extends string>({
  label,
  value,
  onChange,
  tabs,
  indexFrom,
  aside,
}: {
  label: string
  value: V
  onChange(value: V): void
  tabs: readonly Tab<V>[]
  indexFrom?: IndexFrom
  /** Below the tabs. */
  aside?: ReactNode
}) {
  const classes = indexFrom ? indexClasses[indexFrom] : inlineClasses
  const tabsId = useId()
  const tabList = useRef<HTMLDivElement>(null)

  const handleKey = (event: KeyboardEvent) => {
    const indexStep = { ArrowRight: 1, ArrowLeft: -1, ...(indexFrom && verticalSteps) }[event.key]
    if (!indexStep) return

    event.preventDefault()
    const nextIndex =
      (tabs.findIndex((tab) => tab.value === value) + indexStep + tabs.length) % tabs.length
    onChange(tabs[nextIndex]!.value)
    tabList.current?.querySelectorAll<HTMLElement>('[role=tab]')[nextIndex]?.focus()
  }

  return (
    <div className={join('grid grid-cols-[minmax(0,1fr)] gap-5', classes.frame)}>
      <div className={join('grid gap-3', classes.side)}>
        <div
          ref={tabList}
          role="tablist"
          aria-label={label}
          className={join(
            'flex gap-1 border-b border-line',
            indexFrom ? 'flex-wrap' : 'overflow-x-auto',
            classes.list,
          )}
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
                classes.tab,
                tab.value === value
                  ? join('border-accent text-ink', classes.chosen)
                  : join('border-transparent text-muted hover:text-ink', classes.other),
              )}
            >
              {tab.label}
            </button>
          ))}
        </div>

        {aside}
      </div>

      <div className="grid grid-cols-[minmax(0,1fr)]">
        <TabPanels tabs={tabs} value={value} tabsId={tabsId} />
      </div>
    </div>
  )
}
