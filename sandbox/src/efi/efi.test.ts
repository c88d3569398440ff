import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { describe, expect, it } from 'vitest'

import { basicCredentials, mutualAgent, sleep, until } from '../testing/bench.ts'
import { chargeBody, charged, newTxid, useEfi } from '../testing/efi.ts'
import { bench } from '../testing/use-bench.ts'

useEfi()
const callbacks = () => bench.store.received.filter((one) => one.json?.pix)

describe('access', () => {
  it('the handshake demands a client certificate, the token call included', async () => {
    const { env } = bench.sandbox
    const without = new Agent({ connect: { ca: readFileSync(env['PIX_CA']!) } })

    await expect(
      request(`${env['PIX_BASE_URL']}/oauth/token`, {
        method: 'POST',
        dispatcher: without,
        headers: { authorization: basicCredentials(env) },
      }),
    ).rejects.toThrow()

    await without.close()
  })

  it('gives a token for good credentials only, JSON or form, and it ends', async () => {
    const { env } = bench.sandbox
    const agent = mutualAgent(env)

    const token = (authorization: string, type: string, body: string) =>
      request(`${env['PIX_BASE_URL']}/oauth/token`, {
        method: 'POST',
        dispatcher: agent,
        headers: { authorization, 'content-type': type },
        body,
      })

    const bad = await token('Basic eA==', 'application/json', '{"grant_type":"client_credentials"}')

    expect([bad.statusCode, await bad.body.json()]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'Invalid or inactive credentials' },
    ])

    const form = await token(
      basicCredentials(env),
      'application/x-www-form-urlencoded',
      'grant_type=client_credentials',
    )

    expect(await form.body.json()).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: expect.stringContaining('cob.write'),
    })

    await agent.close()
    expect(
      (await bench.pix('GET', '/v2/cob/x', undefined, { authorization: 'Bearer nonsense' })).status,
    ).toBe(401)
    const old = await bench.pixToken()
    await bench.control('POST', '/clock', { advanceMs: 3_601_000 })
    expect(
      (await bench.pix('GET', '/v2/cob/x', undefined, { authorization: `Bearer ${old}` })).status,
    ).toBe(401)
    await bench.control('POST', '/clock', { advanceMs: -3_601_000 })
    expect(
      (await bench.pix('GET', '/v2/cob/x', undefined, { authorization: `Bearer ${old}` })).status,
    ).toBe(400)
  })
})

