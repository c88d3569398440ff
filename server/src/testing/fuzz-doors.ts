import { eq } from 'drizzle-orm'
import { createHmac, randomBytes, sign, type KeyObject } from 'node:crypto'

import { productSlugs, ticketFiles } from '../db/tables/index.ts'
import { signedFileUrl } from '../domains/tickets/tickets.files.ts'
import { newId } from '../platform/secrets/ids.ts'
import { expectedAccess } from './access-table.ts'
import { fieldsOf, type Asker, type Sent, type Target } from './fuzz-cases.ts'
import type { Json } from './fuzz-values.ts'
import { product } from './make.ts'
import { addressIn, bodyIn } from './sample-calls.ts'
import { everyCall, type Call, type SampleData } from './sample-data.ts'
import type { TestShop } from './test-shop.ts'

// Every URL of the shop as a fuzz target: all calls, and URLs outside the contracts.

/** Every call of the contracts as a fuzz target. */
export const callTargets = (sample: SampleData): Target[] =>
  everyCall.map((call) => {
    const { name, method, url, route } = call
    const body = route.bytesIn ? undefined : (bodyIn(call, sample) as Json | undefined)

    return {
      name,
      method,
      pattern: url,
      url: addressOf(call, sample),
      body,
      fields: fieldsNow(route.body),
      queries: fieldsNow(route.query),
      isFile: Boolean(route.file),
      ...(route.bytesIn ? { bytes: pictures } : {}),
    }
  })

/** 'x' replaces an id that the sample lacks, so that the URL is still complete. */
const addressOf = (call: Call, { who, ids }: SampleData): string =>
  addressIn(call, { who, ids: new Proxy(ids, { get: (own, name) => own[String(name)] ?? 'x' }) })

const fieldsBySchema = new Map<object, string[]>()

function fieldsNow(schema: Parameters<typeof fieldsOf>[0]): string[] {
  const fields = fieldsBySchema.get(schema) ?? fieldsOf(schema)
  fieldsBySchema.set(schema, fields)

  return fields
}

const inContracts = new Set(everyCall.map(({ method, url }) => `${method} ${url}`))

/** URLs of the access table that are in no contract. */
const addressesBeyond = [...expectedAccess.keys()].filter((call) => !inContracts.has(call))

const pageTarget = (pattern: string, url = pattern): Target => ({
  name: `page ${pattern}`,
  method: 'GET',
  pattern,
  url,
  body: undefined,
  fields: [],
  queries: ['lng', 'q', 'category', 'sort', 'stock', 'page', 'utm_source', 'payment_id'],
  isFile: /^\/(?:docs\/js|icons|cards|uploads|transcripts\/files)\//.test(url),
})

/** URLs outside the contracts: pages, files, files for search engines, and webhooks. */
export async function doorTargets(
  testShop: TestShop,
  { ids }: SampleData,
  keys: { discord: KeyObject; transcriptCookie: string; picture: string },
): Promise<Target[]> {
  const fileId = newId()

  await testShop.app.db.insert(ticketFiles).values({
    id: fileId,
    ticketId: ids.ticketId!,
    name: 'a.png',
    bytes: pictures[0]![2],
    createdAt: testShop.app.clock.now(),
  })

  const { id: productId } = await product(testShop.app, { keys: 1 })

  const [slug] = await testShop.app.db
    .select({ slug: productSlugs.slug })
    .from(productSlugs)
    .where(eq(productSlugs.productId, productId))

  const validAddresses: Record<string, string> = {
    '/transcripts/*': `/transcripts/${ids.ticketId}.html`,
    '/transcripts/files/:id/:until/:signature': new URL(
      signedFileUrl(testShop.app, `/transcripts/files/${fileId}`)!,
    ).pathname,
    '/docs/mails/:name/:language': '/docs/mails/welcome/pt-BR',
    '/cards/:name': '/cards/shop.png',
    '/cards/product/:name': `/cards/product/${slug!.slug}.png`,
    '/uploads/:name': keys.picture,
    '/locales/*': '/locales/pt-BR/common.json',
  }

  const pageTargets = addressesBeyond
    .filter((call) => call.startsWith('GET '))
    .map((call) => call.slice(4))
    .map((url) => pageTarget(url.replace('*', ':rest'), validAddresses[url] ?? url))

  const withCookie = (target: Target): Target =>
    target.url.startsWith('/transcripts/')
      ? { ...target, sign: (_body, asker) => cookieOf(asker, keys.transcriptCookie) }
      : target

  return [
    ...pageTargets.map(withCookie),
    ...['/', '/products', '/status', '/terms', '/login', '/reset-password', '/success'].map((url) =>
      pageTarget(url),
    ),
    ...['/failed', '/checkout', '/dashboard/orders', '/admin/sales', '/maintenance'].map((url) =>
      pageTarget(url),
    ),
    pageTarget('/products/category/:name', '/products/category/general'),
    pageTarget('/:nothing', '/nothing.html'),
    {
      ...pageTarget('/locales/add/:lng/:ns', '/locales/add/pt-BR/common'),
      method: 'POST',
      body: {},
    },
    // Three times as often as other targets, because there are few webhooks and their bodies are
    // deep.
    ...Array.from({ length: 3 }, () => webhooks(testShop, ids, keys.discord)).flat(),
  ]
}

