import { createStore, useStore } from '../../../external-store.ts'
import { accessToken } from '../../../state/session.ts'
import { loadingEnds } from './loading-clock.ts'
import { checkSession } from './session-check.ts'

/**
 * first: rendered by the server; on: the page beneath is inert; hidden: fading; over: until the
 * next full page load.
 */
export type LoadingPhase = 'first' | 'on' | 'hidden' | 'over'

const phaseStore = createStore<LoadingPhase>('first')
const nameStore = createStore<string | null>(null)
/** Whether the visitor clicked to skip. */
const isHurried = createStore(false)
let startedAt: number | null = null
let clickedAt: number | null = null
let endTimers: number[] = []
let reportOver: () => void = () => {}

/** Resolves when the loading screen is over; the music waits for it. */
export const loadingOver = new Promise<void>((done) => {
  reportOver = done
})

function advancePhase(next: LoadingPhase): void {
  if (phaseStore.get() === 'over' || phaseStore.get() === next) return

  phaseStore.set(next)
  // One task later, because React removes the screen first.
  if (next === 'over') window.setTimeout(reportOver)
}

function scheduleEnd(): void {
  const endTimes = loadingEnds(clickedAt)
  const elapsed = performance.now() - startedAt!
  endTimers.forEach((timer) => window.clearTimeout(timer))

  endTimers = [
    window.setTimeout(() => advancePhase('hidden'), endTimes.hidden - elapsed),
    window.setTimeout(() => advancePhase('over'), endTimes.over - elapsed),
  ]
}

/**
 * Starts the clock once per page load, from the first paint; the session is checked meanwhile
 * (S040). Repeated visits skip the screen (P125).
 */
export function startLoading(): void {
  if (startedAt !== null) return

  startedAt =
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()

  if (accessToken())
    void checkSession().then(
      (sessionName) => nameStore.set(sessionName),
      (error: unknown) => console.warn('session', error),
    )

  const elapsed = performance.now() - startedAt

  if (
    document.documentElement.dataset.visited !== undefined ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches ||
    elapsed >= loadingEnds(null).hidden
  ) {
    advancePhase('over')
    return
  }

  advancePhase('on')
  scheduleEnd()
}

/** A click shortens the loading screen; only the first one counts. */
export function skipLoading(): void {
  if (phaseStore.get() !== 'on' || clickedAt !== null) return

  clickedAt = performance.now() - startedAt!
  scheduleEnd()
  isHurried.set(true)
}

export function useLoadingPhase(): LoadingPhase {
  return useStore(phaseStore, 'first')
}

/** Name from the dashboard call, null until it has answered. */
export function useLoadingName(): string | null {
  return useStore(nameStore, null)
}

/** Whether the visitor clicked to skip. */
export function useHurry(): boolean {
  return useStore(isHurried, false)
}
