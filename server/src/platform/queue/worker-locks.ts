import { endSilentHolders, heldLocks } from '../database/session-locks.ts'

/** Each pool of a live worker holds an advisory lock of this class (heartbeat.ts). */
export const workerLockClass = 0x43484156 // 'CHAV'

/**
 * A live worker pings every two seconds on the connection with its locks; after this silence it
 * counts as dead.
 */
export const silentSeconds = 20

/** SQL that reads the locks of live workers by number (objid). */
export const liveWorkers = (seconds = silentSeconds): string =>
  `select objid from (${heldLocks(workerLockClass, seconds)}) held where not silent`

/** SQL that ends the sessions of dead pools, whose ids are its first parameter. */
export const endDeadWorkers = (seconds = silentSeconds): string =>
  `${endSilentHolders(workerLockClass, seconds)}
    and objid in (select hashtext(id)::oid from unnest($1::text[]) id)`
