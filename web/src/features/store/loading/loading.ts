import { createStore, useStore } from '../../../external-store.ts'
import { accessToken } from '../../../state/session.ts'
import { loadingEnds } from './loading-clock.ts'
import { checkSession } from './session-check.ts'

/**
 * first: what the server renders; on: the page beneath is inert; hidden: fading; over: gone until
 * the next full page load.
 */
export type LoadingPhase = 'first' | 'on' | 'hidden' | 'over'

const phase = createStore<LoadingPhase>('first')
const name = createStore<string | null>(null)
/** Whether the visitor clicked to skip. */
const isHurried = createStore(false)
let startedAt: number | null = null
let clickedAt: number | null = null
let timers: number[] = []
let told: () => void = () => {}

/** Fulfilled when the loading screen of this page load is over; the music waits for it. */
export const loadingOver = new Promise<void>((done) => {
  told = done
})

function move(next: LoadingPhase): void {
  if (phase.get() === 'over' || phase.get() === next) return

  phase.set(next)
  // Told a moment later, when the screen is really gone.
  if (next === 'over') window.setTimeout(told)
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
      (sessionName) => name.set(sessionName),
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
  if (phase.get() !== 'on' || clickedAt !== null) return

  clickedAt = performance.now() - startedAt!
  wait()
  isHurried.set(true)
}

/** Where the loading screen of this page load is. */
export function useLoadingPhase(): LoadingPhase {
  return useStore(phase, 'first')
}

/** The name that the dashboard call gave, null until it has answered. */
export function useLoadingName(): string | null {
  return useStore(name, null)
}

/** Whether the visitor clicked to skip the loading screen. */
export function useHurry(): boolean {
  return useStore(isHurried, false)
}
