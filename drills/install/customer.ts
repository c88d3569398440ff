import { readFileSync } from 'node:fs'
import { request } from 'node:https'

import { validCpf } from '../../server/src/testing/make.ts'
import type { SandboxCall } from '../../server/src/testing/sandbox-call.ts'
import { solveCaptcha } from '../../server/src/testing/solve-captcha.ts'
import { sleep, until } from '../availability/service.ts'

// Sets the shop up in the back office and then buys its first key, by the calls that the pages
// make. It uses HTTPS from another machine.

export type ShopAt = {
  /** The shop's host name, and the IP address that it resolves to. */
  name: string
  address: string
  /** The certificate authority that signed the shop's certificate. */
  ca: string
  admin: { email: string; password: string }
}

type Ask = (method: string, path: string, body?: object) => Promise<any>

/**
 * Makes calls that trust only this certificate authority. Throws for any answer that is not 2xx.
 */
function caller({ name, address, ca }: ShopAt): { ask: Ask; enter(token: string): void } {
  let token: string | undefined

  const ask: Ask = (method, path, body) =>
    new Promise((done, failed) => {
      const sent = request(
        {
          method,
          path,
          ca,
          host: name,
          lookup: (_, { all }, found) =>
            all ? found(null, [{ address, family: 4 }]) : found(null, address, 4),
          headers: {
            origin: `https://${name}`,
            'content-type': 'application/json',
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
        },
        (reply) => {
          let text = ''
          reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))

          reply.once('end', () => {
            const isGood = reply.statusCode! < 300
            const isJson = String(reply.headers['content-type']).includes('json')
            if (isGood) done(isJson ? JSON.parse(text) : text)
            else failed(new Error(`${method} ${path}: ${reply.statusCode} ${text.slice(0, 500)}`))
          })
        },
      )

      sent.once('error', failed)
      sent.end(body ? JSON.stringify(body) : undefined)
    })

  return { ask, enter: (given) => void (token = given) }
}

async function captcha(ask: Ask, action: string): Promise<string> {
  const { challenge } = await ask('GET', `/api/captcha/challenge?action=${action}`)
  return solveCaptcha(challenge)
}

export type Bank = { baseUrl: string; sandbox: SandboxCall; env: Record<string, string> }

/** Logs in, enters the bank's credentials, and puts the first product on sale with its key. */
export async function setUp(shop: ShopAt, bank: Bank) {
  const { ask, enter } = caller(shop)

  const { data } = await ask('POST', '/api/users/login', {
    ...shop.admin,
    recaptchaToken: await captcha(ask, 'login'),
  })

  enter(data.tokens.accessToken)
  const { env } = bank
  const certificate = Buffer.concat(
    [env.PIX_CERT_PEM!, env.PIX_KEY_PEM!].map((path) => readFileSync(path)),
  )

  const { saved, trial } = await ask('PUT', '/api/admin/providers/pix', {
    values: {
      PIX_CLIENT_ID: env.PIX_CLIENT_ID,
      PIX_CLIENT_SECRET: env.PIX_CLIENT_SECRET,
      PIX_CERTIFICATE: certificate.toString('base64'),
      PIX_KEY: env.PIX_KEY,
      PIX_BASE_URL: bank.baseUrl,
    },
  })

  if (!saved) throw new Error(`the bank's credentials were refused: ${trial.message}`)

  const { product } = await ask('POST', '/api/admin/product', {
    name: 'Editor Lunar',
    description: 'Um editor para a noite.',
    price: 24.9,
    metadata: { expiration: null },
  })

  await ask('POST', '/api/admin/stock', { productId: product._id, licenses: 'LUA-AAAA-0001' })

  return { ask, productId: product._id as string, userId: userOf(data.user) }
}

const userOf = (user: { id?: string; _id?: string }): string => (user.id ?? user._id)!

/** Buys the product by PIX and pays at the bank; returns the key that the payment page shows. */
export async function buyOne(
  { ask, productId, userId }: Awaited<ReturnType<typeof setUp>>,
  { sandbox }: Bank,
): Promise<string> {
  await ask('POST', `/api/product/cart/${userId}/add`, { productId, quantity: 1 })
  const { cart } = await ask('GET', `/api/product/cart/${userId}`)

  const { paymentId, txid } = await ask('POST', '/api/payment/efybank/checkout', {
    cartId: cart._id ?? cart.id,
    termsAccepted: true,
    customer: { cpf: validCpf },
    recaptchaToken: await captcha(ask, 'payment_checkout'),
  })

  await sandbox('POST', `/sandbox/api/pix/${txid}/pay`, {})
  let key: string | undefined

  await until('the key is shown', 60, async () => {
    const { owner } = await ask('GET', `/api/payment/efybank/status/${paymentId}?now=1`)
    key = owner?.units[0]?.licenseKey
    if (!key) await sleep(500)

    return Boolean(key)
  })

  return key!
}
