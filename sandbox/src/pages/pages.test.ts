import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'

import { bench, useBench } from '../testing/use-bench.ts'

useBench()

const get = (path: string) => bench.http('GET', `${bench.sandbox.origin}${path}`)

const submit = (path: string, fields: Record<string, string>) =>
  bench.http('POST', `${bench.sandbox.origin}${path}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

const card = (more: Record<string, string> = {}) => ({
  number: '4242 4242 4242 4242',
  expiry: '12/34',
  cvc: '123',
  name: 'Ana',
  ...more,
})

const session = () =>
  bench.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'brl',
          unit_amount: 1990,
          product_data: { name: 'Licença <b>X</b>' },
        },
      },
    ],
    success_url: 'http://localhost:3000/status?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/checkout',
    customer_email: 'ana@demo.test',
  })

let txids = 0

async function charge(): Promise<{ txid: string; code: string }> {
  const txid = `page${String(++txids).padStart(28, '0')}`

  const { body } = await bench.pix('PUT', `/v2/cob/${txid}`, {
    valor: { original: '19.90' },
    chave: bench.sandbox.env['PIX_KEY'],
    devedor: { cpf: '52998224725', nome: 'Ana' },
    solicitacaoPagador: 'Pedido 1',
  })

  return { txid, code: body.pixCopiaECola }
}

describe('card page', () => {
  it('shows the order escaped, the prefilled card, and a way back', async () => {
    const { id } = await session()
    const { status, body, headers } = await get(`/sandbox/card/${id}`)
    expect(status).toBe(200)
    expect(body).toContain('Licença &lt;b&gt;X&lt;/b&gt;')
    expect(body).toContain('value="4242 4242 4242 4242"')
    expect(body).toMatch(/Total<\/span><span>R\$\s39,80/)
    expect(body).toContain('href="http://localhost:3000/checkout"')
    expect(body).toContain('<html lang="pt-BR">')
    expect(body).not.toContain('Card number')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).not.toMatch(/<script/)
  })

  it('a declined card stays with a message, a good one goes to success_url with the session id', async () => {
    const { id } = await session()
    const refused = await submit(`/sandbox/card/${id}`, card({ number: '4000000000000002' }))

    expect(refused).toMatchObject({
      status: 402,
      body: expect.stringContaining('Seu cartão foi recusado.'),
    })

    for (const [wrong, text] of [
      [{ number: '4242424242424241' }, 'O número do cartão está incorreto.'],
      [{ expiry: '01/20' }, 'já passou'],
      [{ cvc: 'x' }, 'código de segurança'],
      [{ name: '' }, 'nome no cartão'],
    ] as const) {
      expect(
        await submit(`/sandbox/card/${id}`, card(wrong as Record<string, string>)),
      ).toMatchObject({ status: 422, body: expect.stringContaining(text) })
    }

    const paid = await submit(`/sandbox/card/${id}`, card())

    expect([paid.status, paid.headers['location']]).toEqual([
      303,
      `http://localhost:3000/status?session_id=${id}`,
    ])

    expect((await get(`/sandbox/card/${id}`)).body).toContain('•••• 4242')
    expect(JSON.stringify(await bench.control('GET', '/state'))).not.toContain('4242424242424242')
  })

  it('its dashboard refunds and disputes; an expired session says so; a wrong one is 404', async () => {
    const { id } = await session()
    await submit(`/sandbox/card/${id}`, card())
    expect((await submit(`/sandbox/card/${id}/dashboard`, { action: 'refund' })).status).toBe(303)

    expect(await submit(`/sandbox/card/${id}/dashboard`, { action: 'refund' })).toMatchObject({
      status: 400,
      body: expect.stringContaining('already been refunded'),
    })

    const contested = await session()
    await submit(`/sandbox/card/${contested.id}`, card())
    const dashboard = `/sandbox/card/${contested.id}/dashboard`
    await submit(dashboard, { action: 'created', amount: '10,00', reason: 'product_not_received' })
    expect((await get(`/sandbox/card/${contested.id}`)).body).toMatch(
      /needs_response[\s\S]*product_not_received[\s\S]*R\$\s10,00[\s\S]*Loja ganha[\s\S]*Loja perde/,
    )
    await submit(dashboard, { action: 'lost', amount: '4,00' })
    const { body: lost } = await get(`/sandbox/card/${contested.id}`)
    expect(lost).toMatch(/lost[\s\S]*Contestado[\s\S]*R\$\s10,00[\s\S]*R\$\s4,00/)
    expect(lost).toContain('Loja recorre')
    expect(lost).not.toContain('Loja ganha')
    expect((await submit(dashboard, { action: 'escalated' })).status).toBe(409)
    const gone = await session()
    await bench.stripe.checkout.sessions.expire(gone.id)
    expect((await get(`/sandbox/card/${gone.id}`)).body).toContain('Esta sessão expirou.')
    expect((await get('/sandbox/card/cs_none')).status).toBe(404)
    expect((await get('/sandbox/card')).body).toContain(id)
  })
})

