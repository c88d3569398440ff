// Finds breaches of decision 0010 in migrations: during an upgrade, processes of the previous
// version sell on the new schema. A breach is a change that breaks or blocks their statements.

/** Joins the parts of a pattern that is too long for a line. */
const joinedPattern = (...parts: RegExp[]) => new RegExp(parts.map((part) => part.source).join(''))

const demandsWithoutDefault = joinedPattern(
  /^alter table .*\badd (column )?(?!constraint\b)\S+ [^,]*\bnot null\b/,
  /(?![^,]*\bdefault\b)(?<!default[^,]*not null)/,
)

const buildsUnderLock = joinedPattern(
  /^create (unique )?index (?!concurrently\b)|/,
  /^alter table .*\badd (constraint \S+ )?(unique|primary key)\b(?!.*\busing index\b)/,
)

const rules: [breach: string, pattern: RegExp][] = [
  ['takes a table away', /^drop table\b/],
  ['takes a column away', /^alter table .*\bdrop column\b/],
  ['renames what is read', /^alter (table|view|index|type) .*\brename\b/],
  ['changes a column’s type', /^alter table .*\balter (column )?\S+ (set data )?type\b/],
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

/** The table that a statement changes; an empty string if there is none. */
const tableOf = (statement: string) =>
  aboutTable.flatMap((pattern) => pattern.exec(statement)?.[1] ?? [])[0] ?? ''

/** The statements of a migration without comments, in lower case, one line each. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/--.*$/gm, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean)

/**
 * Tables that a migration replaces by a partitioned table with the same name and columns. The old
 * table becomes the first partition in that transaction, so that older processes notice nothing
 * (decision 0011).
 */
const swapsOf = (statements: readonly string[]): string[] =>
  statements.flatMap((statement) => {
    const [, from, to] = /^alter table "?([\w.]+)"? rename to "?([\w.]+)"?$/.exec(statement) ?? []
    const isMade = statements.some((other) =>
      other.startsWith(`create table ${from} (like ${to} including defaults) partition by `),
    )
    const isTakenIn = statements.some((other) =>
      other.includes(`alter table ${from} attach partition ${to} `),
    )

    return from && to && isMade && isTakenIn ? [from] : []
  })

const renamedIn = (statements: readonly string[]): string[] =>
  statements.flatMap(
    (statement) => /^alter table "?([\w.]+)"? rename to /.exec(statement)?.[1] ?? [],
  )

/**
 * The breaches of a migration, one line each. A migration may change tables that it creates, since
 * older processes do not use them, unless an earlier table had the same name. The line `--
 * contract: reason` allows a contraction.
 */
export function breachesOf(sql: string): string[] {
  if (contractionOf(sql)) return []

  const statements = statementsOf(sql)
  const createdTables = new Set(
    statements.flatMap(
      (statement) => /^create table (?:if not exists )?"?([\w.]+)/.exec(statement)?.[1] ?? [],
    ),
  )
  const swappedTables = swapsOf(statements)
  for (const name of renamedIn(statements))
    if (!swappedTables.includes(name)) createdTables.delete(name)

  return statements
    .filter((statement) => !createdTables.has(tableOf(statement)))
    .flatMap((statement) =>
      rules
        .filter(([, pattern]) => pattern.test(statement))
        .map(([breach]) => `${breach}: ${statement.slice(0, 80)}`),
    )
}

/**
 * The reason why a migration may remove parts that older versions use; null if the migration has no
 * such line.
 */
export const contractionOf = (sql: string): string | null =>
  /^-- contract: (.+)$/m.exec(sql)?.[1] ?? null
