import type { State } from './state.ts'

/** The providers' time in epoch milliseconds: the machine's time, which tests can move forward. */
export type Clock = { now(): number; advance(ms: number): void; offsetMs(): number }

/** Open the clock with the offset saved in the state, so that a restart keeps the advanced time. */
export function openClock(state: State): Clock {
  const clockTable = state.table<{ id: string; offsetMs: number }>('clock')
  const savedOffset = (): number => clockTable.get('clock')?.offsetMs ?? 0

  return {
    now: () => Date.now() + savedOffset(),
    advance: (ms) => {
      clockTable.save({ id: 'clock', offsetMs: savedOffset() + ms })
    },
    offsetMs: savedOffset,
  }
}

/** ISO text of an instant of the clock, with milliseconds and Z, as BACEN and Efí write it. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString()
