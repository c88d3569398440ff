import { useEffect, useId, useRef, type ReactNode } from 'react'

/**
 * Sheet of an open payment. Its foot stays visible on a phone; on a desktop it would cover what is
 * to be copied. It scrolls into view and takes the focus that the pressed button lost.
 */
export function Sheet({
  title,
  act,
  foot,
  children,
}: {
  title: string
  act?: ReactNode
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
    <section aria-labelledby={headingId} className="grid rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 p-4 pb-0 sm:px-6">
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className="scroll-mt-24 font-semibold">
          {title}
        </h2>
        {act}
      </header>

      <div className="@container grid gap-5 p-4 sm:px-6 max-md:[&_button]:scroll-mb-72">
        {children}
      </div>
      <div className="rounded-b-lg border-t border-line bg-surface px-4 py-3 max-md:sticky max-md:bottom-0 sm:px-6 sm:py-4">
        {foot}
      </div>
    </section>
  )
}

/** A numbered list. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol role="list" className="grid content-start gap-5 [counter-reset:step]">
      {children}
    </ol>
  )
}

export function Step({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <li
      className={
        'grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 gap-y-2 [counter-increment:step] ' +
        'before:grid before:size-7 before:place-items-center before:rounded-full ' +
        'before:bg-raised before:text-sm before:font-semibold before:content-[counter(step)]'
      }
    >
      <p className="self-center font-medium">{title}</p>
      {children && (
        <div className="col-span-2 grid gap-2 sm:col-span-1 sm:col-start-2">{children}</div>
      )}
    </li>
  )
}
