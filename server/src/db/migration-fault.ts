/** A migration that failed, told to who has to decide what to do now. */
export class MigrationFault extends Error {
  constructor({ name, outside }: { name: string; outside: boolean }, cause: Error) {
    const left = outside
      ? 'it goes on where it stopped at the next start'
      : 'the database is as it was before it'

    super(
      `the migration ${name} failed (${cause.message}): ${left}, and a version that runs goes on. ` +
        'Start the version of before again, and send this line to who made this one',
      { cause },
    )
  }
}
