import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { drawMail } from '../mails/mails.service.ts'
import { siteSettings } from './settings.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin', name: 'Dora' })
})

afterAll(async () => {
  await testShop?.close()
})

const save = (body: object) =>
  send(testShop, 'PUT /api/admin/system/site-settings', { as: staff, body })

const shown = async () => (await testShop.http.inject('/api/server/public/site-settings')).json()

/** A busy machine takes a while to draw a card. */
const slow = { timeout: 20_000 }

const png = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()

const sendPicture = (payload: Buffer) =>
  testShop.http.inject({
    method: 'POST',
    url: '/api/admin/uploads',
    headers: { ...staff.headers, 'content-type': 'image/png' },
    payload,
  })

const uploaded = async (...of: Parameters<typeof png>) =>
  (await sendPicture(await png(...of))).json().url

const picture = async (url: string) => {
  const { statusCode, headers, rawPayload } = await testShop.http.inject(url)
  expect([statusCode, headers['content-type']], url).toEqual([200, 'image/png'])
  const { width, height } = await sharp(rawPayload).metadata()

  const [r, g, b] = await sharp(rawPayload)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer()

  return { width, height, corner: [r, g, b] }
}

const mail = async () =>
  drawMail(testShop.app, await siteSettings(testShop.app), 'recovery', {
    to: { name: 'Ana', email: 'ana@exemplo.test', language: 'pt-BR' },
    values: { path: '/x' } as never,
  })

it('an uploaded logo has its width and dark version; without one there is none [P304, P305]', async () => {
  expect(await shown()).not.toHaveProperty('logo')
  const [light, dark] = [await uploaded(640, 160, '#102030'), await uploaded(640, 160, '#f0f0f0')]
  await save({ siteLogo: light })
  const logo = async () => (await shown()).logo
  await expect.poll(logo).toEqual({ width: 128 })
  expect((await shown()).siteLogo).toBe(light)
  await save({ siteLogoDark: dark })
  await expect.poll(logo).toEqual({ width: 128, dark })
  await save({ siteLogo: await uploaded(1600, 40, '#102030') })
  await expect.poll(logo).toEqual({ width: 160, dark })

  // A missing file and an external address are no uploaded logo.
  for (const siteLogo of [`/uploads/${'b'.repeat(64)}.webp`, 'https://a.test/x.png', '']) {
    await save({ siteLogo })
    await expect.poll(shown).not.toHaveProperty('logo')
    await save({ siteLogo: light })
    await expect.poll(logo).toEqual({ width: 128, dark })
  }

  await save({ siteLogo: '' })
  await expect.poll(logo).toBeUndefined()
  expect((await testShop.http.inject('/icons/logo.png')).statusCode).toBe(404)
})

it('mails show the logo as PNG for light and dark, or mark and name without one [P305]', async () => {
  const [light, dark] = [await uploaded(640, 160, '#203040'), await uploaded(640, 160, '#e0e0e0')]
  await save({ siteLogo: light, siteLogoDark: dark })
  const { publicUrl } = testShop.app.config
  const { html } = await mail()
  const images = [...html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag)
  expect(images).toHaveLength(2)
  const version = (url: string) => url.slice(9, 21)
  expect(images[0]).toContain(`src="${publicUrl}/icons/logo.png?v=${version(light)}"`)
  expect(images[1]).toContain(`src="${publicUrl}/icons/logo-dark.png?v=${version(dark)}"`)
  for (const image of images) expect(image).toContain('alt="Chaveiro"')
  expect(await picture('/icons/logo.png')).toMatchObject({ width: 256, height: 64 })
  const near = async (url: string, level: number) =>
    expect(Math.abs((await picture(url)).corner[0]! - level)).toBeLessThan(8)
  await near('/icons/logo.png', 32)
  await near('/icons/logo-dark.png', 224)
  await save({ siteLogo: '', siteLogoDark: '' })
  const bare = (await mail()).html
  expect(bare.match(/<img[^>]* alt="[^"]*"/g)).toEqual([
    `<img src="${publicUrl}/icons/mark-16130a.png" alt=""`,
  ])
  expect(bare).toContain('</span>Chaveiro</a>')
  expect(await picture('/icons/mark-16130a.png')).toMatchObject({ width: 56, height: 56 })
  expect((await testShop.http.inject('/icons/mark-ff0000.png')).statusCode).toBe(404)

  const icon = await uploaded(300, 300, '#c81e1e')
  await save({ siteFavicon: icon })
  expect((await mail()).html).toContain(`src="${publicUrl}/icons/favicon.png?v=${version(icon)}"`)
  await save({ siteFavicon: '/favicon.svg' })
})

