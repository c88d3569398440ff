import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { newSecretId } from '../platform/secrets/ids.ts'
import {
  ProviderUnknown,
  type ChargeIdentity,
  type ChargeProvider,
  type ChargeRequest,
  type RefundRequest,
} from '../ports/payments.ts'
import { identityOf, openSandbox, testCpf, type TestSandbox } from './provider-sandbox.suite.ts'

/** One provider and its sandbox, as the suite needs them. */
export type ProviderBench = {
  sandbox: TestSandbox
  provider: ChargeProvider
  /** The same provider, with credentials that it refuses. */
  stranger: ChargeProvider
  /** The provider's name in the sandbox's faults, and the calls that a fault can match. */
  fault: { provider: string; create: string; cancel: string; read: string; refund: string }
  newRequest(change?: Partial<ChargeRequest>): ChargeRequest
  /** A request that the provider refuses for good, and its code for that. */
  refusable: { change: Partial<ChargeRequest>; code: string }
  pay(reference: string, amount?: string): Promise<unknown>
  /** Charges that exist at the provider. */
  charges(): Promise<unknown[]>
  refunds(): Promise<unknown[]>
  /**
   * Lets the time pass after which the provider forgets a stored failure (Stripe: a 500, for a
   * day).
   */
  forgetFailure?(): Promise<unknown>
  /** Texts that no error may contain. */
  secrets: string[]
}

/**
 * The conformance of an adapter to its port, against the sandbox: with lost, repeated and late
 * calls, money is reported correctly and moved once.
 */
export function describeChargeProvider(
  name: string,
  make: (sandbox: TestSandbox) => Promise<ProviderBench>,
): void {
  describe(name, () => {
    let sandbox: TestSandbox
    let bench: ProviderBench
    beforeAll(async () => {
      sandbox = await openSandbox()
    })
    afterAll(async () => {
      await sandbox.close()
    })

    beforeEach(async () => {
      await sandbox.control('POST', '/reset')
      bench = await make(sandbox)
    })

    const steps: Given = {
      bench: () => bench,
      async charged(change) {
        const request = bench.newRequest(change)
        return identityOf(request, await bench.provider.charge(request))
      },

      async paid(refundCents = 3582) {
        const charge = await steps.charged()
        await bench.pay(charge.reference)
        const [receipt] = (await bench.provider.read(charge)).receipts

        return { ...charge, refundId: newSecretId(), receiptId: receipt!.receiptId, refundCents }
      },

      fault: (call, action, times = 1) => {
        const [method, path] = call === 'all' ? ['*', '*'] : bench.fault[call].split(' ')
        return sandbox.control('POST', '/faults', [
          { provider: bench.fault.provider, method, path, times, do: action },
        ])
      },

      repair: () => sandbox.control('DELETE', '/faults'),
    }

    testCharging(steps)
    testRefusals(steps)
    testCancelling(steps)
    testFacts(steps)
    testSilence(steps)
    testRefunding(steps)
    testLimitsOfRefunds(steps)
    testSecrecy(steps)
  })
}

type Given = {
  bench(): ProviderBench
  charged(change?: Partial<ChargeRequest>): Promise<ChargeIdentity>
  /** A paid charge, as the request that refunds it. */
  paid(refundCents?: number): Promise<RefundRequest>
  fault(
    call: 'create' | 'cancel' | 'read' | 'refund' | 'all',
    action: string,
    times?: number,
  ): Promise<unknown>
  repair(): Promise<unknown>
}

function testCharging({ bench, charged, fault, repair }: Given): void {
  it('asks for money: one charge exists, as requested, open and unpaid [S233]', async () => {
    const charge = await charged()

    expect(await bench().provider.read(charge)).toEqual({
      state: 'open',
      receipts: [],
      refunds: [],
      mismatch: null,
      disputes: [],
    })

    expect(await bench().charges()).toHaveLength(1)
  })

  it('requested again, and ten times at once, it is the same charge', async () => {
    const { provider, newRequest, charges } = bench()
    const request = newRequest()
    const results = await Promise.all(
      Array.from({ length: 10 }, () => provider.charge(request).catch((error: unknown) => error)),
    )
    results.push(await provider.charge(request))
    // A provider may report a request under way as busy.
    const answers = results.filter((one) => !(one instanceof ProviderUnknown))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(answers[0]).toMatchObject({ kind: 'charged' })
    expect(await charges()).toHaveLength(1)
  })

  it.each([
    'commit-then-timeout',
    'commit-then-reset',
    'timeout',
    'reset',
    'status:500',
    'status:503',
  ])('%s while it is made: still one charge, and we have it', async (action) => {
    const { provider, newRequest, charges } = bench()
    const request = newRequest()
    await fault('create', action)
    const result = await provider.charge(request)
    expect(result).toMatchObject({ kind: 'charged' })
    expect(await charges()).toHaveLength(1)
    expect((await provider.read(identityOf(request, result))).state).toBe('open')
  })

  it.each(['status:503', 'timeout', 'commit-then-timeout', 'status:429'])(
    'a long %s: the outcome is unknown, never a refusal; a later repeat is charged once',
    async (action) => {
      const { provider, newRequest, charges } = bench()
      const request = newRequest()
      await fault('all', action, 99)
      await expect(provider.charge(request)).rejects.toBeInstanceOf(ProviderUnknown)
      await repair()
      expect(await provider.charge(request)).toMatchObject({ kind: 'charged' })
      expect(await charges()).toHaveLength(1)
    },
  )
}

