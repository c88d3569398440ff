import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { newSecretId } from '../../platform/secrets/ids.ts'
import { ProviderUnknown, type ChargeProvider, type ChargeRequest } from '../../ports/payments.ts'
import { describeChargeProvider } from '../payment-port.suite.ts'
import {
  hook,
  identityOf,
  openSandbox,
  originOf,
  testCpf,
  type TestSandbox,
} from '../provider-sandbox.suite.ts'
import { createEfiPix, type EfiConfig } from './efi-pix.ts'
import { clock, configOf, newRequest, payPix, stateOf, strangeConfig } from './efi.suite.ts'

for (const [style, code] of [
  ['efi', 'valor_invalido'],
  ['problem', 'CobOperacaoInvalida'],
] as const) {
  describeChargeProvider(
    `PIX, errors as ${style === 'efi' ? 'Efí writes them' : 'BACEN writes them (RFC 7807)'}`,
    async (sandbox) => {
      await sandbox.control('POST', '/pix/settings', { errorStyle: style, devolutionMs: 100 })
      return {
        sandbox,
        newRequest,
        provider: createEfiPix(configOf(sandbox), clock),
        stranger: createEfiPix(configOf(sandbox, { clientSecret: 'Client_Secret_errado' }), clock),

        fault: {
          provider: 'pix',
          create: 'PUT /v2/cob/*',
          cancel: 'PATCH /v2/cob/*',
          read: 'GET /v2/cob/*',
          refund: 'PUT /v2/pix/*',
        },

        refusable: {
          change: { customer: { name: 'Ana', email: 'ana@exemplo.test', cpf: '52998224724' } },
          code,
        },
        pay: (txid, amount) => payPix(sandbox, txid, amount ? { amount } : {}),
        charges: async () => (await stateOf(sandbox)).charges,
        refunds: async () => (await stateOf(sandbox)).devolutions,

        secrets: [
          sandbox.env.PIX_CLIENT_SECRET!,
          sandbox.env.PIX_CLIENT_ID!,
          'Client_Secret_errado',
          'segredo',
          '52998224724',
        ],
      }
    },
  )
}