describe('colour', () => {
  it('a page has the colour that the shop’s proxy sends, and refuses other declarations', async () => {
    const accent =
      '--accent:light-dark(#10206b,#152773);--on-accent:light-dark(#ffffff,#ffffff);' +
      '--accent-soft:light-dark(rgb(16 32 107 / 0.2),rgb(21 39 115 / 0.14))'

    const rootOf = async (header: string) => {
      const { body } = await bench.http('GET', `${bench.sandbox.origin}/sandbox/bank`, {
        headers: { 'x-shop-accent': header },
      })
      return /<html[^>]*>/.exec(body)?.[0]
    }

    expect(await rootOf(accent)).toBe(`<html lang="pt-BR" style="${accent}">`)
    for (const other of ['', 'color:red', '--accent:red;position:fixed', `${accent}"><script>`])
      expect(await rootOf(other), other).toBe('<html lang="pt-BR">')
  })
})

describe('language', () => {
  const titleOf = async (path: string, headers: Record<string, string> = {}) => {
    const { body } = await bench.http('GET', `${bench.sandbox.origin}${path}`, { headers })
    return [/<html lang="(.+?)">/.exec(body)?.[1], /<h1>(.+?)<\/h1>/.exec(body)?.[1]]
  }

  it('a page has one language: that of the address, the cookie or the browser', async () => {
    const portuguese = ['pt-BR', 'Sessões de cartão']
    const english = ['en-US', 'Card sessions']
    const path = '/sandbox/card'
    expect(await titleOf(path)).toEqual(portuguese)
    expect(await titleOf(path, { 'accept-language': 'fr' })).toEqual(portuguese)
    expect(await titleOf(path, { 'accept-language': 'en-GB,en;q=0.8' })).toEqual(english)

    const wish = { 'accept-language': 'en', cookie: 'a=b; i18next=pt-BR' }
    expect(await titleOf(path, wish)).toEqual(portuguese)
    expect(await titleOf(`${path}?lng=en-US`, wish)).toEqual(english)

    const { body } = await get(`${path}?lng=en-US`)
    expect(body).toContain('no real money')
    expect(body).not.toMatch(/Cartão|Carteira|dinheiro/)
    expect(body).toContain('href="/sandbox/card?lng=pt-BR">Português<')
  })

  it('a refused form answers in the language of its page', async () => {
    const refusal = await bench.http('POST', `${bench.sandbox.origin}/sandbox/bank`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
      body: 'code=',
    })

    expect(refusal.body).toContain('Paste the PIX code.')
    expect((await get('/sandbox/fonts/archivo-text.woff2')).headers['content-type']).toBe(
      'font/woff2',
    )
  })
})

