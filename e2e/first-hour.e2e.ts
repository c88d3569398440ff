import type { Language } from '@chaveiro/contracts/limits'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { launchSandbox } from '../server/src/public-pages/launch-sandbox.ts'
import { memoryFolder } from '../server/src/testing/database.ts'
import { shopPort, spawnShop } from '../server/src/testing/shop-process.ts'
import { desk, phone } from './admin.ts'
import { launchBrowser } from './browser.ts'
import { fetchAsUser } from './buyer.ts'
import { sidewaysScroll, visit, type Shop } from './shop.ts'

// The first hour: an owner sets up an empty production shop by following the back office, up to a
// paid order (P426). The sandbox plays the bank, reached by host name, over TLS with a certificate.

const bank = 'pix.sandbox.local'
const admin = { email: 'dona@lua.example', password: 'uma-frase-bem-longa-7' }
const names = new URL('../server/src/testing/names-preload.ts', import.meta.url)
let sandbox: Awaited<ReturnType<typeof launchSandbox>>
const banksFolder = memoryFolder('e2e-bank')
let browser: Browser

beforeAll(async () => {
  ;[sandbox, browser] = await Promise.all([
    launchSandbox({ DATA_DIR: banksFolder, PORT: '1' }),
    launchBrowser(),
  ])
})

afterAll(async () => {
  await browser?.close()
  await sandbox?.stop()
  rmSync(banksFolder, { recursive: true, force: true })
})

