import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'

import { MigrationFault } from '../db/migration-fault.ts'
import { ConfigError, type Config } from '../platform/config/config.ts'
import { makeFolder } from '../platform/config/make-folder.ts'

/**
 * Something that the shop needs is not available at the start: a port, a database, disk space.
 * Reported in one line without a stack.
 */
class NotAvailable extends Error {}

/** Exit codes of the shop: wrong settings, something not available, an internal error. */
export const exitCodes = { settings: 78, notAvailable: 69, fault: 1 } as const

/** Why the shop does not start, and its exit code. */
export function explainStartFailure(error: unknown): { text: string; code: number } {
  const isExpected = error instanceof ConfigError || error instanceof NotAvailable
  if (error instanceof MigrationFault)
    return { text: cannotStart(error.message), code: exitCodes.fault }

  const reason = isExpected ? error.message : systemErrorText(error as NodeJS.ErrnoException)
  if (reason === null)
    return { text: String((error as Error)?.stack ?? error), code: exitCodes.fault }

  return {
    text: cannotStart(reason),
    code: error instanceof ConfigError ? exitCodes.settings : exitCodes.notAvailable,
  }
}

const cannotStart = (reason: string): string =>
  `Chaveiro cannot start:\n${reason.replace(/^/gm, '  ')}`

/** The text for a system error that an operator can correct; null for all other errors. */
function systemErrorText({ code, path }: NodeJS.ErrnoException): string | null {
  const pathText = path ? `: ${path}` : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk is full${pathText}`
  if (code === 'EROFS') return `the disk takes no writes${pathText}`
  if ((code === 'EACCES' || code === 'EPERM') && path)
    return `this user may not write there${pathText}`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `DATA_DIR is not a folder${pathText}`

  return null
}

/** Refuses a DATA_DIR that is not writable, because the first sale would lose data. */
export async function assertDataDir(dataDir: string): Promise<void> {
  const probeFile = join(dataDir, `.written-at-start-${process.pid}`)
  try {
    await makeFolder(dataDir)
    await writeFile(probeFile, '')
    await rm(probeFile)
  } catch (error) {
    if (systemErrorText(error as NodeJS.ErrnoException)) throw error

    const { code } = error as NodeJS.ErrnoException
    throw new NotAvailable(`DATA_DIR takes no file (${code}): ${dataDir}`)
  }
}

/** Refuses a port that is in use, before anything else starts. Port 0 means any free port. */
export async function assertPortFree({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  if (port === 0) return

  const probeServer = createServer()

  await new Promise<void>((resolve, reject) => {
    probeServer.once('error', (error: NodeJS.ErrnoException) =>
      reject(portError(error, port, host)),
    )
    probeServer.listen(port, host, () => probeServer.close(() => resolve()))
  })
}

/** The operator's text for an error of listen(). Other errors are returned unchanged. */
export function portError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasonByCode: Record<string, string> = {
    EADDRINUSE: `the port ${port} is used by another program; set PORT to another one, or end that program`,
    EACCES: `this user may not listen on the port ${port}; set PORT to one above 1023`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
    ENOTFOUND: `HOST ${host} is no address of this machine`,
  }

  const reasonText = reasonByCode[error.code ?? '']

  return reasonText ? new NotAvailable(reasonText) : error
}

const startingCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '53300'])

/**
 * Waits some seconds for a database that is just starting. Refuses a database that does not answer
 * or rejects the login; the error names the setting.
 */
export async function assertDatabase(
  setting: string,
  url: string,
  seconds: number,
  tell: (text: string) => void,
): Promise<void> {
  const { host, pathname, username } = new URL(url)
  const deadline = Date.now() + seconds * 1000

  for (let isFirstTry = true; ; isFirstTry = false) {
    const probeClient = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    probeClient.on('error', () => {})

    try {
      await probeClient.connect()
      return
    } catch (error) {
      const errorCode = String((error as { code?: string }).code ?? '')

      if (!startingCodes.has(errorCode) || Date.now() > deadline) {
        const { message } = error as Error
        const loginFacts = { host, name: pathname.slice(1), user: username }
        throw new NotAvailable(`${setting}: ${databaseText(errorCode, message, loginFacts)}`)
      }

      if (isFirstTry) tell(`Waiting for the database at ${host} ...`)
      await new Promise((done) => setTimeout(done, 500))
    } finally {
      await probeClient.end().catch(() => {})
    }
  }
}

function databaseText(
  code: string,
  message: string,
  { host, name, user }: { host: string; name: string; user: string },
): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name of ${host} is not known`
  if (code === '28P01') return `the password of ${user} is refused by ${host}`
  if (code === '28000') return `${user} may not connect to ${host}`
  if (code === '3D000') return `there is no database ${name} at ${host}`
  if (code === '42501') return `${user} may not use the database ${name}`
  if (code === '57P03') return `the database at ${host} is still starting`
  if (code === '53300') return `the database at ${host} has no connection left`
  if (code === 'ECONNREFUSED') return `no database answers at ${host}`

  return `the database at ${host} cannot be reached (${code || message})`
}
