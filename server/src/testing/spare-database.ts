import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** An empty database whose owner is not a superuser, as at most database providers. */
export async function spareDatabase(server = process.env.TEST_DATABASE_URL!): Promise<{
  url: string
  ask<R extends pg.QueryResultRow>(text: string): Promise<R[]>
  drop(): Promise<void>
}> {
  const name = `spare_${randomBytes(5).toString('hex')}`
  const admin = new pg.Client({ connectionString: server.replace(/\/[^/]*$/, '/postgres') })
  await admin.connect()
  await admin.query(`create role ${name} login password '${name}'`)
  await admin.query(`create database ${name} owner ${name}`)
  const url = new URL(server)
  Object.assign(url, { username: name, password: name, pathname: `/${name}` })

  return {
    url: url.href,

    async ask<R extends pg.QueryResultRow>(text: string) {
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()

      try {
        return (await client.query<R>(text)).rows
      } finally {
        await client.end()
      }
    },

    async drop() {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.query(`drop role ${name}`)
      await admin.end()
    },
  }
}