describe('PIX at Efí', () => {
  let sandbox: TestSandbox
  let pix: ChargeProvider
  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterAll(async () => {
    await sandbox.close()
  })

  beforeEach(async () => {
    await sandbox.control('POST', '/reset')

    await sandbox.control('POST', '/pix/settings', {
      errorStyle: 'efi',
      tokenSeconds: 3600,
      devolutionMs: 100,
    })

    pix = createEfiPix(configOf(sandbox), clock)
  })

  const charged = async (change: Partial<ChargeRequest> = {}) => {
    const asked = newRequest(change)
    return identityOf(asked, await pix.charge(asked))
  }

  const calls = async (path: RegExp) =>
    (
      (await sandbox.control('GET', '/requests?provider=pix')) as {
        method: string
        path: string
        body?: string
      }[]
    ).filter((one) => path.test(one.path))

  it('requests exactly amount, time left and person under our txid, and returns the code to copy [S234]', async () => {
    const asked = newRequest({
      createdAt: new Date(Date.now() - 60_000),
      expiresAt: new Date(Date.now() + 29 * 60_000),
    })

    const result = await pix.charge(asked)

    expect(result).toMatchObject({
      kind: 'charged',
      reference: asked.reference,
      charge: {
        kind: 'pix',
        code: expect.stringMatching(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/i),
      },
    })

    const [charge] = (await stateOf(sandbox)).charges

    expect(charge).toMatchObject({
      id: asked.reference,
      amountCents: 3582,
      key: sandbox.env.PIX_KEY,
      debtor: { cpf: testCpf, nome: 'Ana Souza' },
      note: 'Pedido ORD-1001',
    })

    expect(charge.expiresIn).toBeGreaterThan(29 * 60 - 5)
    expect(charge.expiresIn).toBeLessThanOrEqual(29 * 60)
  })

  it('a charge of another amount under our txid is not ours; a removed one is not offered again', async () => {
    const first = newRequest()
    await pix.charge(first)

    expect(await pix.charge({ ...first, amountCents: 3583 })).toMatchObject({
      kind: 'refused',
      code: 'txid_duplicado',
    })

    await pix.cancel({ ...first, reference: first.reference! })

    expect(await pix.charge(first)).toMatchObject({
      kind: 'refused',
      code: 'status_cobranca_invalido',
    })
  })

  it('a second payment of one charge is a second receipt', async () => {
    const charge = await charged()
    await payPix(sandbox, charge.reference)
    await payPix(sandbox, charge.reference, { amount: '1.00' })
    const { receipts } = await pix.read(charge)
    expect(receipts.map((one) => one.amountCents)).toEqual([3582, 100])
    expect(new Set(receipts.map((one) => one.receiptId)).size).toBe(2)
  })

  it('money for another key is a mismatch', async () => {
    const charge = await charged()
    await payPix(sandbox, charge.reference, { chave: 'outra@exemplo.test' })
    expect((await pix.read(charge)).mismatch).toBe('another recipient')
  })

  it("a charge keeps its key, and changing the shop's key makes no mismatch", async () => {
    const asked = newRequest()
    const first = await pix.charge(asked)
    expect(first).toMatchObject({ charge: { kind: 'pix', key: sandbox.env.PIX_KEY } })
    const moved = createEfiPix({ ...configOf(sandbox), pixKey: 'nova@loja.test' }, clock)
    // After a lost reply the same charge is requested again, now with a new PIX key. The existing
    // charge is found and accepted.
    expect(await moved.charge(asked)).toEqual(first)
    const identity = { ...asked, reference: asked.reference! }
    const charge = { ...identity, recipient: sandbox.env.PIX_KEY! }
    // A charge stored before keys were recorded: no mismatch while there is no money.
    expect((await moved.read(identity)).mismatch).toBeNull()
    expect((await moved.read(charge)).mismatch).toBeNull()
    await payPix(sandbox, asked.reference!)
    expect((await moved.read(charge)).mismatch).toBeNull()
    expect((await moved.read({ ...charge, recipient: 'outra@loja.test' })).mismatch).toBe(
      'another recipient',
    )
    expect((await moved.read(identity)).mismatch).toBe('another recipient')
  })

  it('an expired charge stays open and accepts money, which is reported with its time', async () => {
    const charge = await charged({ expiresAt: new Date(Date.now() + 60_000) })
    await sandbox.control('POST', '/clock', { advanceMs: 120_000 })
    expect((await pix.read(charge)).state).toBe('open')
    await payPix(sandbox, charge.reference)
    const [receipt] = (await pix.read(charge)).receipts
    await sandbox.control('POST', '/clock', { advanceMs: -120_000 })
    expect(receipt!.receivedAt.getTime()).toBeGreaterThan(Date.now() + 100_000)
  })

  it('money that the PSP takes back (MED) is a dispute', async () => {
    const charge = await charged()
    await payPix(sandbox, charge.reference)

    for (const status of ['ABERTA', 'ACEITA'])
      await sandbox.control('POST', `/pix/${charge.reference}/infraction`, {
        status,
        natureza: 'MED_FRAUDE',
      })

    expect(await pix.read(charge)).toMatchObject({
      disputes: [],
      refunds: [{ amountCents: 3582, clawBack: true }],
    })
  })

  it('a return that the bank refuses ends as failed, with its reason', async () => {
    const charge = await charged()
    await payPix(sandbox, charge.reference)
    const [receipt] = (await pix.read(charge)).receipts

    const asked = {
      ...charge,
      refundId: newSecretId(),
      receiptId: receipt!.receiptId,
      refundCents: 1,
    } // the sandbox refuses a return of one centavo

    expect((await pix.refund(asked)).status).toBe('pending')
    await sandbox.control('POST', '/pix/devolucao', { id: asked.refundId, status: 'NAO_REALIZADO' })

    expect(await pix.readRefund(asked)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('Saldo insuficiente'),
    })

    expect((await pix.read(charge)).disputes).toEqual([])
  })

  it('twenty concurrent calls share one token; an expired token is replaced once', async () => {
    const charge = await charged()
    const fresh = createEfiPix(configOf(sandbox), clock)
    await sandbox.control('DELETE', '/requests')
    await Promise.all(Array.from({ length: 20 }, () => fresh.read(charge)))
    expect(await calls(/oauth/)).toHaveLength(1)
    await sandbox.control('POST', '/clock', { advanceMs: 3_601_000 }) // not the adapter's clock
    await sandbox.control('DELETE', '/requests')
    await Promise.all(Array.from({ length: 20 }, () => fresh.read(charge)))
    await sandbox.control('POST', '/clock', { advanceMs: -3_601_000 })
    expect((await calls(/oauth/)).length).toBe(1)
    expect((await calls(/cob/)).length).toBe(40)
  })

  it('a late refusal of the old token does not drop the new one', async () => {
    const charge = await charged()
    await sandbox.control('POST', '/clock', { advanceMs: 3_601_000 })
    await sandbox.control('POST', '/faults', [
      { provider: 'pix', method: 'GET', path: '/v2/cob/*', do: 'delay:200' },
    ])
    await sandbox.control('DELETE', '/requests')
    const late = pix.read(charge)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await pix.read(charge)
    await late
    await pix.read(charge)
    await sandbox.control('POST', '/clock', { advanceMs: -3_601_000 })
    expect(await calls(/oauth/)).toHaveLength(1)
  })

  it('requests the token by form, as other PSPs want it', async () => {
    await createEfiPix(configOf(sandbox, { tokenForm: true }), clock).charge(newRequest())
    expect((await calls(/oauth/)).at(-1)!.body).toMatch(
      /^grant_type=client_credentials&scope=cob\.write/,
    )
  })

  it.each([
    ['no certificate of ours', { certPem: undefined, keyPem: undefined }],
    ['an authority that did not sign theirs', { ca: undefined }],
  ])('with %s nothing is sent', async (_what, change) => {
    await expect(
      createEfiPix(configOf(sandbox, change), clock).charge(newRequest()),
    ).rejects.toBeInstanceOf(ProviderUnknown)
    expect(await calls(/./)).toEqual([])
  })

  it('registers its callback address with the secret; a refusal is reported by its name', async () => {
    const received: string[] = []

    const shop = createServer((request, reply) => {
      received.push(request.url!)
      request.resume().on('end', () => reply.writeHead(received.length > 1 ? 403 : 200).end())
    })

    await sandbox.control('POST', '/store', { origins: [await originOf(shop)] })
    const url = sandbox.env.PIX_WEBHOOK_URL!
    await pix.registerWebhook!(url)
    expect(received).toEqual(['/api/webhooks/pix?hmac=segredo-novo&ignorar='])
    await expect(pix.registerWebhook!(url)).rejects.toThrow(/webhook_invalido$/)
    shop.close()
  })
})

