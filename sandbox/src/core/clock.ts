import type { State } from './state.ts'

/** The providers' time in epoch milliseconds: the machine's, moved forward by tests. */
export type Clock = { now(): number; advance(ms: number): void; offsetMs(): number }

/** Open the clock with the offset saved in the state, so that a restart keeps the advanced time. */
export function openClock(state: State): Clock {
  const table = state.table<{ id: string; offsetMs: number }>('clock')
  const offset = (): number => table.get('clock')?.offsetMs ?? 0

  return {
    now: () => Date.now() + offset(),
    advance: (ms) => {
      table.save({ id: 'clock', offsetMs: offset() + ms })
    },
    offsetMs: offset,
  }
}

/** ISO text of an instant of the clock, with milliseconds and Z, as BACEN and Efí write it. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