const cookieOf = (asker: string, cookie: string): Record<string, string> =>
  asker === 'nobody' ? {} : { cookie: asker === 'staff' ? cookie : `${cookie.slice(0, -2)}xx` }

/**
 * The webhooks as fuzz targets. `nobody` sends no signature, `customer` a forged one, and `staff`
 * the provider's.
 */
function webhooks(testShop: TestShop, ids: Record<string, string>, discord: KeyObject): Target[] {
  const { pix, card } = testShop.app.config
  const now = (): string => String(Math.floor(testShop.clock.now().getTime() / 1000))

  const webhookTarget = (name: string, url: string, body: Json, signs: Target['sign']): Target => ({
    name: `webhook ${name}`,
    method: 'POST',
    pattern: url,
    url,
    body,
    fields: [],
    queries: ['hmac', 'ignorar'],
    isFile: false,
    ...(signs ? { sign: signs } : {}),
  })

  const signByStripe = (payload: string | Buffer, asker: Asker): Sent => {
    if (asker === 'nobody') return {}

    const key = asker === 'staff' ? card!.webhookSecrets[0]! : 'whsec_forged'
    const hash = createHmac('sha256', key).update(`${now()}.`).update(payload).digest('hex')

    return { 'stripe-signature': `t=${now()},v1=${hash}` }
  }

  const signByDiscord = (payload: string | Buffer, asker: Asker): Sent => {
    if (asker === 'nobody') return {}

    const bytes = Buffer.concat([Buffer.from(now()), Buffer.from(payload)])
    const signature = sign(null, bytes, discord).toString('hex')

    return {
      'x-signature-timestamp': now(),
      'x-signature-ed25519': asker === 'staff' ? signature : signature.replace(/^./, 'g'),
    }
  }

  const receipt = `E${randomBytes(15).toString('hex')}`
  const money = pixNotice(receipt, ids.paymentId!)
  const event = cardEvent(receipt, ids.paymentId!)
  const secret = `?hmac=${encodeURIComponent(pix!.webhookSecret[0]!)}`

  return [
    webhookTarget('stripe', '/api/webhooks/stripe', event, signByStripe),
    webhookTarget('pix', `/api/webhooks/pix${secret}`, money, undefined),
    webhookTarget('pix pix', `/api/webhooks/pix/pix${secret}`, money, undefined),
    webhookTarget('pix without its secret', '/api/webhooks/pix/pix?hmac=x', money, undefined),
    ...interactions(ids).map(([name, body]) =>
      webhookTarget(`discord ${name}`, '/api/webhooks/discord', body, signByDiscord),
    ),
  ]
}

const pixNotice = (receipt: string, paymentId: string): Json => ({
  pix: [
    {
      endToEndId: receipt,
      txid: paymentId,
      valor: '49.90',
      horario: '2026-11-22T10:00:00Z',
      devolucoes: [{ id: 'D1', status: 'DEVOLVIDO', valor: '1.00' }],
    },
  ],
})

