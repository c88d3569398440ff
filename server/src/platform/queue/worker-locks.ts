import { endSilentHolders, heldLocks } from '../database/session-locks.ts'

/** Class of the advisory locks: each pool of a live worker holds a lock (heartbeat.ts). */
export const workerLockClass = 0x43484156 // 'CHAV' in ASCII

/**
 * A live worker pings every two seconds on the connection with its locks. After this many seconds
 * without a ping, the worker counts as dead.
 */
export const silentSeconds = 20

/** SQL that reads the locks of live workers: `objid` is the number of the pool. */
export const liveWorkers = (seconds = silentSeconds): string =>
  `select objid from (${heldLocks(workerLockClass, seconds)}) held where not silent`

/** SQL that ends the sessions of dead pools; the first parameter contains their ids. */
export const endDeadWorkers = (seconds = silentSeconds): string =>
  `${endSilentHolders(workerLockClass, seconds)}
    and objid in (select hashtext(id)::oid from unnest($1::text[]) id)`
