import { createStore, useStore } from '../external-store.ts'
import { join } from './join.ts'

/** Action that reverts what the toast reports. */
export type Undo = { label: string; run(): unknown }

export type Toast = {
  id: number
  tone: 'good' | 'bad' | 'info'
  text: string
  undo: Undo | undefined
}

const noToasts: readonly Toast[] = []
const toasts = createStore(noToasts)
let nextId = 1

const displaySeconds = { plain: 5, undo: 12 }
const dismiss = (id: number): void => toasts.set(toasts.get().filter((shown) => shown.id !== id))

/**
 * Shows a message for five seconds, with an undo button for twelve. A text already visible is not
 * repeated.
 */
export function toast(text: string, tone: Toast['tone'] = 'info', undo?: Undo): void {
  const duplicate = toasts.get().find((shown) => shown.text === text)
  if (duplicate && !undo) return

  if (duplicate) dismiss(duplicate.id)
  const id = nextId++
  toasts.set([...toasts.get().slice(-2), { id, tone, text, undo }])
  setTimeout(() => dismiss(id), (undo ? displaySeconds.undo : displaySeconds.plain) * 1000)
}

/** Shows the toasts; a page renders this component once. */
export function Toaster() {
  const visibleToasts = useStore(toasts, noToasts)

  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-(--foot) z-50 grid justify-items-center gap-2 p-4"
    >
      {visibleToasts.map(({ id, tone, text, undo }) => (
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

          {undo && (
            <button
              type="button"
              className="ml-3 min-h-6 font-semibold text-ink underline"
              onClick={() => {
                dismiss(id)
                void undo.run()
              }}
            >
              {undo.label}
            </button>
          )}
        </p>
      ))}
    </div>
  )
}
