import { useSyncExternalStore } from 'react'
import { join } from './join.ts'

export type Toast = { id: number; tone: 'good' | 'bad' | 'info'; text: string }

let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const none: readonly Toast[] = []

function change(list: readonly Toast[]): void {
  toasts = list
  for (const listener of listeners) listener()
}

/** Tell something quietly for five seconds; a text that already shows is not stacked twice. */
export function toast(text: string, tone: Toast['tone'] = 'info'): void {
  if (toasts.some((shown) => shown.text === text)) return
  const id = next++
  change([...toasts.slice(-2), { id, tone, text }])
  setTimeout(() => change(toasts.filter((shown) => shown.id !== id)), 5000)
}

/** Where toasts appear; one a page. */
export function Toaster() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
    () => none,
  )
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 grid justify-items-center gap-2 p-4"
    >
      {shown.map(({ id, tone, text }) => (
        <p
          key={id}
          className={join(
            'animate-rise pointer-events-auto max-w-md rounded-md border border-line bg-high px-4 py-3 text-sm shadow-pop',
            tone === 'good' && 'text-good',
            tone === 'bad' && 'text-bad',
          )}
        >
          {text}
        </p>
      ))}
    </div>
  )
}