describe('charges', () => {
  it('are made with our txid once, with a BR Code whose CRC holds', async () => {
    const txid = newTxid()
    const { status, body } = await bench.pix('PUT', `/v2/cob/${txid}`, chargeBody())
    expect(status).toBe(201)

    expect(body).toMatchObject({
      txid,
      revisao: 0,
      status: 'ATIVA',
      valor: { original: '123.45' },
      devedor: { cpf: '52998224725' },
      calendario: { expiracao: 3600 },
      loc: { tipoCob: 'cob' },
    })

    expect(isValidPixPayload(body.pixCopiaECola)).toBe(true)

    expect(getPixPayloadInfo(body.pixCopiaECola)).toMatchObject({
      pointOfInitiation: 'dynamic',
      url: body.location,
    })

    expect(body.location).toMatch(/^pix\.sandbox\.local\/v2\/[0-9a-f]{32}$/)

    expect(await bench.pix('PUT', `/v2/cob/${txid}`, chargeBody())).toMatchObject({
      status: 409,
      body: { nome: 'txid_duplicado' },
    })

    expect((await bench.pix('GET', `/v2/cob/${txid}`)).body).toEqual(body)
    expect((await bench.pix('GET', `/v2/loc/${body.loc.id}/qrcode`)).body.qrcode).toBe(
      body.pixCopiaECola,
    )
  })

  it.each<[string, { txid?: string; [field: string]: unknown }, number, string]>([
    ['a short txid', { txid: 'abc' }, 400, 'valor_invalido'],
    ['no cents', { valor: { original: '10' } }, 400, 'json_invalido'],
    ['a number', { valor: { original: 10.5 } }, 400, 'json_invalido'],
    ['nothing to pay', { valor: { original: '0.00' } }, 400, 'valor_invalido'],
    ['no life', { calendario: { expiracao: 0 } }, 400, 'valor_invalido'],
    ['a false CPF', { devedor: { cpf: '12345678900', nome: 'X' } }, 400, 'valor_invalido'],
    ['a punctuated CPF', { devedor: { cpf: '529.982.247-25', nome: 'X' } }, 400, 'valor_invalido'],
    [
      'two documents',
      { devedor: { cpf: '52998224725', cnpj: '12345678000195', nome: 'X' } },
      400,
      'valor_invalido',
    ],
    ['a foreign key', { chave: 'someone@else.com' }, 400, 'chave_invalida'],
    ['a long note', { solicitacaoPagador: 'x'.repeat(141) }, 400, 'json_invalido'],
    ['an unknown field', { colour: 'red' }, 400, 'json_invalido'],
  ])('refuse %s', async (_name, { txid = newTxid(), ...more }, status, nome) => {
    expect(await bench.pix('PUT', `/v2/cob/${txid}`, chargeBody(more))).toMatchObject({
      status,
      body: { nome, mensagem: expect.any(String) },
    })
  })

  it('stay ATIVA after their time, take late money, and are removed only while ATIVA', async () => {
    const late = await charged()
    await bench.control('POST', '/clock', { advanceMs: 3_500_000 })
    await bench.control('POST', '/clock', { advanceMs: 101_000 })
    const fresh = { authorization: `Bearer ${await bench.pixToken()}` }
    expect((await bench.pix('GET', `/v2/cob/${late}`, undefined, fresh)).body.status).toBe('ATIVA')
    await bench.control('POST', `/pix/${late}/pay`)

    expect(
      await bench.pix(
        'PATCH',
        `/v2/cob/${late}`,
        { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
        fresh,
      ),
    ).toMatchObject({ status: 400, body: { nome: 'status_cobranca_invalido' } })

    const gone = newTxid()
    await bench.pix('PUT', `/v2/cob/${gone}`, chargeBody(), fresh)

    expect(
      (
        await bench.pix(
          'PATCH',
          `/v2/cob/${gone}`,
          { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
          fresh,
        )
      ).body,
    ).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', revisao: 1 })

    await expect(bench.control('POST', `/pix/${gone}/pay`)).rejects.toThrow('409')
    await bench.control('POST', '/clock', { advanceMs: -3_601_000 })
  })

  it('an unknown one is 400 in Efí words and 404 as problem+json', async () => {
    expect(await bench.pix('GET', `/v2/cob/${newTxid()}`)).toMatchObject({
      status: 400,
      body: { nome: 'cobranca_nao_encontrada' },
    })

    await bench.control('POST', '/pix/settings', { errorStyle: 'problem' })
    const problem = await bench.pix('GET', `/v2/cob/${newTxid()}`)

    expect(problem).toMatchObject({
      status: 404,
      body: { type: 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado', status: 404 },
    })

    expect(problem.headers['content-type']).toContain('application/problem+json')
  })

  it('are listed within a span, by pages', async () => {
    for (let i = 0; i < 3; i++) await charged()
    const span = `inicio=${new Date(Date.now() - 60_000).toISOString()}&fim=${new Date(Date.now() + 60_000).toISOString()}`

    const { body } = await bench.pix(
      'GET',
      `/v2/cob?${span}&paginacao.itensPorPagina=2&paginacao.paginaAtual=1&status=ATIVA`,
    )

    expect(body).toMatchObject({
      parametros: { paginacao: { quantidadeDePaginas: 2, quantidadeTotalDeItens: 3 } },
      cobs: [{ status: 'ATIVA' }],
    })

    expect((await bench.pix('GET', '/v2/cob?inicio=yesterday&fim=now')).status).toBe(400)
  })
})

describe('payments and callbacks', () => {
  it('pay: exact, another amount, twice; the callback goes to the URL with /pix put behind it', async () => {
    const txid = await charged()
    const { pix } = await bench.control('POST', `/pix/${txid}/pay`)
    expect(pix.endToEndId).toMatch(/^E\d{20}[A-Za-z0-9]{11}$/)
    const first = await until(() => callbacks()[0])
    expect(first.url).toBe('/api/webhooks/pix?hmac=SECRET&ignorar=/pix')

    expect(first.json.pix).toMatchObject([
      {
        endToEndId: pix.endToEndId,
        txid,
        valor: '123.45',
        gnExtras: { pagador: { cpf: '***.982.247-**' } },
      },
    ])

    await bench.control('POST', `/pix/${txid}/pay`, { amount: '0.5' })
    const { body } = await bench.pix('GET', `/v2/cob/${txid}`)

    expect(body).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ valor: '123.45' }, { valor: '0.50' }],
    })

    expect((await bench.pix('GET', `/v2/pix/${pix.endToEndId}`)).body).toMatchObject({
      txid,
      valor: '123.45',
    })

    await expect(bench.control('POST', `/pix/${txid}/pay`, { amount: '-1' })).rejects.toThrow('400')
    await expect(bench.control('POST', `/pix/${newTxid()}/pay`)).rejects.toThrow('404')
  })

  it('several payments share one callback, and Efí resends on request', async () => {
    const txids = [await charged(), await charged()]
    const { pix } = await bench.control('POST', '/pix/batch', { txids })
    expect(
      (await until(() => callbacks()[0])).json.pix.map((one: { txid: string }) => one.txid),
    ).toEqual(txids)

    expect(
      (
        await bench.pix('POST', '/v2/gn/webhook/reenviar', {
          tipo: 'PIX_RECEBIDO',
          e2eids: [pix[0].endToEndId],
        })
      ).status,
    ).toBe(202)

    await until(() => callbacks().length === 2)
  })

  it('a refused callback is tried again; a dropped one never comes', async () => {
    let calls = 0
    bench.store.answer = () => (++calls === 1 ? 503 : 200)
    await bench.control('POST', `/pix/${await charged()}/pay`)
    await until(() => callbacks().length === 2)
    await bench.control('POST', '/faults', [
      { provider: 'pix', path: '/pix', times: 1, do: 'drop-webhook' },
    ])
    await bench.control('POST', `/pix/${await charged()}/pay`)
    await sleep(150)
    expect(callbacks()).toHaveLength(2)
  })

  it('homologation pays up to R$ 10,00 by itself only when switched on', async () => {
    expect(
      (await bench.pix('GET', `/v2/cob/${await charged({ valor: { original: '10.00' } })}`)).body
        .status,
    ).toBe('ATIVA')

    await bench.control('POST', '/pix/autopay', { on: true })

    expect(
      (await bench.pix('GET', `/v2/cob/${await charged({ valor: { original: '10.00' } })}`)).body
        .status,
    ).toBe('CONCLUIDA')

    expect(
      (await bench.pix('GET', `/v2/cob/${await charged({ valor: { original: '10.01' } })}`)).body
        .status,
    ).toBe('ATIVA')
  })
})