describe('PIX at a PSP with another format', () => {
  let server: Server
  let answers: Record<string, [status: number, body: unknown]>
  let pix: ChargeProvider
  const asked = newRequest({ reference: 'a'.repeat(32) })

  const identity = {
    paymentId: asked.paymentId,
    reference: asked.reference!,
    amountCents: 3582,
    currency: 'BRL' as const,
  }

  beforeEach(async () => {
    server = createServer((request, reply) => {
      const [status, body] =
        request.url === '/oauth/token'
          ? [200, { access_token: 't', expires_in: 3600 }]
          : (answers[`${request.method} ${request.url}`] ?? [404, ''])

      request
        .resume()
        .on('end', () =>
          reply
            .writeHead(status, { 'content-type': 'application/json' })
            .end(typeof body === 'string' ? body : JSON.stringify(body)),
        )
    })
    pix = createEfiPix(strangeConfig(await originOf(server)), clock)
  })

  afterEach(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )

  const path = `/v2/cob/${'a'.repeat(32)}`

  const reads = (cob: unknown) => {
    answers = { [`GET ${path}`]: [200, cob] }
    return pix.read(identity)
  }

  it('a charge without its code has it at its location', async () => {
    answers = {
      [`PUT ${path}`]: [
        201,
        { txid: 'a'.repeat(32), status: 'ATIVA', valor: { original: '35.82' }, loc: { id: 7 } },
      ],
      'GET /v2/loc/7/qrcode': [200, { qrcode: '000201...' }],
    }

    expect(await pix.charge(asked)).toMatchObject({
      kind: 'charged',
      charge: { code: '000201...' },
    })

    answers = { [`PUT ${path}`]: [201, { status: 'ATIVA', valor: { original: '35.82' } }] }
    await expect(pix.charge(asked)).rejects.toBeInstanceOf(ProviderUnknown)
  })

  it.each([
    ['no body', null],
    ['another word', { mensagem: 'ok' }],
    ['a charge without its state', { txid: 'a'.repeat(32), revisao: 1 }],
    ['the state before', { txid: 'a'.repeat(32), status: 'ATIVA' }],
  ])('after a removal answered with 200 and %s, a GET decides [F116]', async (_what, body) => {
    const cob = { txid: 'a'.repeat(32), valor: { original: '35.82' } }

    const ends = async (status: string, pixOfCob?: object[]) => {
      answers = {
        [`PATCH ${path}`]: [200, body],
        [`GET ${path}`]: [200, { ...cob, status, ...(pixOfCob ? { pix: pixOfCob } : {}) }],
      }
      return pix.cancel(identity)
    }

    expect(await ends('REMOVIDA_PELO_USUARIO_RECEBEDOR')).toBe('cancelled')
    expect(await ends('CONCLUIDA', [{ endToEndId: 'E1', valor: '35.82' }])).toBe('paid')
    await expect(ends('ATIVA')).rejects.toBeInstanceOf(ProviderUnknown)
  })

  it('missing fields, a single return, another case of the key and a shorter amount are read', async () => {
    const one = {
      endToEndId: 'E1',
      valor: '35.8',
      devolucoes: { id: 'b'.repeat(32), valor: '10', status: 'DEVOLVIDO' },
    }

    expect(
      await reads({
        status: 'CONCLUIDA',
        chave: 'chave@EXEMPLO.test',
        valor: { original: '35.82' },
        calendario: { expiracao: '3600' },
        pix: one,
      }),
    ).toMatchObject({
      state: 'open',
      mismatch: null,
      disputes: [],
      receipts: [{ receiptId: 'E1', amountCents: 3580, receivedAt: expect.any(Date) }],
      refunds: [{ refundId: 'b'.repeat(32), amountCents: 1000, status: 'succeeded' }],
    })
  })

  it.each([
    ['another txid', { txid: 'c'.repeat(32) }, {}],
    ['another txid', {}, { txid: 'c'.repeat(32) }],
    ['another recipient', { chave: 'x' }, {}],
    ['another recipient', {}, { chave: 'x' }],
    ['another amount asked', { valor: { original: '35.81' } }, {}],
  ])('%s is reported, if the charge has %j or the money %j', async (mismatch, cob, pixEntry) => {
    expect(
      (
        await reads({
          status: 'CONCLUIDA',
          valor: { original: '35.82' },
          pix: [{ endToEndId: 'E1', valor: '35.82', horario: '2026-11-21T12:00:00Z', ...pixEntry }],
          ...cob,
        })
      ).mismatch,
    ).toBe(mismatch)
  })

  it.each([
    ['MED_FRAUDE', 'b'.repeat(32), 'DEVOLVIDO', ['succeeded', true]],
    ['MED_FRAUDE', 'b'.repeat(32), 'EM_PROCESSAMENTO', ['pending', true]],
    ['MED_FRAUDE', 'b'.repeat(32), 'NAO_REALIZADO', ['failed', true]],
    ['MED_PIX_AUTOMATICO', 'x', 'DEVOLVIDO', ['succeeded', true]],
    ['ORIGINAL', 'feito-no-app', 'DEVOLVIDO', ['succeeded', false]],
    [undefined, 'feito-no-app', 'DEVOLVIDO', ['succeeded', false]],
    [undefined, 'feito-no-app', 'EM_PROCESSAMENTO', ['pending', false]],
    ['RETIRADA', 'troco', 'DEVOLVIDO', ['succeeded', false]],
    [undefined, 'b'.repeat(32), 'DEVOLVIDO', ['succeeded', false]],
  ] as const)(
    'a return of nature %s and id %s that is %s, taken back by the bank or not: %j [F102]',
    async (natureza, id, status, [end, clawBack]) => {
      const facts = await reads({
        status: 'CONCLUIDA',
        valor: { original: '35.82' },
        pix: [
          {
            endToEndId: 'E1',
            valor: '35.82',
            devolucoes: [{ id, valor: '35.82', status, natureza }],
          },
        ],
      })

      expect(facts.disputes).toEqual([])

      expect(
        facts.refunds.map((one) => [
          one.refundId,
          one.amountCents,
          one.status,
          one.clawBack === true,
        ]),
      ).toEqual([[id, 3582, end, clawBack]])
    },
  )

  it.each([
    ['an amount with a comma', { status: 'ATIVA', valor: { original: '35,82' } }],
    [
      'half a centavo',
      {
        status: 'CONCLUIDA',
        valor: { original: '35.82' },
        pix: [{ endToEndId: 'E1', valor: '35.825' }],
      },
    ],
    [
      'money without identity',
      { status: 'CONCLUIDA', valor: { original: '35.82' }, pix: [{ valor: '35.82' }] },
    ],
    ['no JSON', '<html>'],
    ['nothing', 'null'],
  ])('%s is an unknown outcome', async (_what, cob) => {
    await expect(reads(cob)).rejects.toBeInstanceOf(ProviderUnknown)
  })

  it('a refusal that quotes the CPF is reported without it', async () => {
    answers = {
      [`PUT ${path}`]: [
        400,
        { nome: 'valor_invalido', mensagem: `CPF 529.982.247-25 (${testCpf}) recusado` },
      ],
    }

    expect(await pix.charge(asked)).toEqual({
      kind: 'refused',
      code: 'valor_invalido',
      message: 'CPF *** (***) recusado',
    })
  })
})