function testRefusals({ bench }: Given): void {
  it('refused credentials leave the outcome unknown: our mistake fails no payment', async () => {
    const { stranger, newRequest } = bench()
    await expect(stranger.charge(newRequest())).rejects.toBeInstanceOf(ProviderUnknown)
  })

  it("a final refusal has the provider's code, and no charge exists", async () => {
    const { provider, newRequest, refusable, charges } = bench()

    expect(await provider.charge(newRequest(refusable.change))).toMatchObject({
      kind: 'refused',
      code: refusable.code,
    })

    expect(await charges()).toEqual([])
  })
}

function testCancelling({ bench, charged, fault, repair }: Given): void {
  it('cancels once and again; then it takes no money', async () => {
    const charge = await charged()
    expect(await bench().provider.cancel(charge)).toBe('cancelled')
    expect(await bench().provider.cancel(charge)).toBe('cancelled')
    expect((await bench().provider.read(charge)).state).toBe('closed')
    await expect(bench().pay(charge.reference)).rejects.toThrow('409')
  })

  it.each(['commit-then-timeout', 'commit-then-reset'])(
    '%s during a cancellation: a read shows the result',
    async (action) => {
      const charge = await charged()
      await fault('cancel', action)
      expect(await bench().provider.cancel(charge)).toBe('cancelled')
    },
  )

  it('a cancellation that did not arrive is unknown, and the charge stays open', async () => {
    const charge = await charged()
    await fault('cancel', 'status:503', 9)
    await expect(bench().provider.cancel(charge)).rejects.toBeInstanceOf(ProviderUnknown)
    await repair()
    expect((await bench().provider.read(charge)).state).toBe('open')
  })

  it('too late to cancel returns paid, an unknown charge returns unknown', async () => {
    const charge = await charged()
    await bench().pay(charge.reference)
    expect(await bench().provider.cancel(charge)).toBe('paid')
    expect(await bench().provider.cancel({ ...charge, reference: 'f'.repeat(32) })).toBe('unknown')
  })
}

function testFacts({ bench, charged }: Given): void {
  it('a payment is one receipt with its exact amount, the same on every read [S241]', async () => {
    const charge = await charged()
    await bench().pay(charge.reference)
    const facts = await bench().provider.read(charge)

    expect(facts).toMatchObject({
      receipts: [
        {
          receiptId: expect.stringMatching(/^\w{20,}$/),
          amountCents: 3582,
          currency: 'BRL',
          receivedAt: expect.any(Date),
        },
      ],
      refunds: [],
      mismatch: null,
      disputes: [],
    })

    expect(Math.abs(facts.receipts[0]!.receivedAt.getTime() - Date.now())).toBeLessThan(60_000)
    expect(await bench().provider.read(charge)).toEqual(facts)
  })

  it.each([
    ['35.81', 3581],
    ['35.83', 3583],
    ['0.51', 51],
    ['9999.99', 999_999],
  ])('another amount, %s, is reported to the cent', async (amount, amountCents) => {
    const charge = await charged()
    await bench().pay(charge.reference, amount)
    expect((await bench().provider.read(charge)).receipts).toMatchObject([
      { amountCents, currency: 'BRL' },
    ])
  })

  it.each([
    ['amount', { amountCents: 3581 }],
    ['currency', { currency: 'USD' as const }],
  ])('a charge over another %s than ours is named a mismatch', async (_what, change) => {
    const charge = await charged()
    await bench().pay(charge.reference)
    expect((await bench().provider.read({ ...charge, ...change })).mismatch).toEqual(
      expect.any(String),
    )
  })
}

function testSilence({ bench, charged, fault }: Given): void {
  it('a charge that nobody knows is unknown, without money', async () => {
    expect(
      await bench().provider.read({
        paymentId: 'f'.repeat(32),
        reference: 'f'.repeat(32),
        amountCents: 1,
        currency: 'BRL',
      }),
    ).toEqual({ state: 'unknown', receipts: [], refunds: [], mismatch: null, disputes: [] })
  })

  it.each(['status:500', 'status:429', 'timeout', 'reset'])(
    '%s during a read says nothing about the charge',
    async (action) => {
      const charge = await charged()
      await fault('read', action, 9)
      await expect(bench().provider.read(charge)).rejects.toBeInstanceOf(ProviderUnknown)
    },
  )
}

