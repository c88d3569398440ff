// A process holds advisory locks on a separate connection, so that other processes see that it is
// alive.

/**
 * SQL that reads the advisory locks of a class: `objid`, `pid`, `role` and `silent`. `silent` is
 * true when the session sent nothing for `silentSeconds`. A lock alone proves no life: a frozen
 * process, or a process on a lost machine, still holds its locks.
 */
export const heldLocks = (
  lockClass: number,
  silentSeconds: number,
): string => `select l.objid, l.pid, a.usename as role,
    (a.state_change < now() - make_interval(secs => ${silentSeconds})) is true as silent
  from pg_locks l join pg_database d on d.oid = l.database left join pg_stat_activity a on a.pid = l.pid
  where d.datname = current_database() and l.locktype = 'advisory' and l.granted and l.classid = ${lockClass}`

/**
 * SQL that ends silent sessions of this role that hold a lock of the class. A frozen process that
 * wakes then sees that it was declared dead, and must take its lock again.
 */
export const endSilentHolders = (lockClass: number, silentSeconds: number): string =>
  `select pg_terminate_backend(pid) from (${heldLocks(lockClass, silentSeconds)}) held
    where silent and role = current_user`
