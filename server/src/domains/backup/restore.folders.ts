import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { newToken } from '../../platform/secrets/ids.ts'
import { BackupFault } from './backup.fault.ts'
import type { Manifest, Secrets } from './backup.format.ts'
import { uploadsIn } from './backup.uploads.ts'

/**
 * The two folders that a restore fills. Each is written beside its name and renamed at the end, with
 * a file in it that names the run: so what a killed run left is known from what was there before.
 */
export class Folders {
  /** The name of this run, which its mark in the database has too. */
  readonly run = newToken().slice(0, 16)
  readonly #uploads: string
  readonly #settings: string

  constructor(dataDir: string) {
    this.#uploads = join(dataDir, 'uploads')
    this.#settings = join(dataDir, 'restored-settings')
  }

  /** Take away what a run put there; a folder that is of no run stays. */
  async dropOf(run: string | null): Promise<void> {
    if (!run) return
    for (const folder of [this.#uploads, this.#settings])
      if (await isThere(join(folder, markOf(run)))) await rm(folder, { recursive: true })
  }

  /** Throws where uploads or settings are that a restore would stand beside. */
  async refuseOthers({ withSecrets }: Manifest): Promise<void> {
    if ((await uploadsIn(this.#uploads)).length)
      throw new BackupFault(
        `there are uploads in ${this.#uploads} already; restore into an empty folder`,
      )

    if (withSecrets && (await namesIn(this.#settings)).length)
      throw new BackupFault(`there are settings in ${this.#settings} already; move them away`)
  }

  /** Where uploads go until all is there. */
  async begin(): Promise<string> {
    await this.giveUp()
    const beside = beforeEnd(this.#uploads)
    await mkdir(beside, { recursive: true })
    await writeFile(join(beside, markOf(this.run)), '')

    return beside
  }

  /**
   * Put the uploads, and the settings as files that SECRETS_DIR takes, where they belong; answers
   * the folder of the settings.
   */
  async finish(secrets: Secrets | null): Promise<string | null> {
    const beside = beforeEnd(this.#settings)

    if (secrets) {
      await mkdir(beside, { mode: 0o700 })
      await chmod(beside, 0o700)
      await writeFile(join(beside, markOf(this.run)), '')
      for (const [name, value] of Object.entries(secrets))
        await writeFile(join(beside, name), value, { mode: 0o600 })
    }

    await rm(this.#uploads, { recursive: true, force: true })
    await rename(beforeEnd(this.#uploads), this.#uploads)
    if (!secrets) return null

    await rename(beside, this.#settings)

    return this.#settings
  }

  /** The run is over and what it put there stays. */
  async unmark(): Promise<void> {
    for (const folder of [this.#uploads, this.#settings])
      await rm(join(folder, markOf(this.run)), { force: true }).catch(() => {})
  }

  /** Take away what was not put in its place, of this run or of one that was killed. */
  async giveUp(): Promise<void> {
    for (const folder of [this.#uploads, this.#settings])
      await rm(beforeEnd(folder), { recursive: true, force: true })
  }
}

const beforeEnd = (folder: string): string => `${folder}.restoring`
const markOf = (run: string): string => `.restored-by-${run}`

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