function testRefunding({ bench, paid, fault }: Given): void {
  const settled = async (request: RefundRequest) => {
    for (const end = Date.now() + 5000; ;) {
      const result = await bench().provider.readRefund(request)
      if (result.status !== 'pending' || Date.now() > end) return result

      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  it('sends money back once, however often it is requested at once, and reports it', async () => {
    const request = await paid(1000) // a partial refund: a second one would be accepted

    const results = await Promise.all(
      Array.from({ length: 5 }, () =>
        bench()
          .provider.refund(request)
          .catch((error: unknown) => error),
      ),
    )

    results.push(await bench().provider.refund(request))

    for (const result of results)
      if (!(result instanceof ProviderUnknown))
        expect(result).toMatchObject({
          status: expect.stringMatching(/^(pending|succeeded)$/),
          providerId: expect.any(String),
          failure: null,
        })

    expect(await bench().refunds()).toHaveLength(1)
    expect(await settled(request)).toMatchObject({ status: 'succeeded', failure: null })

    expect((await bench().provider.read(request)).refunds).toEqual([
      {
        refundId: request.refundId,
        receiptId: request.receiptId,
        amountCents: 1000,
        status: 'succeeded',
      },
    ])
  })

  it.each(['commit-then-timeout', 'commit-then-reset', 'timeout', 'status:500', 'status:429'])(
    '%s during a refund: repeated until it is known, the money is sent once',
    async (action) => {
      const request = await paid()
      await fault('refund', action)
      const result = await bench()
        .provider.refund(request)
        .catch((error: unknown) => error)
      if (result instanceof ProviderUnknown) await bench().forgetFailure?.()
      expect(
        result instanceof ProviderUnknown ? await bench().provider.refund(request) : result,
      ).toMatchObject({ status: expect.stringMatching(/^(pending|succeeded)$/), failure: null })
      expect(await bench().refunds()).toHaveLength(1)
    },
  )
}

function testLimitsOfRefunds({ bench, paid }: Given): void {
  it("refunds in parts up to the paid amount; more is a failure with the provider's reason", async () => {
    const first = await paid(1000)
    const second = { ...first, refundId: newSecretId(), refundCents: 2582 }
    const third = { ...first, refundId: newSecretId(), refundCents: 1 }
    for (const request of [first, second])
      expect(['pending', 'succeeded']).toContain((await bench().provider.refund(request)).status)

    expect(await bench().provider.refund(third)).toMatchObject({
      status: 'failed',
      providerId: null,
      failure: expect.stringMatching(/^\w+$/),
    })

    const { refunds } = await bench().provider.read(first)

    expect(refunds.map((refund) => [refund.amountCents, refund.refundId]).sort()).toEqual([
      [1000, first.refundId],
      [2582, second.refundId],
    ])
  })

  it('money that never came cannot be refunded, and an unknown refund stays unknown', async () => {
    const request = await paid()
    expect(await bench().provider.refund({ ...request, receiptId: 'E'.repeat(32) })).toMatchObject({
      status: 'failed',
    })
    await expect(bench().provider.readRefund(request)).rejects.toBeInstanceOf(ProviderUnknown)
  })
}

function testSecrecy({ bench, charged, fault, repair }: Given): void {
  it('no error holds a secret, an address or a CPF', async () => {
    const { provider, stranger, newRequest, refusable, secrets } = bench()
    const charge = await charged()
    const refund = { ...charge, refundId: newSecretId(), receiptId: 'E'.repeat(32), refundCents: 1 }

    const failures: unknown[] = [
      await provider.charge(newRequest(refusable.change)),
      await stranger.charge(newRequest()).catch((error: unknown) => error),
    ]

    for (const action of ['status:500', 'reset']) {
      await fault('read', action, 2)
      failures.push(await provider.read(charge).catch((error: unknown) => error))
      await repair()
    }

    await fault('all', 'status:429', 99)

    for (const call of [
      () => provider.charge(newRequest()),
      () => provider.cancel(charge),
      () => provider.refund(refund),
    ])
      failures.push(await call().catch((error: unknown) => error))

    for (const failure of failures) {
      const failureText = JSON.stringify(failure, (_key, value: unknown) =>
        value instanceof Error
          ? { ...value, message: value.message, stack: value.stack, cause: value.cause }
          : value,
      )

      for (const secret of [testCpf, charge.reference, ...secrets])
        expect(failureText).not.toContain(secret)
      expect(failureText).not.toMatch(/https?:\/\/127/)
    }
  })
}
