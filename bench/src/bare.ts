import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'

/** A Fastify in a process of its own that answers given bytes as JSON and does nothing else. */
export async function bareServer(
  bytes: Buffer,
): Promise<{ origin: string; close(): Promise<void> }> {
  const child = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, BARE_BYTES: bytes.toString('base64') },
  })
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

if (process.env.BARE_BYTES && process.send) {
  const bytes = Buffer.from(process.env.BARE_BYTES, 'base64')
  const http = Fastify()
  http.get('/', async (_request, reply) => reply.type('application/json').send(bytes))
  await http.listen({ port: 0, host: '127.0.0.1' })
  process.send((http.server.address() as { port: number }).port)
}
