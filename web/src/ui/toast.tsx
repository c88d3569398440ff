import { createStore, useStore } from '../external-store.ts'
import { join } from './join.ts'

/** A way back from what a toast tells. */
export type Undo = { label: string; run(): unknown }

export type Toast = {
  id: number
  tone: 'good' | 'bad' | 'info'
  text: string
  undo: Undo | undefined
}

const none: readonly Toast[] = []
const toasts = createStore(none)
let next = 1

const seconds = { plain: 5, undo: 12 }
const drop = (id: number): void => toasts.set(toasts.get().filter((shown) => shown.id !== id))

/**
 * Tell something quietly for five seconds, with a way back for twelve; a text that already shows is
 * not stacked twice.
 */
export function toast(text: string, tone: Toast['tone'] = 'info', undo?: Undo): void {
  const same = toasts.get().find((shown) => shown.text === text)
  if (same && !undo) return

  if (same) drop(same.id)
  const id = next++
  toasts.set([...toasts.get().slice(-2), { id, tone, text, undo }])
  setTimeout(() => drop(id), (undo ? seconds.undo : seconds.plain) * 1000)
}

/** Where toasts appear; one a page. */
export function Toaster() {
  const shown = useStore(toasts, none)

  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-(--foot) z-50 grid justify-items-center gap-2 p-4"
    >
      {shown.map(({ id, tone, text, undo }) => (
        <p
          key={id}
          className={join(
            'animate-rise pointer-events-auto max-w-md rounded-md border border-line ' +
              'bg-high px-4 py-3 text-sm shadow-pop',
            tone === 'good' && 'text-good',
            tone === 'bad' && 'text-bad',
          )}
        >
          {text}

          {undo ? (
            <button
              type="button"
              className="ml-3 min-h-6 font-semibold text-ink underline"
              onClick={() => {
                drop(id)
                void undo.run()
              }}
            >
              {undo.label}
            </button>
          ) : null}
        </p>
      ))}
    </div>
  )
}
