import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { makeFolder } from '../../platform/config/make-folder.ts'
import { newToken } from '../../platform/secrets/ids.ts'
import type { BackupStore } from '../../ports/backups.ts'

/**
 * Archives in a folder of this machine. Each is written beside its name, brought to the disk and
 * renamed: whoever reads the folder, also after a crash, finds whole ones only. What a killed run
 * left is taken away by the first write a day later.
 */
export const folderStore = (folder: string): BackupStore => ({
  place: folder,

  async write(name, bytes) {
    await makeFolder(folder, 0o700).catch(({ code }: NodeJS.ErrnoException) => {
      throw new Error(`${folder} cannot be made (${code})`)
    })
    await dropOldParts(folder).catch(() => {})
    const beside = join(folder, `.${name}.${newToken().slice(0, 8)}.part`)

    try {
      await pipeline(bytes, createWriteStream(beside, { mode: 0o600, flush: true }))
      const { size } = await stat(beside)
      await give(beside, join(folder, name))
      await settle(folder)

      return size
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  },

  read: (name) => createReadStream(join(folder, name), { highWaterMark: 256 * 1024 }),
  names: () => readdir(folder),
  remove: (name) => rm(join(folder, name), { force: true }),
})

const dayMs = 86_400_000
const part = /^\.chaveiro-\d{8}-\d{6}\.tar\.zst(\.age)?\.[^.]+\.part$/

/** What a run that was killed had written so far lies there unseen, and takes room. */
async function dropOldParts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => part.test(one))) {
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs < Date.now() - dayMs) await rm(path, { force: true })
  }
}

/**
 * Give a file its name. Another one of that name stays: a link, unlike a new name, takes the place of
 * nothing; where a file system has no links, a new name has to do.
 */
async function give(file: string, name: string): Promise<void> {
  try {
    await link(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Error(`${name} is there already: run the command again`)
    return rename(file, name)
  }
  await rm(file)
}

/** A new name is on the disk once its folder is. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
