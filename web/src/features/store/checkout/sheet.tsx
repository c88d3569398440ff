import { useEffect, useId, useRef, type ReactNode } from 'react'

import { Notice } from '../../../ui/badge.tsx'

/**
 * Sheet of an open payment. The footer is sticky, except in a low desktop window, where it would
 * cover the code. The pay button is gone, so the sheet scrolls into view and takes the focus.
 */
export function Sheet({
  title,
  act,
  message,
  foot,
  children,
}: {
  title: string
  act?: ReactNode
  /** The shop's note on this payment, for example that money is missing. */
  message?: string | null
  foot: ReactNode
  children: ReactNode
}) {
  const headingId = useId()
  const headingRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (document.activeElement !== document.body) return

    headingRef.current?.focus({ preventScroll: true })
    headingRef.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <section aria-labelledby={headingId} className="grid min-w-0 rounded-lg bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-3 sm:px-6">
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className="scroll-mt-4 text-lg font-bold">
          {title}
        </h2>
        {act}
      </header>

      <div className="@container grid min-w-0 gap-4 px-4 pt-2 pb-5 sm:gap-5 sm:px-6 sm:pt-3">
        {message && <Notice tone="wait">{message}</Notice>}
        {children}
      </div>
      <div className="rounded-b-lg border-t border-line bg-surface px-4 sm:px-6 pinned:sticky pinned:bottom-0 pinned:z-10">
        {foot}
      </div>
    </section>
  )
}

/** A numbered list. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol role="list" className="grid min-w-0 content-start gap-4 [counter-reset:step]">
      {children}
    </ol>
  )
}

export function Step({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <li
      className={
        'grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 gap-y-2 [counter-increment:step] ' +
        'before:display before:text-lg before:leading-6 before:content-[counter(step)]'
      }
    >
      <p className="font-medium">{title}</p>
      {children && (
        <div className="col-span-2 grid gap-2 sm:col-span-1 sm:col-start-2">{children}</div>
      )}
    </li>
  )
}