/** A production shop with an empty database, as after its first start. */
async function emptyShop(): Promise<{ shop: Shop; close(): Promise<void> }> {
  const folder = memoryFolder('e2e-first')
  const databaseName = `first_${Math.random().toString(36).slice(2)}`
  const root = process.env.E2E_DATABASE_URL!.replace(/\/[^/]*$/, '/')

  const database = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${root}postgres` })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  await database(`create database ${databaseName} template template0`)
  const port = await shopPort()
  const origin = `http://localhost:${port}`
  const key = Buffer.alloc(32, 7).toString('base64')

  const child = await spawnShop(
    {
      STORE_MODE: 'production',
      PUBLIC_URL: origin,
      HOST: '127.0.0.1',
      PORT: String(port),
      TRUST_PROXY: '0',
      DATABASE_URL: root + databaseName,
      DATA_DIR: join(folder, 'data'),
      STORE_SECRET: key,
      VAULT_KEYS: `1:${key}`,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      PIX_CA: sandbox.env.PIX_CA!,
      LOCAL_NAMES: bank,
      INNER_HOSTS: '1',
      LOG_LEVEL: 'warn',
      CAPTCHA_COST: '10',
      SWEEP_SECONDS: '1',
    },
    ['--import', names.href],
  )

  const api = async (path: string, init: RequestInit = {}) =>
    (await fetch(origin + path, init)).json()

  return {
    shop: { origin, browser, api } as Shop,
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      await database(`drop database if exists ${databaseName} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Uses the page and counts the presses. Typing into a field without focus counts as a press too.
 */
function handAt(page: Page) {
  let presses = 0
  return {
    count: () => presses,
    async press(one: Locator) {
      presses++
      await one.click()
    },

    async type(label: string | RegExp, text: string) {
      const field = page.getByLabel(label, { exact: true }).first()
      await field.waitFor()
      if (!(await field.evaluate((it) => it === document.activeElement))) presses++
      await field.fill(text)
    },

    /** Two presses: open the list, choose an entry. */
    async choose(label: string, option: string) {
      presses += 2
      await page.getByLabel(label, { exact: true }).selectOption({ label: option })
    },
    /** Two presses: the button, and the file. */
    async file(input: Locator, name: string, buffer: Buffer) {
      presses += 2
      await input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    },
  }
}

const words = {
  'pt-BR': {
    login: 'Entrar',
    email: 'E-mail',
    password: 'Senha',
    steps: 'Primeiros passos da loja',
    done: (n: number) => `${n} de 5 prontos. No fim, a loja já vendeu o primeiro pedido de teste.`,
    shop: 'Dê à loja um nome, uma cara e quem vende',
    product: 'Crie o primeiro produto, já com chaves',
    payment: 'Ligue uma forma de pagamento',
    mail: 'Ligue o e-mail e envie um teste',
    order: 'Faça uma compra de teste',
    siteName: 'Nome da loja',
    accent: 'Cor de botões e links',
    seller: 'Razão social ou nome completo',
    taxId: 'CNPJ ou CPF',
    save: 'Salvar',
    saved: 'Configurações salvas com sucesso.',
    name: 'Nome',
    description: 'Descrição',
    price: 'Preço',
    validity: 'Validade',
    lifetime: 'Vitalícia',
    keys: 'Chaves (uma por linha)',
    pixKey: 'Chave PIX que recebe',
    address: 'Endereço da API',
    kept: /^Salvo\./,
    host: 'Servidor',
    port: 'Porta',
    user: 'Usuário',
    sender: 'Remetente',
    tryMail: 'Testar com um e-mail para mim',
    works: 'Funciona: o serviço respondeu com estas credenciais.',
    subject: 'Teste de e-mail de Lua Licenças',
    buy: 'Comprar agora',
    testing: /^Em teste: só a equipe vê esta forma de pagamento/,
    terms: /^Li e aceito/,
    pay: /^Pagar .* com PIX$/,
    code: 'Código PIX copia e cola',
    paid: 'Já paguei',
    badge: 'Teste',
  },

  'en-US': {
    login: 'Log in',
    email: 'Email',
    password: 'Password',
    steps: 'First steps',
    done: (n: number) => `${n} of 5 done. By the end, the shop has sold its first test order.`,
    shop: 'Give the shop a name, a look and a seller',
    product: 'Create the first product, with its keys',
    payment: 'Connect a payment method',
    mail: 'Connect email and send a test',
    order: 'Make a test purchase',
    siteName: 'Shop name',
    accent: 'Button and link colour',
    seller: 'Company name or full name',
    taxId: 'CNPJ or CPF',
    save: 'Save',
    saved: 'Settings saved.',
    name: 'Name',
    description: 'Description',
    price: 'Price',
    validity: 'Validity',
    lifetime: 'Lifetime',
    keys: 'Keys (one per line)',
    pixKey: 'PIX key that receives',
    address: 'Address of the API',
    kept: /^Saved\./,
    host: 'Server',
    port: 'Port',
    user: 'User',
    sender: 'Sender',
    tryMail: 'Send me a test email',
    works: 'It works: the service answered with these credentials.',
    subject: 'Test mail of Lua Licenças',
    buy: 'Buy now',
    testing: /^In testing: only staff see this method/,
    terms: /^I have read/,
    pay: /^Pay .* with PIX$/,
    code: 'PIX copy-and-paste code',
    paid: "I've paid",
    badge: 'Test',
  },
} as const

type Film = { shop: Shop; language: Language; width: number }

/**
 * Goes from the login to the delivered key by the links of the pages; returns the count of presses.
 */
async function film({ shop, language, width }: Film): Promise<number> {
  const say = words[language]
  const visitor = await visit(shop, { ...(width < 600 ? phone : desk)(language), width })
  const { page } = visitor
  const hand = handAt(page)
  const { press, type, choose, file } = hand
  const main = page.getByRole('main')
  const button = (name: string | RegExp) => main.getByRole('button', { name, exact: true })
  const way = (step: string) => main.getByRole('link', { name: new RegExp(`${step}$`) })

  /**
   * Checks the progress in the list of first steps and follows its next link. The list is a card on
   * the start page and a line elsewhere.
   */
  async function next(done: number, step: string): Promise<void> {
    await main.getByText(say.done(done), { exact: true }).waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await press(way(step))
  }

  await page.goto('/login')
  await type(say.email, admin.email)
  await type(say.password, admin.password)
  await press(button(say.login))
  await page.waitForURL('**/admin/users')
  await main.getByRole('region', { name: say.steps }).waitFor()

  await next(0, say.shop)
  await type(say.siteName, 'Lua Licenças')
  await file(main.locator('input[type=file]').first(), 'logo.png', await logo())
  await type(say.accent, '#7C3AED')
  await press(button(say.save))
  await page.getByText(say.saved).waitFor()
  await next(0, say.shop)
  await type(say.seller, 'Lua Licenças Ltda.')
  await type(say.taxId, '11.222.333/0001-81')
  await press(button(say.save))

  await next(1, say.product)
  await type(say.name, 'Editor Lunar')
  await type(say.description, 'Um editor para a noite.')
  await type(say.price, '24,90')
  await choose(say.validity, say.lifetime)
  await type(say.keys, 'LUA-AAAA-0001\nLUA-AAAA-0002')
  await press(button(say.save))

  await next(2, say.payment)
  const { env } = sandbox
  const pem = readFileSync(env.PIX_CERT_PEM!, 'utf8') + readFileSync(env.PIX_KEY_PEM!, 'utf8')
  const pix = main.getByRole('form', { name: 'PIX' })
  await type('Client ID', env.PIX_CLIENT_ID!)
  await type('Client Secret', env.PIX_CLIENT_SECRET!)
  await file(pix.locator('input[type=file]'), 'loja.pem', Buffer.from(pem))
  await type(say.pixKey, env.PIX_KEY!)
  await type(new RegExp(`^${say.address}`), env.PIX_BASE_URL!.replace('127.0.0.1', bank))
  await press(pix.getByRole('button', { name: say.save, exact: true }))
  await pix.getByRole('status').filter({ hasText: say.kept }).waitFor()

  await next(3, say.mail)
  const server = new URL(env.SMTP_URL!)
  const mail = main
    .getByRole('form', { name: 'E-mail' })
    .or(main.getByRole('form', { name: 'Mail' }))
  await type(say.host, server.hostname)
  await type(new RegExp(`^${say.port}`), server.port)
  await type(new RegExp(`^${say.user}`), server.username)
  await type(new RegExp(`^${say.password}`), server.password)
  await type(say.sender, 'Lua Licenças <ola@lua.example>')
  await press(mail.getByRole('button', { name: say.tryMail, exact: true }))
  await mail.getByText(say.works, { exact: true }).waitFor()
  await press(mail.getByRole('button', { name: say.save, exact: true }))
  await mail.getByRole('status').filter({ hasText: say.kept }).waitFor()
  const letters: { to: string; subject: string }[] = await asked('GET', `/mail?to=${admin.email}`)
  expect(letters.map(({ subject }) => subject)).toContain(say.subject)

  await next(4, say.order)
  await press(main.getByRole('button', { name: say.buy }).first())
  await page.waitForURL('**/checkout')
  await page.getByText(say.testing).waitFor()
  await type('CPF', '529.982.247-25')
  await press(main.getByRole('checkbox', { name: say.terms }))
  await press(main.getByRole('button', { name: say.pay }))
  await page.getByLabel(say.code).waitFor()
  const { payment } = await fetchAsUser(page, '/api/payment/pending')
  await asked('POST', `/pix/${payment.owner.pix.txid}/pay`, {})
  // The shop asks the bank at most every three seconds; a real payer takes longer.
  await page.waitForTimeout(3_200)
  const key = page.getByTestId('licence-key').first()
  // The page polls too, so the button may already be gone.
  const paid = press(main.getByRole('button', { name: say.paid }))
  await Promise.any([paid, key.waitFor({ timeout: 30_000 })])
  await key.waitFor({ timeout: 30_000 })
  expect(await key.innerText()).toBe('LUA-AAAA-0001')

  // All steps are done, so the list and its progress are gone.
  await page.goto('/admin/orders')
  await page.getByText(say.badge, { exact: true }).first().waitFor()
  expect(await main.getByText(say.done(5)).count()).toBe(0)
  expect(await main.getByText(/5 (prontos|done)/).count()).toBe(0)
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()

  return hand.count()
}

/** Draws a logo for the owner to upload. */
async function logo(): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 480, height: 120 } })
  await page.setContent('<body style="background: #7c3aed">')
  const picture = await page.screenshot()
  await page.close()

  return picture
}

/** Calls the sandbox's control API. */
async function asked(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${sandbox.origin}/sandbox/api${path}`, {
    method,
    ...(body
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
  })

  expect(answer.ok).toBe(true)

  return answer.json()
}

describe('the first hour of a production shop', () => {
  it.each([
    ['pt-BR', 1280],
    ['en-US', 390],
  ] as const)(
    'goes from an empty shop to a paid order within sixty presses, in %s at %i px [P426]',
    async (language, width) => {
      const { shop, close } = await emptyShop()
      try {
        const presses = await film({ shop, language, width })
        expect(presses).toBeLessThanOrEqual(60)
        // Visitors cannot use payment methods that still run in test mode.
        const { store } = await shop.api('/api/server/public/site-settings')

        expect(store).toMatchObject({
          demo: false,
          methods: { pix: false, card: false, crypto: false },
          testMethods: ['pix'],
        })
      } finally {
        await close()
      }
    },
  )
})
