/**
 * A failed migration. The message says in which state the database is, and what the operator can
 * do.
 */
export class MigrationFault extends Error {
  constructor({ name, outside }: { name: string; outside: boolean }, cause: Error) {
    const consequence = outside
      ? 'it goes on where it stopped at the next start'
      : 'the database is unchanged'

    super(
      `the migration ${name} failed (${cause.message}): ${consequence}, and a running shop goes on. ` +
        'Start the previous version again, and report this line to the makers of the new one',
      { cause },
    )
  }
}
