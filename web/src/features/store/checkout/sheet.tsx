import { useEffect, useId, useRef, type ReactNode } from 'react'

/**
 * The sheet of a payment that waits, in the place where it was chosen: what to pay and how, and a
 * foot that a phone keeps in sight; on a desk it would lie over what is to be copied. It comes into
 * view where its button was pressed, and takes the focus
 * that went with the button.
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
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (document.activeElement !== document.body) return

    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <section aria-labelledby={id} className="grid rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 p-4 pb-0 sm:px-6">
        <h2 id={id} ref={heading} tabIndex={-1} className="scroll-mt-24 font-semibold">
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

/** Steps in their order, each with its number. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol role="list" className="grid content-start gap-5 [counter-reset:step]">
      {children}
    </ol>
  )
}

/** One step: its number, what to do, and what it needs. */
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
