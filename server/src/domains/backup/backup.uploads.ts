import { uploadOf } from '@chaveiro/contracts/pictures'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import type pg from 'pg'

import type { ArchiveWriter } from './backup.archive.ts'
import { quoteName } from './backup.database.ts'
import { toFault } from './backup.fault.ts'
import { entryNames, type Table } from './backup.format.ts'

const uploadName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Whether a file may be in an archive: its name must not lead to another folder. */
export const isUploadName = (name: string): boolean => uploadName.test(name)

/**
 * The names of uploaded files. A file that is still being written starts with a dot and is skipped.
 */
export async function uploadsIn(folder: string): Promise<string[]> {
  const folderEntries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw toFault(error)
    },
  )

  return folderEntries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
}

/** Columns that contain URLs of uploads. An older schema may lack some of them. */
const imageColumns: Record<string, string> = {
  'public.categories': 'image',
  'public.products': 'image',
  'public.product_images': 'url',
  'public.order_lines': 'image',
  'public.site_settings': 'values',
}

const uploadAddress = '/uploads/[0-9a-f]{64}(?:\\.f[0-9]{1,3}-[0-9]{1,3})?\\.webp'

/** The uploads that rows of the snapshot refer to, sorted by name. */
export async function namedUploads(client: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const fileNames = new Set<string>()

  for (const { name, columns } of tables) {
    const imageColumn = imageColumns[name]
    if (!imageColumn || !columns.includes(imageColumn)) continue

    const { rows } = await client.query<{ url: string }>(
      `select distinct (regexp_matches(t."${imageColumn}"::text, $1, 'g'))[1] as url
        from ${quoteName(name)} t where t."${imageColumn}"::text like '%/uploads/%'`,
      [`(${uploadAddress})`],
    )

    for (const { url } of rows) {
      const namedUpload = uploadOf(url)
      if (namedUpload) fileNames.add(`${namedUpload.hash}.webp`)
    }
  }

  return [...fileNames].sort()
}

/** Adds an upload; returns its SHA-256, or null when the file was deleted meanwhile. */
export async function addUpload(
  archive: ArchiveWriter,
  name: string,
  path: string,
): Promise<string | null> {
  const fileHandle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw toFault(error)
  })

  if (!fileHandle) return null

  try {
    const { size } = await fileHandle.stat()
    const fileHash = createHash('sha256')
    const fileStream = createReadStream('', {
      fd: fileHandle,
      autoClose: false,
      end: Math.max(size - 1, 0),
    })

    await archive.stream(
      entryNames.upload(name),
      size,
      (async function* () {
        if (size)
          for await (const chunk of fileStream as AsyncIterable<Buffer>) {
            fileHash.update(chunk)
            yield chunk
          }
      })(),
    )

    return fileHash.digest('hex')
  } finally {
    await fileHandle.close()
  }
}
