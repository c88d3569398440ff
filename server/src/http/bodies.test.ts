import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { createHttp } from './server.ts'

// Tests requests that are refused before their body is read: each test sends only headers, which
// announce megabytes.

let testShop: TestShop
let http: FastifyInstance
let port: number

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  http = await createHttp(await testShop.another())
  port = Number(new URL(await http.listen({ port: 0, host: '127.0.0.1' })).port)
})

afterAll(async () => {
  await http?.close()
  await testShop?.close()
})

async function sendHead(head: string): Promise<Socket & { heard(): string }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  socket.on('error', () => {})
  socket.write(`${head}\r\nhost: x\r\n\r\n`)
  onTestFinished(() => void socket.destroy())

  return Object.assign(socket, { heard: () => heard })
}

it('a large body of an unknown caller is refused by its headers, except at signed webhooks [F203]', async () => {
  const calls = http.mounted.filter((call) => /^(?:POST|PUT|PATCH|DELETE) \/api\//.test(call))
  expect(calls.length).toBeGreaterThan(150)
  expect(calls).toContain('POST /api/webhooks/mail')

  // The signature covers the body, so up to 256 kB are read before the caller is known. A limit on
  // all such bodies together protects memory.
  const signed = [
    'POST /api/webhooks/stripe',
    'POST /api/webhooks/pix',
    'POST /api/webhooks/pix/pix',
  ]

  const limitedCalls = calls.filter((call) => !signed.includes(call))

  const answers = await Promise.all(
    limitedCalls.map(async (call) => {
      const [method, path] = call.split(' ') as [string, string]
      const url = path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
      const type = 'content-type: application/json'
      const socket = await sendHead(
        `${method} ${url} HTTP/1.1\r\n${type}\r\ncontent-length: 262000`,
      )

      return { call, socket }
    }),
  )

  const silent = () =>
    answers
      .filter(({ socket }) => !/^HTTP\/1\.1 4\d\d /.test(socket.heard()))
      .map(({ call, socket }) => `${call} ${socket.heard().slice(0, 80)}`)

  await expect.poll(silent, { timeout: 10_000 }).toEqual([])
})

it('a hundred bodies of unknown webhooks use 16 MB at most; the rest get a retry time [F203]', async () => {
  const head = 'POST /api/webhooks/pix HTTP/1.1\r\ncontent-type: application/json\r\n'
  const sockets: Awaited<ReturnType<typeof sendHead>>[] = []
  for (let i = 0; i < 100; i++) sockets.push(await sendHead(`${head}content-length: 262000`))
  const refused = () => sockets.filter((one) => one.heard().includes('HTTP/1.1 429 '))
  await expect.poll(() => refused().length).toBe(100 - 64)
  expect(refused()[0]!.heard()).toMatch(/retry-after: 5\r\n/i)
  for (const socket of sockets) socket.destroy()

  // Closing the connections frees the bytes that they reserved.
  await expect
    .poll(async () => {
      const next = await sendHead(`${head}content-length: 262000`)
      await new Promise((done) => setTimeout(done, 100))

      return next.heard()
    })
    .toBe('')
})

it('a thousand silent connections do not slow down a request [F203]', async () => {
  const quiet = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => quiet.forEach((one) => one.destroy()))
  await Promise.all(quiet.map((one) => once(one, 'connect')))
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/server/public/site-settings`)
  expect(answer.status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(2_000)
})
