import { z } from 'zod'

// What an archive is: a tar, packed by Zstandard and sealed by age. Its first entry says what it
// is (manifest.json), its last one what has to have come (sums.json): without that one it was cut.

/** The form of an archive; a program reads those up to its own. */
export const formatVersion = 1

export const entryNames = {
  manifest: 'manifest.json',
  secrets: 'secrets.json',
  sums: 'sums.json',
  /** A table comes in parts, since a tar wants the length of an entry before its bytes. */
  part: (table: string, place: number) => `tables/${table}/${String(place).padStart(6, '0')}`,
  upload: (name: string) => `uploads/${name}`,
}

// Names are whatever somebody gave in his database. A restore writes none of them into a statement
// but those that the schema has, which it made itself.
const table = z.object({
  /** Schema and name, e.g. public.orders. */
  name: z.string(),
  /** In the order in which the rows hold them; columns that are computed are not among them. */
  columns: z.array(z.string()),
})

export type Table = z.infer<typeof table>

const sequence = z.object({
  name: z.string(),
  /** The number that was given last; null for one that gave none yet. */
  last: z.string().regex(/^\d+$/).nullable(),
})

export type Sequence = z.infer<typeof sequence>

/** What an archive holds and of when. */
export const manifestShape = z.object({
  format: z.int().positive(),
  /** Of the shop that made it. */
  version: z.string(),
  /** The moment whose rows it holds. */
  takenAt: z.iso.datetime(),
  /** Of the PostgreSQL it was taken from, e.g. 18.4. */
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** The newest step of the queue's own tables. */
  queue: z.int(),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** The numbers of VAULT_KEYS that open what is sealed in it. */
  vaultKeys: z.array(z.int()),
  withSecrets: z.boolean(),
})

export type Manifest = z.infer<typeof manifestShape>

/** How many rows a table has, and a sum over them that does not go by their order. */
const tallyShape = z.object({ rows: z.int(), sum: z.string() })
export type Tally = z.infer<typeof tallyShape>

export const sumsShape = z.object({
  tables: z.record(z.string(), tallyShape),
  /** The SHA-256 of each upload, by its name. */
  uploads: z.record(z.string(), z.string()),
})

export type Sums = z.infer<typeof sumsShape>

/** What the environment says and no database holds. */
export const secretsShape = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string())
export type Secrets = z.infer<typeof secretsShape>

const pattern = /^chaveiro-(\d{8})-(\d{6})\.tar\.zst(\.age)?$/

/** The name of an archive by its moment (UTC), e.g. chaveiro-20261124-030000.tar.zst.age. */
export function archiveName(at: Date, sealed: boolean): string {
  const digits = at.toISOString().replaceAll(/[-:]/g, '')
  return `chaveiro-${digits.slice(0, 8)}-${digits.slice(9, 15)}.tar.zst${sealed ? '.age' : ''}`
}

/** Whether a file is an archive that the shop named. */
export const isArchive = (name: string): boolean => pattern.test(name)
