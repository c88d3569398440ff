import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { newToken } from '../../platform/secrets/ids.ts'
import { BackupFault } from './backup.fault.ts'
import type { Manifest, Secrets } from './backup.format.ts'
import { uploadsIn } from './backup.uploads.ts'

/**
 * The two folders that a restore fills. Each is written under a temporary name and renamed at the
 * end. A mark file in each contains the id of the run, so that the next restore can remove the
 * folders of a killed one.
 */
export class Folders {
  /** The id of this run; the mark in the database has it too. */
  readonly run = newToken().slice(0, 16)
  readonly #uploads: string
  readonly #settings: string

  constructor(dataDir: string) {
    this.#uploads = join(dataDir, 'uploads')
    this.#settings = join(dataDir, 'restored-settings')
  }

  /** Removes the folders that an earlier run created; all other folders stay. */
  async dropOf(run: string | null): Promise<void> {
    if (!run) return
    for (const folder of [this.#uploads, this.#settings])
      if (await fileExists(join(folder, markFileName(run)))) await rm(folder, { recursive: true })
  }

  /** Throws when uploads or settings already exist. */
  async refuseOthers({ withSecrets }: Manifest): Promise<void> {
    if ((await uploadsIn(this.#uploads)).length)
      throw new BackupFault(
        `there are uploads in ${this.#uploads} already; restore into an empty folder`,
      )

    if (withSecrets && (await readNames(this.#settings)).length)
      throw new BackupFault(`there are settings in ${this.#settings} already; move them away`)
  }

  /** Creates the temporary folder of uploads. */
  async begin(): Promise<string> {
    await this.giveUp()
    const partFolder = partFolderOf(this.#uploads)
    await mkdir(partFolder, { recursive: true })
    await writeFile(join(partFolder, markFileName(this.run)), '')

    return partFolder
  }

  /**
   * Moves the uploads into place, and the settings as files for SECRETS_DIR; returns the folder of
   * the settings.
   */
  async finish(secrets: Secrets | null): Promise<string | null> {
    const partFolder = partFolderOf(this.#settings)

    if (secrets) {
      await mkdir(partFolder, { mode: 0o700 })
      await chmod(partFolder, 0o700)
      await writeFile(join(partFolder, markFileName(this.run)), '')
      for (const [name, value] of Object.entries(secrets))
        await writeFile(join(partFolder, name), value, { mode: 0o600 })
    }

    await rm(this.#uploads, { recursive: true, force: true })
    await rename(partFolderOf(this.#uploads), this.#uploads)
    if (!secrets) return null

    await rename(partFolder, this.#settings)

    return this.#settings
  }

  /** Removes the mark files of a finished run; the folders stay. */
  async unmark(): Promise<void> {
    for (const folder of [this.#uploads, this.#settings])
      await rm(join(folder, markFileName(this.run)), { force: true }).catch(() => {})
  }

  /** Removes the temporary folders of this run or of a killed one. */
  async giveUp(): Promise<void> {
    for (const folder of [this.#uploads, this.#settings])
      await rm(partFolderOf(folder), { recursive: true, force: true })
  }
}

const partFolderOf = (folder: string): string => `${folder}.restoring`
const markFileName = (run: string): string => `.restored-by-${run}`

const readNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const fileExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
