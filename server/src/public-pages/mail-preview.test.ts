import { languages } from '@chaveiro/contracts/limits'
import Fastify from 'fastify'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { templates } from '../domains/mails/templates/index.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { mountMailPreview } from './mail-preview.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

const names = Object.keys(templates)
const read = (url: string) => testShop.http.inject({ url })

it('every mail that the shop sends is in the preview, in both languages, as HTML and as text', async () => {
  const folder = new URL('../domains/mails/templates/', import.meta.url)

  const defined = readdirSync(folder).flatMap((file) =>
    [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(/^export const (\w+) = template/gm),
    ].map(([, name]) => name!),
  )

  expect(defined.sort()).toEqual([...names].sort())
  const list = await read('/docs/mails')
  expect(list.statusCode).toBe(200)

  expect(list.payload.match(/>(Recibo do|Receipt for) [^<]+</g)).toEqual([
    '>Recibo do pedido ORD-001042<',
    '>Receipt for order ORD-001042<',
  ])

  for (const name of names)
    for (const language of languages) {
      expect(list.payload).toContain(`href="/docs/mails/${name}/${language}"`)
      const page = await read(`/docs/mails/${name}/${language}`)
      expect([name, language, page.statusCode]).toEqual([name, language, 200])
      expect(page.payload.match(/<iframe sandbox /g)).toHaveLength(2)
      expect(page.payload).toContain(`&#60;html lang=&#34;${language}&#34;`)
      expect(page.payload).toMatch(/<pre lang="[\w-]+">[^<]+<\/pre>/)
      expect(page.headers['content-security-policy']).toContain(`default-src 'none'`)
      expect(page.payload).not.toMatch(/<script/)
    }
})

it('the preview of an unknown mail is a 404, and in production every preview is', async () => {
  for (const url of [
    '/docs/mails/nothing/pt-BR',
    '/docs/mails/receipt/fr',
    '/docs/mails/constructor/pt-BR',
  ])
    expect((await read(url)).statusCode, url).toBe(404)

  const http = Fastify()
  mountMailPreview(http, { ...testShop.app, config: { ...testShop.app.config, production: true } })
  for (const url of ['/docs/mails', '/docs/mails/receipt/pt-BR'])
    expect((await http.inject({ url })).statusCode, url).toBe(404)
  await http.close()
})

it('a shop name that holds HTML shows in the preview as text', async () => {
  await testShop.app.pool.query(
    `insert into site_settings (id, values, updated_at) values (1, '{"siteName": "Loja <b>da</b> Bia"}', now())`,
  )
  expect((await read('/docs/mails')).payload).toContain(
    'Boas-vindas à Loja &#60;b&#62;da&#60;/b&#62; Bia',
  )
})
