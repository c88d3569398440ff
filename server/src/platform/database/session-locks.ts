// Advisory locks that a process holds by a connection of its own, so that others see that it lives.

/**
 * A statement that reads the locks of a class in this database: `objid`, `pid`, `role`, and `silent`,
 * whether the session has said nothing for so many seconds. A frozen process, or one whose machine
 * is gone, still holds its lock.
 */
export const heldLocks = (
  lockClass: number,
  silentSeconds: number,
): string => `select l.objid, l.pid, a.usename as role,
    (a.state_change < now() - make_interval(secs => ${silentSeconds})) is true as silent
  from pg_locks l join pg_database d on d.oid = l.database left join pg_stat_activity a on a.pid = l.pid
  where d.datname = current_database() and l.locktype = 'advisory' and l.granted and l.classid = ${lockClass}`

/**
 * A statement that ends the silent sessions of this role that hold such a lock. A process that wakes
 * from a freeze then sees that it was declared dead and must take its lock again.
 */
export const endSilentHolders = (lockClass: number, silentSeconds: number): string =>
  `select pg_terminate_backend(pid) from (${heldLocks(lockClass, silentSeconds)}) held
    where silent and role = current_user`
