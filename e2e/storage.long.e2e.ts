import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { settled, signIn } from './routes.ts'
import { openShop, visit, type Shop } from './shop.ts'

// The browser's storage may hold broken values, and a token may expire in five tabs at once.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const desk = { language: 'pt-BR', width: 1280, reducedMotion: 'reduce' } as const

/** Twenty broken values: empty, of another type, half a JSON, too long, no text at all. */
const broken = [
  '',
  ' ',
  'null',
  'undefined',
  'true',
  '0',
  '-1',
  'NaN',
  '""',
  '"text"',
  '[]',
  '[null]',
  '[{}]',
  '[[[',
  '{}',
  '{"id":1}',
  '{"_id":{},"name":[],"email":null,"role":7}',
  '[{"id":"x","name":"y","price":"1e999","quantity":-5}]',
  '\u0000\ud800<script>',
  'x'.repeat(200_000),
]

const keys = [
  'accessToken',
  'userData',
  'cart',
  'cupomCode',
  'i18nextLng',
  'theme',
  'notificationPreferences',
  'notificationsOwner',
  'viewedNotifications_default',
]

describe('data stored in the browser', () => {
  it('broken values in each storage key, twenty each: every page still comes up and works', async () => {
    expect(broken.length).toBe(20)
    const visitor = await visit(shop, desk)
    const { page } = visitor
    const failed: string[] = []
    await page.goto('/terms')

    for (const key of keys)
      for (const value of broken) {
        await page.evaluate(
          ([name, text]) => {
            localStorage.clear()
            localStorage.setItem(name!, text!)
          },
          [key, value],
        )

        await page.goto('/products')
        const add = page.getByRole('article').getByRole('button').first()
        await add
          .waitFor({ timeout: 8000 })
          .catch(() => failed.push(`${key} = ${value.slice(0, 30)}`))
      }

    // Cart and settings read more of the storage than the front page does.
    for (const value of broken) {
      await page.evaluate((text) => {
        localStorage.clear()
        localStorage.setItem('cart', text)
      }, value)

      await page.goto('/products')

      await page
        .getByRole('article')
        .getByRole('button')
        .and(page.locator(':enabled'))
        .first()
        .click()

      await page
        .getByRole('dialog')
        .getByTestId('cart-total')
        .waitFor({ timeout: 8000 })
        .catch(() => failed.push(`cart drawer: ${value.slice(0, 30)}`))
    }

    expect(failed).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  }, 600_000)

  it('logging out leaves neither token nor user behind, but language and choices [S146, S147]', async () => {
    const visitor = await visit(shop, desk)
    await (await signIn(shop)).give(visitor.context)
    const { page, t } = visitor
    await page.goto('/dashboard')
    await settled(page)
    await page.evaluate(() => localStorage.setItem('theme', 'light'))
    await page.getByRole('button', { name: t('common', 'nav.logout') }).click()

    await expect
      .poll(() =>
        page.evaluate(() => [
          localStorage.getItem('accessToken'),
          localStorage.getItem('userData'),
          localStorage.getItem('theme'),
        ]),
      )
      .toEqual([null, null, 'light'])

    await visitor.context.close()
  })
})

// A string, since the test runner would rewrite the import() that runs in the page.
const findCall = `(async () => {
  for (const url of performance.getEntriesByType('resource').map((entry) => entry.name).filter((one) => one.includes('/assets/') && one.endsWith('.js'))) {
    for (const [name, made] of Object.entries(await import(url))) {
      if (typeof made !== 'function' || !String(made).includes('.json()')) continue
      try { if ((await made({ method: 'GET', path: '/api/users/dashboard' })).data.user) return { url, name } } catch {}
    }
  }
  throw new Error('the app exports no call')
})()`

/**
 * Finds the app's request function in the built page: calls each exported function until one
 * returns the dashboard. Returns the URL of the chunk and the name of the export.
 */
const callExport = (page: Page): Promise<{ url: string; name: string }> => page.evaluate(findCall)

const tenCalls = (page: Page, { url, name }: { url: string; name: string }): Promise<boolean[]> =>
  page.evaluate(
    `import('${url}').then((made) => {
      const call = () => made['${name}']({ method: 'GET', path: '/api/users/dashboard' })
      return Promise.all(
        Array.from({ length: 10 }, () => call().then(({ success }) => success)),
      )
    })`,
  )

describe('a token that ran out', () => {
  it('fifty calls in five tabs at once: one refresh, nobody is logged out [S035, S149, S216]', async () => {
    const visitor = await visit(shop, desk)
    const { context } = visitor
    const session = await signIn(shop)
    await session.give(context)

    const tabs = [
      visitor.page,
      ...(await Promise.all(Array.from({ length: 4 }, () => context.newPage()))),
    ]

    const refreshes: number[] = []
    context.on('response', (response) => {
      if (response.url().endsWith('/api/users/refresh-token')) refreshes.push(response.status())
    })
    await tabs[0]!.goto('/dashboard')
    await settled(tabs[0]!)

    await Promise.all(
      tabs.slice(1).map(async (tab) => {
        await tab.goto('/dashboard')
        await settled(tab)
      }),
    )

    const name = await callExport(tabs[0]!)
    const old = await tabs[0]!.evaluate(() => localStorage.getItem('accessToken')!)
    // A token with its expiry in the past: the server refuses it as expired, but the page's guard
    // accepts it (Q04).
    const [head, body, signature] = old.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number }

    const stale = [
      head,
      Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url'),
      signature,
    ].join('.')

    await tabs[0]!.evaluate((token) => localStorage.setItem('accessToken', token), stale)
    refreshes.length = 0
    const answers = await Promise.all(tabs.map((tab) => tenCalls(tab, name)))
    expect(answers.flat()).toEqual(Array(50).fill(true))
    expect(refreshes).toEqual([200])

    await Promise.all(
      tabs.map(async (tab) => {
        await tab.reload()
        await settled(tab)
      }),
    )

    for (const tab of tabs) expect(new URL(tab.url()).pathname).toBe('/dashboard')
    const fresh = await tabs[1]!.evaluate(() => localStorage.getItem('accessToken'))
    expect(fresh).not.toBe(stale)
    await visitor.context.close()
  }, 120_000)

  it('a refused refresh ends at /login, but leaves login, forgot and reset pages alone [S257]', async () => {
    const visitor = await visit(shop, desk)
    const { page } = visitor

    const stale = async () => {
      const [, body] = (await signIn(shop)).headers.authorization!.split('.') as [string, string]
      await page.evaluate((token) => {
        localStorage.setItem('accessToken', token)
        localStorage.setItem(
          'userData',
          JSON.stringify({ id: 'a', _id: 'a', name: 'A', email: 'a@b.co', role: 'client' }),
        )
      }, `e30.${body}.x`)
    }

    await page.goto('/terms')
    await stale()
    await page.goto('/dashboard')
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

    for (const path of ['/login', '/forgot-password', '/reset-password?token=abc']) {
      await page.goto('/terms')
      await stale()
      await page.goto(path)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    }

    await visitor.context.close()
  }, 120_000)
})