describe('returns', () => {
  it('go from EM_PROCESSAMENTO to DEVOLVIDO with a callback; parts never exceed the payment', async () => {
    const { pix } = await bench.control('POST', `/pix/${await charged()}/pay`)
    const path = (id: string) => `/v2/pix/${pix.endToEndId}/devolucao/${id}`

    expect(await bench.pix('PUT', path('r1'), { valor: '23.45' })).toMatchObject({
      status: 201,
      body: {
        id: 'r1',
        valor: '23.45',
        status: 'EM_PROCESSAMENTO',
        rtrId: expect.stringMatching(/^D\d{31}$/),
      },
    })

    expect(await bench.pix('PUT', path('r1'), { valor: '23.45' })).toMatchObject({
      status: 409,
      body: { nome: 'devolucao_id_duplicado' },
    })

    expect((await bench.pix('PUT', path('r2'), { valor: '100.01' })).status).toBe(400)
    expect((await bench.pix('PUT', path('r3'), { valor: '100.00' })).status).toBe(201)

    expect(
      await until(async () => {
        const one = await bench.pix('GET', path('r1'))
        return one.body.status === 'DEVOLVIDO' && one.body
      }),
    ).toMatchObject({ horario: { liquidacao: expect.any(String) } })

    await until(() =>
      callbacks().some((one) =>
        one.json.pix[0].devolucoes?.some((back: { status: string }) => back.status === 'DEVOLVIDO'),
      ),
    )

    expect(await bench.pix('GET', path('none'))).toMatchObject({
      status: 400,
      body: { nome: 'devolucao_nao_encontrada' },
    })

    expect(await bench.pix('PUT', '/v2/pix/E000/devolucao/x', { valor: '1.00' })).toMatchObject({
      status: 400,
      body: { nome: 'pix_nao_encontrado' },
    })
  })

  it('one centavo is always refused, a test can refuse any, and its money can be returned again', async () => {
    const { pix } = await bench.control('POST', `/pix/${await charged()}/pay`)
    const path = (id: string) => `/v2/pix/${pix.endToEndId}/devolucao/${id}`
    await bench.pix('PUT', path('c1'), { valor: '0.01' })

    expect(
      await until(async () => {
        const one = await bench.pix('GET', path('c1'))
        return one.body.status === 'NAO_REALIZADO' && one.body
      }),
    ).toMatchObject({ motivo: expect.stringContaining('Saldo insuficiente') })

    await bench.pix('PUT', path('all1'), { valor: '123.45' })
    await bench.control('POST', '/pix/devolucao', { id: 'all1', status: 'NAO_REALIZADO' })
    expect((await bench.pix('PUT', path('all2'), { valor: '123.45' })).status).toBe(201)
  })

  it('made in the bank app: a part or all, with an id of the bank and no nature', async () => {
    const txid = await charged()
    await bench.control('POST', `/pix/${txid}/pay`)

    expect(await bench.control('POST', `/pix/${txid}/return`, { amount: '1.00' })).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      valor: '1.00',
      status: 'EM_PROCESSAMENTO',
    })

    await bench.control('POST', `/pix/${txid}/return`, { natureza: 'ORIGINAL' })
    const { devolucoes } = (await bench.pix('GET', `/v2/cob/${txid}`)).body.pix[0]

    expect(devolucoes.map((one: any) => [one.valor, one.natureza])).toEqual([
      ['1.00', undefined],
      ['122.45', 'ORIGINAL'],
    ])

    await expect(bench.control('POST', `/pix/${txid}/return`)).rejects.toThrow('409')
  })
})

