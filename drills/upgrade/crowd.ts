import { validCpf } from '../../server/src/testing/make.ts'
import type { SandboxCall } from '../../server/src/testing/sandbox-call.ts'
import { sleep } from '../availability/service.ts'
import type { Buyer } from './older.ts'

export type Outcome = {
  /** Times of the acknowledged checkouts, in milliseconds. */
  times: number[]
  /** Error answers of the failed checkouts. */
  failed: string[]
  /** Numbers of acknowledged free orders and of orders paid by PIX. */
  free: number
  paid: number
}

export type Crowd = {
  outcome: Outcome
  /** How many buyers have not checked out yet. */
  left(): number
  /** Starts no more checkouts; resolves when all started ones have ended. */
  stop(): Promise<void>
}

type Ground = { origin: string; sandbox: SandboxCall; rate: number }

/**
 * Buyers check out at an even rate, whether or not earlier checkouts have succeeded. There are no
 * retries: a checkout that the shop does not acknowledge counts as failed.
 */
export function openCrowd(buyers: Buyer[], { origin, sandbox, rate }: Ground): Crowd {
  const outcome: Outcome = { times: [], failed: [], free: 0, paid: 0 }
  const waiting = [...buyers]
  const underWay = new Set<Promise<void>>()
  let isOver = false

  const checkOutOnce = async (buyer: Buyer): Promise<void> => {
    const askedAt = performance.now()
    const answer = await checkout(origin, buyer)

    if (answer.status !== 200) {
      outcome.failed.push(`${answer.status} ${answer.said}`)
      return
    }

    outcome.times.push(performance.now() - askedAt)
    const { txid, status } = answer.body

    if (buyer.code !== null) {
      if (status === 'completed') outcome.free++
      else outcome.failed.push(`200 ${answer.said}`)
      return
    }

    await sandbox('POST', `/sandbox/api/pix/${txid}/pay`, {})
    outcome.paid++
  }

  const run = async (): Promise<void> => {
    for (let due = performance.now(); !isOver && waiting.length; due += 1000 / rate) {
      await sleep(Math.max(0, due - performance.now()))
      if (isOver) return

      const work: Promise<void> = checkOutOnce(waiting.shift()!).finally(() =>
        underWay.delete(work),
      )
      underWay.add(work)
    }
  }

  const running = run()

  return {
    outcome,
    left: () => waiting.length,
    async stop() {
      isOver = true
      await running
      await Promise.all(underWay)
    },
  }
}

type Answer = { status: number | 'none'; said: string; body: { txid?: string; status?: string } }

async function checkout(origin: string, { headers, cartId, code }: Buyer): Promise<Answer> {
  try {
    const answer = await fetch(`${origin}/api/payment/efybank/checkout`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        cartId,
        termsAccepted: true,
        ...(code === null ? {} : { cupomCode: code }),
        customer: { cpf: validCpf },
      }),
      signal: AbortSignal.timeout(30_000),
    })

    const said = await answer.text()
    const body = answer.status === 200 ? (JSON.parse(said) as Answer['body']) : {}

    return { status: answer.status, said: said.slice(0, 200), body }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: 'none', said: (cause as Error | undefined)?.message ?? message, body: {} }
  }
}
