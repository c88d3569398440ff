import { openClock, type Clock } from './clock.ts'
import { openCredentials, type Credentials } from './credentials.ts'
import { Deliveries } from './deliveries.ts'
import { openFaults, type Faults, type ProviderName } from './faults.ts'
import { Origins } from './origins.ts'
import { RequestLog } from './request-log.ts'
import { State } from './state.ts'

/** Everything that the sandbox's providers share. */
export type Core = {
  stateDir: string
  state: State
  clock: Clock
  faults: Faults
  requests: RequestLog
  deliveries: Deliveries
  origins: Origins
  credentials: Credentials
}

/**
 * A provider of the sandbox. A new provider needs a folder with a function that creates this
 * object, a name in faults.ts, and a call of that function in index.ts.
 */
export type Provider = {
  readonly name: ProviderName
  /** Environment variables that the store needs to reach it. */
  readonly env: Record<string, string>
  /** The provider's whole state, for tests. */
  dump(): Record<string, unknown>
  /** Deletes business data; credentials, ports and webhook registrations stay. */
  reset(): void
  /**
   * Does work that is due (expiry, settlement); called four times a second, and after the clock was
   * moved.
   */
  tick(): void
  close(): Promise<void>
}

/**
 * Opens the state folder and the parts stored in it. The caller closes `deliveries` first, then
 * `state`.
 */
export function openCore(
  stateDir: string,
  storeOrigins: readonly string[],
  publicOrigin?: string,
): Core {
  const state = new State(stateDir)
  const clock = openClock(state)
  const faults = openFaults(state)

  return {
    stateDir,
    state,
    clock,
    faults,
    requests: new RequestLog(),
    deliveries: new Deliveries(state, clock, faults),
    origins: new Origins(storeOrigins, publicOrigin),
    credentials: openCredentials(state),
  }
}