describe('locations', () => {
  it('a charge takes one that exists and is free, and no other [F117]', async () => {
    await bench.control('POST', '/pix/settings', {
      scopes: 'payloadlocation.read payloadlocation.write',
    })
    const as = { authorization: `Bearer ${await bench.pixToken()}` }
    const { status, body } = await bench.pix('POST', '/v2/loc', { tipoCob: 'cob' }, as)
    expect(status).toBe(201)
    const txid = await charged({ loc: { id: body.id } })

    expect((await bench.pix('GET', `/v2/cob/${txid}`)).body).toMatchObject({
      location: body.location,
      loc: { id: body.id },
    })

    expect((await bench.pix('GET', `/v2/loc/${body.id}`)).body).toMatchObject({ txid })
    const put = (loc: unknown) => bench.pix('PUT', `/v2/cob/${newTxid()}`, chargeBody({ loc }))

    expect(await put({ id: 999_999_999_999 })).toMatchObject({
      status: 400,
      body: { nome: 'location_nao_encontrada' },
    })

    expect((await put({ id: body.id })).body.nome).toBe('valor_invalido')
    expect((await put({ id: '7' })).body.nome).toBe('json_invalido')
    expect((await bench.pix('DELETE', `/v2/loc/${body.id}/txid`, undefined, as)).status).toBe(200)
    expect((await put({ id: body.id })).status).toBe(201)
    const moved = await bench.pix('PATCH', `/v2/cob/${txid}`, { loc: { id: 1 } })
    expect(moved.body.nome).toBe('location_nao_encontrada')
  })
})

