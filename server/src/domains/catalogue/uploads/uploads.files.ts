import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { App } from '../../../platform/app.ts'
import { newToken } from '../../../platform/secrets/ids.ts'

const uploadFolder = (app: App): string => join(app.config.dataDir, 'uploads')

/** A stored file; null when it does not exist. The caller must have created or checked the name. */
export const readUpload = (app: App, name: string): Promise<Buffer | null> =>
  readFile(join(uploadFolder(app), name)).catch(() => null)

/** The names of all stored files. */
export const uploadNames = async (app: App): Promise<Set<string>> =>
  new Set(await readdir(uploadFolder(app)).catch(() => []))

/**
 * Store a file under a temporary name and rename it, so that no reader or other process sees an
 * incomplete picture.
 */
export async function storeFile(app: App, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(uploadFolder(app), { recursive: true })
  const temporaryPath = join(uploadFolder(app), `.${newToken()}`)
  await writeFile(temporaryPath, bytes)
  await rename(temporaryPath, join(uploadFolder(app), name))
}