const cardEvent = (receipt: string, paymentId: string): Json => ({
  id: `evt_${receipt}`,
  object: 'event',
  type: 'checkout.session.completed',
  data: {
    object: {
      id: 'cs_1',
      object: 'checkout.session',
      client_reference_id: paymentId,
      payment_intent: 'pi_1',
      metadata: { payment_id: paymentId },
    },
  },
})

const interactions = (ids: Record<string, string>): [name: string, body: Json][] => {
  const interaction = (type: number, data: Json): Json => ({
    id: String(10n ** 18n + BigInt(`0x${randomBytes(7).toString('hex')}`)),
    type,
    token: 'tok',
    version: 1,
    application_id: '1',
    guild_id: '1300000000000000100',
    channel_id: '1300000000000000303',
    locale: 'pt-BR',
    member: { user: { id: '1300000000000000501', username: 'ana', global_name: 'Ana' }, roles: [] },
    message: { id: '1500000000000000001' },
    data,
  })

  const field = (custom_id: string, value: string) => ({
    type: 1,
    components: [{ type: 4, custom_id, value }],
  })

  return [
    [
      'command',
      interaction(2, { name: 'comprar', options: [{ name: 'produto', value: 'Espada' }] }),
    ],
    [
      'typing',
      interaction(4, {
        name: 'comprar',
        options: [{ name: 'produto', value: 'E', focused: true }],
      }),
    ],
    ['list', interaction(3, { custom_id: 'shop:product:1', values: [ids.productId] })],
    [
      'payment',
      interaction(5, {
        custom_id: `pay:${ids.productId}:1`,
        components: [field('cpf', '529.982.247-25'), field('coupon', 'X')],
      }),
    ],
    [
      'ticket',
      interaction(5, { custom_id: 'ticket:open', components: [field('subject', 'Minha chave')] }),
    ],
  ]
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A picture whose header claims 60,000 by 60,000 pixels. */
const vastPicture = Buffer.concat([
  png.subarray(0, 16),
  Buffer.from([0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]),
  png.subarray(24),
])

const multipartForm = (parts: string, bytes: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([Buffer.from(`--b\r\n${parts}\r\n\r\n`), bytes, Buffer.from('\r\n--b--\r\n')])

const disposition = 'content-disposition: form-data; name="file"'
const multipartType = 'multipart/form-data; boundary=b'

/** Bodies for a picture upload; the first one is valid. */
const pictures: NonNullable<Target['bytes']> = [
  ['a picture', 'image/png', png],
  ['a picture in a form', multipartType, multipartForm(`${disposition}; filename="a.png"`, png)],
  ['half a picture', 'image/png', png.subarray(0, 40)],
  ['the head of a picture', 'image/png', png.subarray(0, 8)],
  ['a vast picture', 'image/png', vastPicture],
  ['a picture that says it is another', 'image/gif', png],
  ['nothing', 'image/png', Buffer.alloc(0)],
  ['zeros', 'application/octet-stream', Buffer.alloc(200_000)],
  ['too many bytes', 'image/png', Buffer.alloc(11 * 1024 * 1024, 1)],
  ['a drawing', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['the beginning of a WebP', 'image/webp', Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1')],
  ['the beginning of an AVIF', 'image/avif', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0', 'latin1')],
  ['an animation of nothing', 'image/gif', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  [
    'a JPEG of noise',
    'image/jpeg',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(9_000, 7)]),
  ],
  [
    'a form without a file',
    multipartType,
    multipartForm('content-disposition: form-data; name="x"', Buffer.from('y')),
  ],
  ['a form without an end', multipartType, multipartForm(disposition, png).subarray(0, 60)],
  ['a form without its boundary', 'multipart/form-data', multipartForm(disposition, png)],
  [
    'a form of another boundary',
    'multipart/form-data; boundary=c',
    multipartForm(disposition, png),
  ],
  [
    'a form with a name of NUL',
    multipartType,
    multipartForm(`${disposition}; filename="a\0.png"`, png),
  ],
  ['a form with an empty file', multipartType, multipartForm(`${disposition}; filename=""`)],
  ['a form with no head', multipartType, multipartForm('', png)],
  [
    'two files',
    multipartType,
    Buffer.concat([
      multipartForm(`${disposition}; filename="a.png"`, png).subarray(0, -7),
      multipartForm(`${disposition}; filename="b.png"`, png),
    ]),
  ],
]
