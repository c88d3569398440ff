import { startSandbox } from '@chaveiro/sandbox'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { newSecretId } from '../platform/secrets/ids.ts'
import type {
  ChargeIdentity,
  ChargeRequest,
  ChargeResult,
  WebhookInput,
} from '../ports/payments.ts'

export type TestSandbox = {
  env: Record<string, string>
  /** A control call of the sandbox (Q106); throws unless it is answered with 2xx. */
  control(method: string, path: string, body?: unknown): Promise<any>
  close(): Promise<void>
}

/** Starts a sandbox for a single test file. */
export async function openSandbox(): Promise<TestSandbox> {
  const stateDir = mkdtempSync(join(tmpdir(), 'chaveiro-providers-'))
  const sandbox = await startSandbox({ stateDir, publicOrigin: 'http://localhost:3000' })

  return {
    env: sandbox.env,

    async control(method, path, body) {
      const reply = await fetch(`${sandbox.origin}/sandbox/api${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })

      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)

      return reply.json()
    },

    async close() {
      await sandbox.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

/** Lets a test's server listen on a free port of this machine; returns its origin. */
export async function originOf(server: Server): Promise<string> {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const testCpf = '52998224725'

/** R$ 35,82: two units of R$ 19,90 less R$ 3,98. */
export function requestOf(change: Partial<ChargeRequest> = {}): ChargeRequest {
  const createdAt = new Date()
  return {
    paymentId: newSecretId(),
    reference: null,
    attempt: 1,
    orderNumber: 'ORD-1001',
    amountCents: 3582,
    discountCents: 398,
    currency: 'BRL',
    lines: [{ name: 'Licença X', unitCents: 1990, quantity: 2 }],
    customer: { name: 'Ana Souza', email: 'ana@exemplo.test', cpf: testCpf },
    language: 'pt-BR',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 31 * 60_000),
    successUrl: 'http://localhost:3000/status?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://localhost:3000/checkout',
    ...change,
  }
}

/** The identity of a charge that was made. */
export function identityOf(request: ChargeRequest, result: ChargeResult): ChargeIdentity {
  if (result.kind !== 'charged') throw new Error(`not charged: ${JSON.stringify(result)}`)
  return {
    paymentId: request.paymentId,
    reference: result.reference,
    amountCents: request.amountCents,
    currency: request.currency,
  }
}

export const hook = (body: string, change: Partial<WebhookInput> = {}): WebhookInput => ({
  body: Buffer.from(body),
  headers: {},
  query: {},
  ip: '127.0.0.1',
  now: new Date(),
  ...change,
})