describe('scopes and other PSPs', () => {
  const tokenOf = async (type: string, body: string) => {
    const agent = mutualAgent(bench.sandbox.env)

    const reply = await request(`${bench.sandbox.env['PIX_BASE_URL']}/oauth/token`, {
      method: 'POST',
      dispatcher: agent,
      headers: { authorization: basicCredentials(bench.sandbox.env), 'content-type': type },
      body,
    })

    const json = (await reply.body.json()) as { access_token: string; scope: string }
    await agent.close()

    return { status: reply.statusCode, ...json }
  }

  it('a token has the scopes that the guide asks for, and no more', async () => {
    const { scope } = await tokenOf('application/json', '{"grant_type":"client_credentials"}')

    expect(scope).toBe(
      'cob.read cob.write pix.read pix.write webhook.read webhook.write payloadlocation.read ' +
        'gn.infractions.read gn.infractions.write',
    )

    expect(await bench.pix('POST', '/v2/loc', { tipoCob: 'cob' })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    })
  })

  it('a call outside its scope is refused by name', async () => {
    await bench.control('POST', '/pix/settings', { scopes: 'cob.read cob.write' })

    const { access_token: token } = await tokenOf(
      'application/json',
      '{"grant_type":"client_credentials"}',
    )

    const as = { authorization: `Bearer ${token}` }
    expect((await bench.pix('GET', `/v2/cob/${newTxid()}`, undefined, as)).status).toBe(400)

    for (const path of ['/v2/gn/infracoes', '/v2/webhook/x', '/v2/pix/x', '/v2/loc/1'])
      expect(await bench.pix('GET', path, undefined, as)).toMatchObject({
        status: 403,
        body: {
          error: 'insufficient_scope',
          error_description: 'Access token has insufficient scope',
        },
      })
  })

  it('a generic PSP takes a form token with scopes and serves only its own path [F115]', async () => {
    await bench.control('POST', '/pix/settings', {
      errorStyle: 'problem',
      tokenForm: true,
      apiPath: '/pix/api/v2',
    })

    expect(await tokenOf('application/json', '{"grant_type":"client_credentials"}')).toMatchObject({
      status: 400,
      error: 'invalid_request',
    })

    const { scope, access_token: token } = await tokenOf(
      'application/x-www-form-urlencoded',
      'grant_type=client_credentials&scope=cob.write+cob.read',
    )

    expect(scope).toBe('cob.read cob.write')
    const as = { authorization: `Bearer ${token}` }
    const txid = newTxid()
    expect((await bench.pix('PUT', `/pix/api/v2/cob/${txid}`, chargeBody(), as)).status).toBe(201)
    expect((await bench.pix('GET', `/v2/cob/${txid}`, undefined, as)).status).toBe(404)
  })
})

