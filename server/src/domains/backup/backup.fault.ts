/** An error that an operator can fix, explained in one line without secrets. */
export class BackupFault extends Error {}

const faultTexts: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `the disk is full${path}; make room and run it again`,
  EDQUOT: (path) => `the disk is full${path}; make room and run it again`,
  EROFS: (path) => `the disk takes no writes${path}`,
  EACCES: (path) => `this user may not read or write there${path}`,
  ENOENT: (path) => `there is no such file or folder${path}`,
  ENOTDIR: (path) => `this is no folder${path}`,
  EISDIR: (path) => `this is a folder and no file${path}`,
  ECONNREFUSED: () => 'nobody answers at the address of the database or the storage',
  ECONNRESET: () => 'the connection was cut by the other side; run it again',
  '53100': () => 'the disk of the database is full; make room and run it again',
  '53300': () => 'the database has no connection left',
  '57P01': () => 'the database was stopped; run it again when it is back',
  '28P01': () => 'the password of the database is refused',
  '3D000': () => 'there is no such database',
  '42501': () => 'this user of the database may not do that; use the owner of the database',
}

/** Turns an error that an operator can fix into a BackupFault; returns other errors unchanged. */
export function toFault(error: unknown): unknown {
  if (error instanceof BackupFault) return error

  const { code, path, cause } = error as NodeJS.ErrnoException
  const faultText = faultTexts[code ?? '']
  if (faultText) return new BackupFault(faultText(path ? `: ${path}` : ''))

  return cause ? toFault(cause) : error
}
