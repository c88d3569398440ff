import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { makeFolder } from '../../platform/config/make-folder.ts'
import { newToken } from '../../platform/secrets/ids.ts'
import type { BackupStore } from '../../ports/backups.ts'

/**
 * Archives in a folder of this machine. Each archive is written under a temporary name, flushed and
 * renamed, so that even after a crash the folder holds only whole archives. The first write a day
 * later removes the remains of a killed run.
 */
export const folderStore = (folder: string): BackupStore => ({
  place: folder,

  async write(name, bytes) {
    await makeFolder(folder, 0o700).catch(({ code }: NodeJS.ErrnoException) => {
      throw new Error(`${folder} cannot be made (${code})`)
    })
    await dropOldParts(folder).catch(() => {})
    const partPath = join(folder, `.${name}.${newToken().slice(0, 8)}.part`)

    try {
      await pipeline(bytes, createWriteStream(partPath, { mode: 0o600, flush: true }))
      const { size } = await stat(partPath)
      await publishFile(partPath, join(folder, name))
      await flushFolder(folder)

      return size
    } catch (error) {
      await rm(partPath, { force: true })
      throw error
    }
  },

  read: (name) => createReadStream(join(folder, name), { highWaterMark: 256 * 1024 }),
  names: () => readdir(folder),
  remove: (name) => rm(join(folder, name), { force: true }),
})

const millisecondsOfDay = 86_400_000
const partName = /^\.chaveiro-\d{8}-\d{6}\.tar\.zst(\.age)?\.[^.]+\.part$/

/** A killed run leaves a hidden part that takes disk space. */
async function dropOldParts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((fileName) => partName.test(fileName))) {
    const partPath = join(folder, name)
    if ((await stat(partPath)).mtimeMs < Date.now() - millisecondsOfDay)
      await rm(partPath, { force: true })
  }
}

/**
 * Gives a file its final name without replacing an existing one: a link fails where the name is
 * taken. File systems without links have to rename.
 */
async function publishFile(file: string, name: string): Promise<void> {
  try {
    await link(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Error(`${name} is there already: run the command again`)
    return rename(file, name)
  }
  await rm(file)
}

/** A rename is durable once its folder is flushed. */
async function flushFolder(folder: string): Promise<void> {
  const folderHandle = await open(folder)
  try {
    await folderHandle.sync()
  } finally {
    await folderHandle.close()
  }
}
