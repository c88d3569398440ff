// While a shop is brought to a new version, copies of the version before it sell on the new schema
// (decision 0010). What would fail them, or keep their statements waiting, is a breach.

/** The parts of a pattern, which is longer than a line may be, as one. */
const joined = (...parts: RegExp[]) => new RegExp(parts.map((part) => part.source).join(''))

const demandsWithoutDefault = joined(
  /^alter table .*\badd (column )?(?!constraint\b)\S+ [^,]*\bnot null\b/,
  /(?![^,]*\bdefault\b)(?<!default[^,]*not null)/,
)

const buildsUnderLock = joined(
  /^create (unique )?index (?!concurrently\b)|/,
  /^alter table .*\badd (constraint \S+ )?(unique|primary key)\b(?!.*\busing index\b)/,
)

const rules: [breach: string, pattern: RegExp][] = [
  ['takes a table away', /^drop table\b/],
  ['takes a column away', /^alter table .*\bdrop column\b/],
  ['renames what is read', /^alter (table|view|index|type) .*\brename\b/],
  ['changes the type of a column', /^alter table .*\balter (column )?\S+ (set data )?type\b/],
  ['demands a value of a column', /^alter table .*\bset not null\b/],
  ['adds a column that demands a value and has none', demandsWithoutDefault],
  [
    'checks all rows under a lock: add it not valid, validate it in a later statement',
    /^alter table .*\badd constraint \S+ (check|foreign key)\b(?!.*\bnot valid\b)/,
  ],
  ['builds an index under a lock: create it concurrently, outside a transaction', buildsUnderLock],
  [
    'waits for everybody to take an index away: drop it concurrently, outside a transaction',
    /^drop index (?!concurrently\b)/,
  ],
]

const aboutTable = [
  /^alter table (?:if exists )?(?:only )?"?([\w.]+)/,
  /^drop table (?:if exists )?"?([\w.]+)/,
  /^create (?:unique )?index .*? on (?:only )?"?([\w.]+)/,
]

/** The table that a statement is about; an empty name for a statement about none. */
const tableOf = (statement: string) =>
  aboutTable.flatMap((pattern) => pattern.exec(statement)?.[1] ?? [])[0] ?? ''

/** The statements of a migration, comments taken out, in lower case on one line each. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/--.*$/gm, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean)

/**
 * The names under which a table by partitions takes the place of one that becomes its first
 * partition: in the same migration, so in one transaction, it is made like that one and takes it
 * in. Whoever reads and writes the name finds the same columns and all rows (decision 0011).
 */
const swapsOf = (statements: readonly string[]): string[] =>
  statements.flatMap((one) => {
    const [, from, to] = /^alter table "?([\w.]+)"? rename to "?([\w.]+)"?$/.exec(one) ?? []
    const isMade = statements.some((other) =>
      other.startsWith(`create table ${from} (like ${to} including defaults) partition by `),
    )
    const isTakenIn = statements.some((other) =>
      other.includes(`alter table ${from} attach partition ${to} `),
    )

    return from && to && isMade && isTakenIn ? [from] : []
  })

const renamedIn = (statements: readonly string[]): string[] =>
  statements.flatMap((one) => /^alter table "?([\w.]+)"? rename to /.exec(one)?.[1] ?? [])

/**
 * What of a migration copies of the version before it would notice, a line each. A table that it
 * makes itself is known to nobody else, unless another had its name. A contraction says so in a
 * line of its own, `-- contract:` and why nobody needs the old any more.
 */
export function breachesOf(sql: string): string[] {
  if (contractionOf(sql)) return []

  const statements = statementsOf(sql)
  const made = new Set(
    statements.flatMap((one) => /^create table (?:if not exists )?"?([\w.]+)/.exec(one)?.[1] ?? []),
  )
  const swapped = swapsOf(statements)
  for (const name of renamedIn(statements)) if (!swapped.includes(name)) made.delete(name)

  return statements
    .filter((one) => !made.has(tableOf(one)))
    .flatMap((one) =>
      rules
        .filter(([, pattern]) => pattern.test(one))
        .map(([breach]) => `${breach}: ${one.slice(0, 80)}`),
    )
}

/** Why a migration may take away what older versions use; null for one that only adds. */
export const contractionOf = (sql: string): string | null =>
  /^-- contract: (.+)$/m.exec(sql)?.[1] ?? null
