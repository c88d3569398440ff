import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents, or keeps an existing folder. Throws the system's error. mkdir's
 * recursive option never returns below a folder that accepts no entries (/proc).
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const mkdirError = await mkdir(path, { mode }).then(
    () => null,
    (failure: NodeJS.ErrnoException) => failure,
  )

  if (!mkdirError || (mkdirError.code === 'EEXIST' && (await stat(path)).isDirectory())) return

  const parentFolder = dirname(path)

  const hasParent = await stat(parentFolder).then(
    () => true,
    () => false,
  )

  if (mkdirError.code !== 'ENOENT' || hasParent || parentFolder === path) throw mkdirError

  await makeFolder(parentFolder, mode)
  await mkdir(path, { mode })
}
