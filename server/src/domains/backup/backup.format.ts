import { z } from 'zod'

// The format of an archive: a tar, compressed by Zstandard and encrypted by age. The first entry,
// manifest.json, describes the archive. The last entry, sums.json, lists the expected content; an
// archive without it is truncated.

/** Version of the format. A program reads this version and older ones. */
export const formatVersion = 1

export const entryNames = {
  manifest: 'manifest.json',
  secrets: 'secrets.json',
  sums: 'sums.json',
  /** A table is split into parts, since a tar needs the length of an entry before its bytes. */
  part: (table: string, place: number) => `tables/${table}/${String(place).padStart(6, '0')}`,
  upload: (name: string) => `uploads/${name}`,
}

// A foreign table may have any name. A restore uses a name in a statement only if the schema of the
// shop has that name.
const tableShape = z.object({
  /** Schema and name, e.g. public.orders. */
  name: z.string(),
  /** In the order of the fields in a row; generated columns are left out. */
  columns: z.array(z.string()),
})

export type Table = z.infer<typeof tableShape>

const sequence = z.object({
  name: z.string(),
  /** The last number that the sequence returned; null before the first one. */
  last: z.string().regex(/^\d+$/).nullable(),
})

export type Sequence = z.infer<typeof sequence>

/** The manifest: what an archive contains, and from when. */
export const manifestShape = z.object({
  format: z.int().positive(),
  /** Version of the shop that made the archive. */
  version: z.string(),
  /** The time of the database snapshot. */
  takenAt: z.iso.datetime(),
  /** Version of PostgreSQL that the rows were read from, such as 18.4. */
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** The newest migration of the queue's tables. */
  queue: z.int(),
  tables: z.array(tableShape),
  sequences: z.array(sequence),
  /** Ids of the keys in VAULT_KEYS that encrypted values of this backup need. */
  vaultKeys: z.array(z.int()),
  withSecrets: z.boolean(),
})

export type Manifest = z.infer<typeof manifestShape>

/** The number of rows of a table, and a checksum over the rows that ignores their order. */
const tallyShape = z.object({ rows: z.int(), sum: z.string() })
export type Tally = z.infer<typeof tallyShape>

export const sumsShape = z.object({
  tables: z.record(z.string(), tallyShape),
  /** SHA-256 of each upload, by file name. */
  uploads: z.record(z.string(), z.string()),
})

export type Sums = z.infer<typeof sumsShape>

/** Environment variables, such as encryption keys, which no database contains. */
export const secretsShape = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string())
export type Secrets = z.infer<typeof secretsShape>

const archivePattern = /^chaveiro-(\d{8})-(\d{6})\.tar\.zst(\.age)?$/

/** The file name of an archive by its time (UTC), such as chaveiro-20261124-030000.tar.zst.age. */
export function archiveName(at: Date, sealed: boolean): string {
  const timeDigits = at.toISOString().replaceAll(/[-:]/g, '')
  return `chaveiro-${timeDigits.slice(0, 8)}-${timeDigits.slice(9, 15)}.tar.zst${sealed ? '.age' : ''}`
}

/** Whether a file name is that of an archive. */
export const isArchiveName = (name: string): boolean => archivePattern.test(name)
