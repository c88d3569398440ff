import Fastify from 'fastify'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a Fastify in a separate process, which only answers the given bytes as JSON. */
export async function bareServer(
  bytes: Buffer,
): Promise<{ origin: string; close(): Promise<void> }> {
  const child = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, BARE_SERVER: '1' },
    serialization: 'advanced',
  })

  // Sent as a message, because an environment variable has no room for a whole page.
  child.send(bytes)
  const port = await new Promise<number>((done) =>
    child.once('message', (message) => done(message as number)),
  )

  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        child.once('exit', () => done())
        child.kill()
      }),
  }
}

if (process.env.BARE_SERVER && process.send) {
  const [bytes] = (await once(process, 'message')) as [Uint8Array]
  const body = Buffer.from(bytes)
  const http = Fastify()
  http.get('/', async (_request, reply) => reply.type('application/json').send(body))
  await http.listen({ port: 0, host: '127.0.0.1' })
  process.send((http.server.address() as { port: number }).port)
}
