import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newSecretId } from '../../platform/secrets/ids.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { identityOf, openSandbox, originOf, type TestSandbox } from '../provider-sandbox.suite.ts'
import { createEfiPix, type EfiConfig } from './efi-pix.ts'
import { clock, configOf, newRequest, payPix, stateOf, strangeConfig } from './efi.suite.ts'

describe('PIX: the registration of its webhook', () => {
  let sandbox: TestSandbox
  let shop: Server
  const tests: string[] = []

  beforeAll(async () => {
    sandbox = await openSandbox()

    shop = createServer((request, reply) => {
      tests.push(request.url!)
      request.resume().on('end', () => reply.writeHead(200).end())
    })

    await sandbox.control('POST', '/store', { origins: [await originOf(shop)] })
  })

  afterAll(async () => {
    shop.close()
    await sandbox.close()
  })

  const standing = async () =>
    (await stateOf(sandbox)).webhooks.map((one: { url: string }) => one.url)

  it('a missing address is registered, the right one stays, another one is replaced [F114]', async () => {
    const url = sandbox.env.PIX_WEBHOOK_URL!
    const pix = createEfiPix(configOf(sandbox), clock)
    expect(await pix.keepWebhook!(url)).toEqual({ found: 'missing', foundUrl: null })
    expect(await standing()).toEqual([`${url}?hmac=segredo-novo&ignorar=`])
    expect(await pix.keepWebhook!(url)).toEqual({ found: 'right', foundUrl: url })
    expect(tests).toHaveLength(1)
    // Another system registered its own URL for the key.
    const other = url.replace('/api/webhooks/pix', '/outro/sistema')
    await createEfiPix(configOf(sandbox, { webhookSecret: ['deles'] }), clock).registerWebhook!(
      other,
    )
    expect(await pix.keepWebhook!(url)).toEqual({ found: 'other', foundUrl: other })
    expect(await standing()).toEqual([`${url}?hmac=segredo-novo&ignorar=`])
    // Our URL with an older secret is not the right registration.
    const older = createEfiPix(configOf(sandbox, { webhookSecret: ['segredo-velho'] }), clock)
    await older.registerWebhook!(url)
    expect((await pix.keepWebhook!(url)).found).toBe('other')
  })

  it('needs its two scopes: without them it fails with their names and changes nothing [F114]', async () => {
    await sandbox.control('POST', '/pix/settings', { scopes: 'cob.read cob.write' })
    await expect(
      createEfiPix(configOf(sandbox), clock).keepWebhook!(sandbox.env.PIX_WEBHOOK_URL!),
    ).rejects.toThrow(/403 insufficient_scope/)
  })
})

describe('PIX by another bank [F115]', () => {
  let sandbox: TestSandbox

  beforeAll(async () => {
    sandbox = await openSandbox()
    await sandbox.control('POST', '/pix/settings', {
      errorStyle: 'problem',
      tokenForm: true,
      apiPath: '/pix/api/v2',
      devolutionMs: 0,
    })
  })

  afterAll(async () => {
    await sandbox.close()
  })

  const generic = (change: Partial<EfiConfig> = {}) =>
    createEfiPix(
      configOf(sandbox, {
        tokenForm: true,
        apiPath: '/pix/api/v2',
        scopes: 'cob.write cob.read pix.write pix.read',
        ...change,
      }),
      clock,
    )

  it('requests its token by form with the configured scopes and path, and reads its errors', async () => {
    const pix = generic()
    const asked = newRequest()
    const charge = identityOf(asked, await pix.charge(asked))
    await payPix(sandbox, charge.reference)
    const { receipts } = await pix.read(charge)
    expect(receipts.map((one) => one.amountCents)).toEqual([3582])

    const back = {
      ...charge,
      refundId: newSecretId(),
      receiptId: receipts[0]!.receiptId,
      refundCents: 1000,
    }

    expect((await pix.refund(back)).status).toBe('pending')
    await expect(pix.readRefund({ ...back, refundId: 'none' })).rejects.toBeInstanceOf(
      ProviderUnknown,
    )

    expect(
      await pix.charge(
        newRequest({ customer: { name: 'Ana', email: 'a@b.test', cpf: '52998224724' } }),
      ),
    ).toMatchObject({ kind: 'refused', code: 'CobOperacaoInvalida' })

    expect(await pix.cancel({ ...charge, reference: newSecretId() })).toBe('unknown')
    const tokens = (
      (await sandbox.control('GET', '/requests?provider=pix')) as { path: string; body?: string }[]
    ).filter((one) => one.path === '/oauth/token')
    expect(tokens.map((one) => one.body)).toEqual([
      'grant_type=client_credentials&scope=cob.write+cob.read+pix.write+pix.read',
    ])
  })

  it('a token by JSON is refused there: the outcome stays open', async () => {
    await expect(generic({ tokenForm: false }).charge(newRequest())).rejects.toThrow(
      'pix: no token (status 400)',
    )
  })

  it.each([
    ["Efí's path", { apiPath: undefined }, 'nao_encontrado'],
    ['a scope too few', { scopes: 'cob.read pix.read' }, 'insufficient_scope'],
  ])('%s is refused there by name', async (_what, change, code) => {
    expect(await generic(change).charge(newRequest())).toMatchObject({ kind: 'refused', code })
  })
})

