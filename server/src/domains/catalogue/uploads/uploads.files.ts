import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { App } from '../../../platform/app.ts'
import { newToken } from '../../../platform/secrets/ids.ts'

const folder = (app: App): string => join(app.config.dataDir, 'uploads')

/** A kept file; null when there is none. The name is one that the caller made or judged. */
export const readKept = (app: App, name: string): Promise<Buffer | null> =>
  readFile(join(folder(app), name)).catch(() => null)

/** The names of all kept files. */
export const keptNames = async (app: App): Promise<Set<string>> =>
  new Set(await readdir(folder(app)).catch(() => []))

/**
 * Keep a file. Written to a temporary one and renamed: no reader, and no other process of the shop,
 * ever sees half a picture.
 */
export async function keepFile(app: App, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder(app), { recursive: true })
  const beside = join(folder(app), `.${newToken()}`)
  await writeFile(beside, bytes)
  await rename(beside, join(folder(app), name))
}