it('an uploaded icon is square for tab, app and cards; its address changes with it [P306]', async () => {
  const manifest = async () => (await testShop.http.inject('/manifest.webmanifest')).json().icons
  const cards = async () => (await testShop.http.inject('/cards/shop.png')).rawPayload
  const before = await cards()
  expect((await manifest())[0].src).toBe('/icons/icon-192.png')
  const icon = await uploaded(300, 100, '#c81e1e')
  await save({ siteFavicon: icon })
  const version = icon.slice(9, 21)
  await expect.poll(async () => (await shown()).siteFavicon).toBe(`/icons/favicon.png?v=${version}`)
  const red = [200, 30, 30]
  const { corner, ...size } = await picture(`/icons/favicon.png?v=${version}`)
  expect(size).toEqual({ width: 64, height: 64 })
  for (const [i, colour] of corner.entries()) expect(Math.abs(colour! - red[i]!)).toBeLessThan(8)
  await expect.poll(async () => (await manifest())[0].src, slow).toContain('?v=')
  const icons = await manifest()

  expect(icons.map(({ src }: { src: string }) => src)).toEqual([
    `/icons/icon-192.png?v=${version}`,
    `/icons/icon-512.png?v=${version}`,
    `/icons/maskable-512.png?v=${version}`,
  ])

  expect(await picture(icons[1].src)).toMatchObject({ width: 512, height: 512 })
  // This icon is dark, so opaque versions have a white background.
  expect((await picture(icons[2].src)).corner).toEqual([255, 255, 255])
  await expect.poll(async () => (await cards()).equals(before), slow).toBe(false)
  const after = await cards()

  const [r, g] = await sharp(after)
    .extract({ left: 162, top: 520, width: 1, height: 1 })
    .raw()
    .toBuffer()

  expect(r! > 180 && g! < 60).toBe(true)
  await save({ siteFavicon: '/favicon.svg' })
  await expect.poll(async () => (await shown()).siteFavicon).toBe('/favicon.svg')
  await expect.poll(async () => (await cards()).equals(before), slow).toBe(true)
})

it('a file that is no picture, a truncated one and ten megabytes are refused with a reason [P304]', async () => {
  const told = async (bytes: Buffer) => (await sendPicture(bytes)).json().message
  const whole = await png(400, 400, '#fff')

  expect([
    await told(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
    await told(whole.subarray(0, 60)),
    (await sendPicture(Buffer.alloc(10 * 1024 * 1024))).statusCode,
  ]).toEqual([
    'Este arquivo não é uma imagem que a loja aceite. Envie PNG, JPEG, WebP, AVIF ou GIF sem animação.',
    'A imagem está incompleta ou danificada. Exporte-a de novo e envie outra vez.',
    413,
  ])
})

it("the home page's words are in two languages, each a fallback of the other; markup is text [P313]", async () => {
  const hero = async () => (await shown()).hero
  expect(await hero()).toBeUndefined()
  await save({ heroTitlePt: ' Chaves <img src=x onerror=alert(1)> ', heroLeadEn: 'Pay and use.' })

  await expect.poll(hero).toEqual({
    'pt-BR': { title: 'Chaves <img src=x onerror=alert(1)>', lead: 'Pay and use.' },
    'en-US': { title: 'Chaves <img src=x onerror=alert(1)>', lead: 'Pay and use.' },
  })

  await save({ heroTitleEn: 'Keys', heroLeadEn: '' })

  await expect.poll(hero).toEqual({
    'pt-BR': { title: 'Chaves <img src=x onerror=alert(1)>' },
    'en-US': { title: 'Keys' },
  })

  const home = async (language: string) =>
    (await testShop.http.inject({ url: '/', headers: { 'accept-language': language } })).payload
  await expect.poll(() => home('en-US'), slow).toContain('>Keys</span>')
  const page = await home('pt-BR')
  expect(page).toContain('Chaves &lt;img src=x onerror=alert(1)&gt;</span>')
  expect(page).not.toContain('<img src=x')

  expect(await save({ heroTitlePt: 'x'.repeat(81) })).toMatchObject({
    status: 400,
    body: { message: 'Confira o que foi informado: título da página inicial em português.' },
  })

  await save({ heroTitlePt: '', heroTitleEn: '' })
  await expect.poll(hero).toBeUndefined()
})
