import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'

import { openCertificates } from '../../../sandbox/src/core/certificates.ts'
import { testFolder } from '../testing/database.ts'
import { shopPort } from '../testing/shop-process.ts'
import { checkAddress } from './doctor-address.ts'

// Tests findings of the doctor about PUBLIC_URL.

async function portOf(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())

  return (server.address() as AddressInfo).port
}

const answering =
  (status: number) => (_: unknown, reply: { writeHead(n: number): { end(): void } }) =>
    reply.writeHead(status).end()

it('an untrusted certificate is reported as such, and not as a shop that does not answer', async () => {
  const { serverCert, serverKey } = await openCertificates(testFolder('address'))
  const port = await portOf(createServer({ cert: serverCert, key: serverKey }, answering(200)))
  const silentPort = await shopPort()

  expect(await checkAddress({ publicUrl: `https://localhost:${port}` })).toEqual([
    {
      about: 'address',
      state: 'broken',
      seen: expect.stringMatching(
        /^the certificate of https:\/\/localhost:\d+ is not trusted here \(\w*(?:CERT|SIGNATURE)\w*\)$/,
      ),
      todo: 'look at the log of the proxy: the certificate ended, or its name or issuer is wrong',
    },
  ])

  expect(await checkAddress({ publicUrl: `https://localhost:${silentPort}` })).toEqual([
    {
      about: 'address',
      state: 'look',
      seen: `https://localhost:${silentPort} does not answer`,
      todo: 'start the shop, look at the proxy and TLS',
    },
  ])
})

it('http:// is reported for an address that others use, and not for localhost', async () => {
  const port = await portOf(createHttp(answering(200)) as never)
  const failingPort = await portOf(createHttp(answering(502)) as never)
  expect(await checkAddress({ publicUrl: `http://localhost:${port}` })).toEqual([
    { about: 'address', state: 'ok', seen: `http://localhost:${port} answers` },
  ])
  expect(await checkAddress({ publicUrl: `http://localhost:${failingPort}` })).toMatchObject([
    { state: 'look', seen: `http://localhost:${failingPort} answers 502` },
  ])
  // http is safe only at a name of this machine, such as localhost. 0.0.0.0 is not such a name,
  // although it connects.
  const [, unsafeFinding] = await checkAddress({ publicUrl: `http://0.0.0.0:${port}` })

  expect(unsafeFinding).toEqual({
    about: 'address',
    state: 'look',
    seen: `http://0.0.0.0:${port} is not https: passwords and keys travel in clear, browsers warn of it`,
    todo: 'put a proxy with a certificate in front, and https:// into PUBLIC_URL',
  })
})