describe('webhook registration', () => {
  const register = (webhookUrl: string, skip = 'false') =>
    bench.pix(
      'PUT',
      `/v2/webhook/${bench.sandbox.env['PIX_KEY']}`,
      { webhookUrl },
      { 'x-skip-mtls-checking': skip },
    )

  it('tests the exact URL by https and demands 2xx; http is refused, on this machine too [F117]', async () => {
    const { env } = bench.sandbox
    const front = new URL(env['PIX_WEBHOOK_URL']!).origin
    expect((await register(`${front}/hook?a=1`)).status).toBe(201)

    expect(bench.store.received.at(-1)).toMatchObject({
      url: '/hook?a=1',
      json: { evento: 'teste_webhook' },
    })

    bench.store.answer = () => 403

    expect(await register(`${front}/hook`)).toMatchObject({
      status: 400,
      body: {
        nome: 'webhook_invalido',
        mensagem: 'A URL informada respondeu com o código HTTP 403',
      },
    })

    expect(await register('https://127.0.0.1:9/none')).toMatchObject({
      status: 400,
      body: { nome: 'webhook_invalido', mensagem: 'A URL informada está inacessível' },
    })

    for (const url of [`${bench.store.origin}/hook`, 'http://example.com/hook'])
      expect(await register(url)).toMatchObject({
        status: 400,
        body: {
          nome: 'valor_invalido',
          mensagem: 'A URL do webhook deve usar o protocolo HTTPS',
        },
      })

    expect((await register('loja')).body.mensagem).toBe('URL inválida')
    expect((await bench.pix('GET', `/v2/webhook/${env['PIX_KEY']}`)).body.webhookUrl).toBe(
      `${front}/hook?a=1`,
    )
    expect((await bench.pix('DELETE', `/v2/webhook/${env['PIX_KEY']}`)).status).toBe(204)
    expect((await bench.pix('GET', `/v2/webhook/${env['PIX_KEY']}`)).status).toBe(400)
  })

  it('the TLS front before the store refuses calls without the certificate', async () => {
    const open = new Agent({ connect: { rejectUnauthorized: false } })

    const reply = await request(bench.sandbox.env['PIX_WEBHOOK_URL']!, {
      method: 'POST',
      body: '{}',
      dispatcher: open,
    })

    expect(reply.statusCode).toBe(403)
    await open.close()
    expect(bench.store.received).toEqual([])
  })

  it('an https webhook must refuse a call without a certificate and take one with it, or skip', async () => {
    const file = (name: string) => readFileSync(join(bench.stateDir, 'certificates', name))
    let strict = true
    const subjects: string[] = []

    const server = createServer(
      {
        cert: file('server.pem'),
        key: file('server.key'),
        ca: file('ca.pem'),
        requestCert: true,
        rejectUnauthorized: false,
      },
      (incoming, outgoing) => {
        const { authorized } = incoming.socket as unknown as { authorized: boolean }
        subjects.push(authorized ? 'certificate' : 'none')
        outgoing.writeHead(strict && !authorized ? 401 : 200).end()
        incoming.resume()
      },
    )

    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    expect((await register(url)).status).toBe(201)
    expect(subjects).toEqual(['none', 'certificate'])
    strict = false

    expect(await register(url)).toMatchObject({
      status: 400,
      body: { mensagem: 'A autenticação de TLS mútuo não está configurada na URL informada' },
    })

    expect((await register(url, 'true')).status).toBe(201)
    server.closeAllConnections()
    server.close()
  })
})

describe('faults', () => {
  it('status, reset, timeout and commit-then-timeout, each as often as asked', async () => {
    const impatient = new Agent({
      headersTimeout: 300,
      connect: {
        cert: readFileSync(bench.sandbox.env['PIX_CERT_PEM']!),
        key: readFileSync(bench.sandbox.env['PIX_KEY_PEM']!),
        ca: readFileSync(bench.sandbox.env['PIX_CA']!),
      },
    })

    const token = await bench.pixToken()

    const put = (txid: string) =>
      request(`${bench.sandbox.env['PIX_BASE_URL']}/v2/cob/${txid}`, {
        method: 'PUT',
        dispatcher: impatient,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(chargeBody()),
      })

    const fault = (action: string) =>
      bench.control('POST', '/faults', [
        { provider: 'efi', method: 'PUT', path: '/v2/cob/*', times: 1, do: action },
      ])

    const txid = newTxid()
    await fault('status:500')
    expect((await put(txid)).statusCode).toBe(500)
    await fault('reset')
    await expect(put(txid)).rejects.toThrow()
    await fault('timeout')
    await expect(put(txid)).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
    expect((await bench.pix('GET', `/v2/cob/${txid}`)).status).toBe(400)
    await fault('commit-then-timeout')
    await expect(put(txid)).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
    expect((await bench.pix('GET', `/v2/cob/${txid}`)).body.status).toBe('ATIVA')
    expect(await bench.control('GET', '/faults')).toEqual([])
    await impatient.close()
  })

  it('the request log shows calls without secrets or CPF', async () => {
    await charged()
    const log = JSON.stringify(await bench.control('GET', '/requests?provider=pix'))
    expect(log).toContain('/v2/cob/')

    for (const secret of [
      '52998224725',
      'Bearer',
      'hmac=SECRET',
      bench.sandbox.env['PIX_CLIENT_SECRET']!,
    ])
      expect(log).not.toContain(secret)
  })
})
