import { z } from 'zod'

// The format of an archive: a tar, compressed by Zstandard and encrypted by age. Its first entry
// describes it (manifest.json). Its last entry lists the expected content (sums.json); without it
// the archive was cut.

/** Version of the format; a program reads versions up to its own. */
export const formatVersion = 1

export const entryNames = {
  manifest: 'manifest.json',
  secrets: 'secrets.json',
  sums: 'sums.json',
  /** A table has several parts, since a tar needs the length of an entry before its bytes. */
  part: (table: string, place: number) => `tables/${table}/${String(place).padStart(6, '0')}`,
  upload: (name: string) => `uploads/${name}`,
}

// Names may be anything that somebody used in their database. A restore only uses names in
// statements that its own schema has.
const tableShape = z.object({
  /** Schema and name, e.g. public.orders. */
  name: z.string(),
  /** In the order of the rows' fields; generated columns are left out. */
  columns: z.array(z.string()),
})

export type Table = z.infer<typeof tableShape>

const sequence = z.object({
  name: z.string(),
  /** The last number given; null before the first. */
  last: z.string().regex(/^\d+$/).nullable(),
})

export type Sequence = z.infer<typeof sequence>

/** Content and time of an archive. */
export const manifestShape = z.object({
  format: z.int().positive(),
  /** Version of the shop that made it. */
  version: z.string(),
  /** The moment of the snapshot. */
  takenAt: z.iso.datetime(),
  /** Version of the PostgreSQL it was read from, such as 18.4. */
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** The newest migration of the queue's own tables. */
  queue: z.int(),
  tables: z.array(tableShape),
  sequences: z.array(sequence),
  /** Ids of VAULT_KEYS that open its sealed values. */
  vaultKeys: z.array(z.int()),
  withSecrets: z.boolean(),
})

export type Manifest = z.infer<typeof manifestShape>

/** The number of a table's rows, and a sum over them that ignores their order. */
const tallyShape = z.object({ rows: z.int(), sum: z.string() })
export type Tally = z.infer<typeof tallyShape>

export const sumsShape = z.object({
  tables: z.record(z.string(), tallyShape),
  /** SHA-256 of each upload, by name. */
  uploads: z.record(z.string(), z.string()),
})

export type Sums = z.infer<typeof sumsShape>

/** Settings of the environment that no database holds. */
export const secretsShape = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string())
export type Secrets = z.infer<typeof secretsShape>

const archivePattern = /^chaveiro-(\d{8})-(\d{6})\.tar\.zst(\.age)?$/

/** The name of an archive by its time (UTC), such as chaveiro-20261124-030000.tar.zst.age. */
export function archiveName(at: Date, sealed: boolean): string {
  const timeDigits = at.toISOString().replaceAll(/[-:]/g, '')
  return `chaveiro-${timeDigits.slice(0, 8)}-${timeDigits.slice(9, 15)}.tar.zst${sealed ? '.age' : ''}`
}

/** Whether a file has the name of an archive. */
export const isArchiveName = (name: string): boolean => archivePattern.test(name)
