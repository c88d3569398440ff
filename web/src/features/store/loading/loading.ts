import { useSyncExternalStore } from 'react'

import { accessToken } from '../../../state/session.ts'
import { loadingEnds } from './loading-clock.ts'
import { checkSession } from './session-check.ts'

/**
 * first: what the server renders; on: the page beneath is inert; hidden: fading; over: gone until
 * the next full page load.
 */
export type LoadingPhase = 'first' | 'on' | 'hidden' | 'over'

let phase: LoadingPhase = 'first'
let name: string | null = null
let startedAt: number | null = null
let clickedAt: number | null = null
let timers: number[] = []
let told: () => void = () => {}
const listeners = new Set<() => void>()

/** Fulfilled when the loading screen of this page load is over; the music waits for it. */
export const loadingOver = new Promise<void>((done) => {
  told = done
})

function notify(): void {
  for (const listener of listeners) listener()
}

function move(next: LoadingPhase): void {
  if (phase === 'over' || phase === next) return

  phase = next
  notify()
  // Told a moment later, when the screen is really gone.
  if (next === 'over') window.setTimeout(told)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function wait(): void {
  const ends = loadingEnds(clickedAt)
  const spent = performance.now() - startedAt!
  timers.forEach((timer) => window.clearTimeout(timer))

  timers = [
    window.setTimeout(() => move('hidden'), ends.hidden - spent),
    window.setTimeout(() => move('over'), ends.over - spent),
  ]
}

/**
 * Start the clock, once per page load, at the moment the screen was first painted; the session is
 * judged meanwhile (S040). Who was here before in this visit waits for nothing (P125).
 */
export function startLoading(): void {
  if (startedAt !== null) return

  startedAt =
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()

  if (accessToken())
    void checkSession().then(
      (found) => {
        name = found
        notify()
      },
      (error: unknown) => console.warn('session', error),
    )

  const spent = performance.now() - startedAt

  if (
    document.documentElement.dataset.visited !== undefined ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches ||
    spent >= loadingEnds(null).hidden
  ) {
    move('over')
    return
  }

  move('on')
  wait()
}

/** A click, or the skip button, brings the end nearer; only the first one counts. */
export function skipLoading(): void {
  if (phase !== 'on' || clickedAt !== null) return

  clickedAt = performance.now() - startedAt!
  wait()
  notify()
}

const onServer = () => 'first' as const

/** Where the loading screen of this page load is. */
export function useLoadingPhase(): LoadingPhase {
  return useSyncExternalStore(subscribe, () => phase, onServer)
}

/** The name that the dashboard call gave, null until it has answered. */
export function useLoadingName(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => name,
    () => null,
  )
}

/** Whether somebody is in a hurry. */
export function useHurry(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => clickedAt !== null,
    () => false,
  )
}
