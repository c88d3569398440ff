import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Make a folder with those above it; one that is there is left as it is. Throws the system's error.
 * mkdir's own recursive form tries for ever where a folder that is there takes none (/proc).
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const error = await mkdir(path, { mode }).then(
    () => null,
    (failure: NodeJS.ErrnoException) => failure,
  )

  if (!error || (error.code === 'EEXIST' && (await stat(path)).isDirectory())) return

  const above = dirname(path)

  const isAbove = await stat(above).then(
    () => true,
    () => false,
  )

  if (error.code !== 'ENOENT' || isAbove || above === path) throw error

  await makeFolder(above, mode)
  await mkdir(path, { mode })
}