describe('bank', () => {
  it('finds a charge by its pasted code, pays it, another amount, and again', async () => {
    const { txid, code } = await charge()
    const found = await submit('/sandbox/bank', { code: `  ${code}\n` })
    expect([found.status, found.headers['location']]).toEqual([303, `/sandbox/bank/${txid}`])
    const shown = (await get(`/sandbox/bank/${txid}`)).body as string
    expect(shown).toContain('***.982.247-**')
    expect(shown).not.toContain('52998224725')
    expect(shown).toContain('<svg')
    await submit(`/sandbox/bank/${txid}`, { action: 'pay' })
    await submit(`/sandbox/bank/${txid}`, { action: 'other', amount: '5,00' })

    expect(
      (await bench.pix('GET', `/v2/cob/${txid}`)).body.pix.map(
        (one: { valor: string }) => one.valor,
      ),
    ).toEqual(['19.90', '5.00'])

    expect((await get('/sandbox/bank')).body).toContain('Pedido 1')
  })

  it('reports fraud with what happened to the payer', async () => {
    const { txid } = await charge()
    await submit(`/sandbox/bank/${txid}`, { action: 'pay' })
    expect((await get(`/sandbox/bank/${txid}`)).body).toContain('<option>coerção</option>')
    await submit(`/sandbox/bank/${txid}`, { action: 'ABERTA', situation: 'coerção' })
    expect((await get(`/sandbox/bank/${txid}`)).body).toContain('ABERTA · coerção · R$')
  })

  it('names the error in a code', async () => {
    const { code } = await charge()

    expect(
      await submit('/sandbox/bank', {
        code: `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`,
      }),
    ).toMatchObject({ status: 422, body: expect.stringContaining('não é válido') })

    expect((await submit('/sandbox/bank', { code: '' })).body).toContain('Cole o código')
    const { txid } = await charge()
    expect((await submit(`/sandbox/bank/${txid}`, { action: 'other', amount: '' })).status).toBe(
      400,
    )
    expect((await get('/sandbox/bank/none')).status).toBe(404)
  })
})

describe('wallet, mail, home', () => {
  it('sends coins and moves a deposit on', async () => {
    expect(
      (await submit('/sandbox/wallet', { network: 'USDT:TRX', amount: '7,123456', status: '0' }))
        .status,
    ).toBe(303)

    const { binance } = await bench.control('GET', '/state')
    expect(binance.deposits).toMatchObject([{ amount: '7.123456', status: 0 }])
    await submit(`/sandbox/wallet/${binance.deposits[0].id}`, { status: '1' })
    expect((await get('/sandbox/wallet')).body).toContain('confirmado')
    expect(await submit('/sandbox/wallet', { network: 'USDT:TRX', amount: 'much' })).toMatchObject({
      status: 422,
    })
  })

  it('shows a mail in a frame that runs nothing', async () => {
    await createTransport({ url: bench.sandbox.env['SMTP_URL'] } as never).sendMail({
      from: 'a@b.co',
      to: 'ana@demo.test',
      subject: '<i>Oi</i>',
      text: 'texto',
      html: '<p onclick="x()">Oi</p><script>alert(1)</script>',
    })

    const [mail] = await bench.control('GET', '/mail')
    expect((await get('/sandbox/mail')).body).toContain('&lt;i&gt;Oi&lt;/i&gt;')
    const { body } = await get(`/sandbox/mail/${mail.id}`)
    expect(body).toMatch(/<iframe sandbox="[^"]*(?<!allow-scripts)"[^>]*srcdoc="/)
    expect(body).not.toMatch(/sandbox="[^"]*allow-scripts/)
    expect(body).not.toMatch(/<script/)
    expect((await get(`/sandbox/mail/${mail.id}/raw`)).body).toContain('Subject:')
  })

  it('home counts waiting webhooks: none, one and two', async () => {
    const tiles = async () => (await get('/sandbox')).body
    expect(await tiles()).toContain('0 cobranças pendentes')
    await charge()
    expect(await tiles()).toContain('1 cobrança pendente<')
    await charge()
    expect(await tiles()).toContain('2 cobranças pendentes')
  })

  it('home shows webhooks and faults; unknown pages and calls are named', async () => {
    await bench.control('POST', '/faults', [{ provider: 'efi', do: 'timeout' }])
    expect((await get('/sandbox')).body).toContain('Falhas armadas')
    await submit('/sandbox/faults/clear', {})
    expect(await bench.control('GET', '/faults')).toEqual([])

    expect(await get('/sandbox/nothing')).toMatchObject({
      status: 404,
      body: expect.stringContaining('Página não encontrada'),
    })

    expect(await get('/sandbox/api/nothing')).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('no such call') },
    })

    for (const [path, body] of [
      ['/faults', [{ provider: 'nobody', do: 'reset' }]],
      ['/faults', [{ provider: 'efi', do: 'explode' }]],
      ['/clock', {}],
      ['/store', { origins: 'x' }],
      ['/store', { origins: ['x'] }],
      ['/pix/autopay', { on: 'yes' }],
    ] as const) {
      expect(
        await bench.http('POST', `${bench.sandbox.origin}/sandbox/api${path}`, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ).toMatchObject({ status: 400, body: { error: expect.any(String) } })
    }
  })
})