describe('PIX callbacks [R009]', () => {
  const rules: EfiConfig = {
    ...strangeConfig('https://psp.test'),
    webhookSecret: ['segredo-novo', 'segredo-velho'],
  }

  const pix = createEfiPix(rules, clock)
  const body = JSON.stringify({ pix: [{ endToEndId: 'E1', txid: 't1', valor: '35.82' }] })
  const ours = { query: { hmac: 'segredo-novo', ignorar: '/pix' } }

  it.each([
    ['no secret', hook(body)],
    ['an empty one', hook(body, { query: { hmac: '' } })],
    ['another', hook(body, { query: { hmac: 'segredo' } })],
    ['one letter more', hook(body, { query: { hmac: 'segredo-novo1' } })],
    ['two of them', hook(body, { query: { hmac: ['segredo-novo', 'x'] as unknown as string } })],
    ['the secret in a header', hook(body, { headers: { hmac: 'segredo-novo' } })],
    ['an empty body', hook('', ours)],
    ['no JSON', hook('pix', ours)],
    ['null', hook('null', ours)],
    ['a list', hook('[]', ours)],
    ['a text', hook('"pix"', ours)],
    ['something else', hook('{"pix":"E1"}', ours)],
  ])('%s is refused', (_what, input) => {
    expect(pix.verifyWebhook(input)).toBeNull()
  })

  it('without a configured secret every callback is refused', () => {
    for (const webhookSecret of [[], ['']])
      expect(
        createEfiPix({ ...rules, webhookSecret }, clock).verifyWebhook(
          hook(body, { query: { hmac: '' } }),
        ),
      ).toBeNull()
  })

  it('a callback from another address than the configured ones is refused', () => {
    const told = createEfiPix({ ...rules, webhookIps: ['34.193.116.226'] }, clock)
    expect(told.verifyWebhook(hook(body, ours))).toBeNull()
    expect(told.verifyWebhook(hook(body, { ...ours, ip: '34.193.116.226' }))).toHaveLength(1)
  })

  it("both secrets are valid during a replacement; the registration's test holds no hint", () => {
    for (const hmac of rules.webhookSecret)
      expect(pix.verifyWebhook(hook(body, { query: { hmac } }))).toEqual([
        { eventId: 'E1', type: 'pix', reference: 't1', paymentId: null, receiptId: 'E1' },
      ])

    expect(
      pix.verifyWebhook(hook('{"evento":"teste_webhook","data_criacao":"2026-11-21"}', ours)),
    ).toEqual([])
    expect(pix.verifyWebhook(hook('{"pix":[]}', ours))).toEqual([])
  })

  it('every payment and return of a batch is a hint; outgoing PIX and nonsense are not', () => {
    const entries = [
      {
        endToEndId: 'E1',
        txid: 't1',
        devolucoes: [{ id: 'd1', status: 'EM_PROCESSAMENTO' }, null],
      },
      { endToEndId: 'E2', txid: 't2', devolucoes: { id: 'd2', status: 'DEVOLVIDO' } },
      { endToEndId: 'E3', txid: 't3', tipo: 'SOLICITACAO' },
      { endToEndId: 'E4' },
      null,
      'x',
      { txid: 't5' },
    ]

    expect(
      pix
        .verifyWebhook(hook(JSON.stringify({ pix: entries }), ours))!
        .map((one) => [one.eventId, one.reference]),
    ).toEqual([
      ['E1', 't1'],
      ['E1:d1:EM_PROCESSAMENTO', 't1'],
      ['E2', 't2'],
      ['E2:d2:DEVOLVIDO', 't2'],
    ])
  })
})