describe('PIX: reports of fraud as a provider may write them [F104]', () => {
  let server: Server
  let asked: URL[]
  let answer: (url: URL) => [number, unknown]
  let pix: ReturnType<typeof createEfiPix>

  beforeAll(async () => {
    server = createServer((request, reply) => {
      const url = new URL(request.url!, 'http://psp.test')
      const token = url.pathname === '/oauth/token'
      if (!token) asked.push(url)
      const [status, body] = token ? [200, { access_token: 't', expires_in: 3600 }] : answer(url)

      request
        .resume()
        .on('end', () =>
          reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        )
    })
    pix = createEfiPix(strangeConfig(await originOf(server)), clock)
  })

  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const span = [new Date('2026-08-01T00:00:00Z'), new Date('2026-11-21T00:00:00Z')] as const

  const read = (reply: typeof answer) => {
    asked = []
    answer = reply

    return pix.infractions!(...span)
  }

  const paged = (rows: object[], pages: number) => ({
    parametros: { paginacao: { quantidadeDePaginas: pages } },
    infracoes: rows,
  })

  it('all pages are read', async () => {
    const facts = await read((url) => [
      200,
      paged(
        [
          {
            idInfracao: `i${url.searchParams.get('paginacao.paginaAtual')}`,
            endToEndId: 'E1',
            valor: '10.00',
          },
        ],
        3,
      ),
    ])

    expect(facts!.map((one) => one.infractionId)).toEqual(['i0', 'i1', 'i2'])
    expect(asked[0]!.searchParams.get('inicio')).toBe('2026-08-01T00:00:00.000Z')
    expect(asked[0]!.searchParams.get('fim')).toBe('2026-11-21T00:00:00.000Z')
  })

  it.each([
    ['100', 10_000],
    ['100.5', 10_050],
    [129.8, 12_980],
    [100, 10_000],
  ])('an amount written as %j is %d centavos; what is missing is nothing', async (valor, cents) => {
    expect(
      await read(() => [
        200,
        paged([{ idInfracao: 'i', endToEndId: 'E1', valor, status: 'ABERTA' }, { valor }], 1),
      ]),
    ).toEqual([
      {
        infractionId: 'i',
        receiptId: 'E1',
        status: 'ABERTA',
        contestedCents: cents,
        reason: null,
        situation: null,
        openedAt: expect.any(Date),
        dueAt: null,
      },
    ])
  })

  it('a provider without the call returns null; a refusal or an outage is an unknown outcome', async () => {
    expect(await read(() => [404, {}])).toBeNull()
    for (const reply of [
      [403, { error: 'insufficient_scope' }],
      [500, {}],
      [200, {}],
    ] as [number, unknown][])
      await expect(read(() => reply)).rejects.toBeInstanceOf(ProviderUnknown)
  })
})

describe('PIX certificates', () => {
  const file = (name: string) =>
    new URL(`../../testing/certificates/${name}`, import.meta.url).pathname
  const withP12 = (certP12: string) =>
    createEfiPix({ ...strangeConfig('https://psp.test'), certP12 }, clock)

  it('a .p12 encrypted with RC2 fails at the start with instructions, a modern one is accepted [F116]', () => {
    expect(() => withP12(file('rc2.p12'))).toThrow(
      /^PIX_CERT_P12: enciphered in a way that is not read any more \(RC2\).*openssl pkcs12 -legacy/,
    )
    expect(withP12(file('aes.p12'))).toBeTruthy()
  })

  it('a missing or wrong file is reported with its setting [F116]', () => {
    expect(() => withP12('/nirgends/pix.p12')).toThrow(/^PIX_CERT_P12: cannot be read \(ENOENT\)/)
    expect(() => withP12(new URL(import.meta.url).pathname)).toThrow(
      /^PIX_CERT_P12: not a certificate with its key/,
    )
  })
})
