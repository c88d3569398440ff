import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { signIn, signUp, type Account } from './routes.ts'
import { openShop, visit, type Shop, type Visit } from './shop.ts'

// One customer with two browsers in the real shop: notifications seen and choices made in one
// appear in the other. The next account in a browser gets nothing of the previous one.

let shop: Shop
let staff: Account

beforeAll(async () => {
  shop = await openShop()
  staff = await signIn(shop, 'admin@demo.test')
})

afterAll(async () => {
  await shop?.close()
})

const desk = { language: 'pt-BR', width: 1280, reducedMotion: 'reduce' } as const
const phone = { language: 'en-US', width: 360, reducedMotion: 'reduce' } as const

const publish = (content: string) =>
  shop.api('/api/server/notifications/send', {
    method: 'POST',
    headers: staff.headers,
    body: JSON.stringify({ type: 'update', content }),
  })

const bell = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Notifi(cações|cations)/ })

const label = (page: Page) => bell(page).getAttribute('aria-label')

const returns = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/**
 * The bell's label after the tab is visible again. Callers poll this function, since an older
 * request may answer first.
 */
const labelOnReturn = async (page: Page) => {
  await returns(page)
  return label(page)
}

/** Stores the session as the login does, in this page only, so that a logout removes it. */
async function logIn(page: Page, { user, headers }: Account): Promise<void> {
  await page.evaluate(
    ([token, kept]) => {
      localStorage.setItem('accessToken', token)
      localStorage.setItem('userData', JSON.stringify(kept))
    },
    [headers.authorization!.slice('Bearer '.length), { ...user, _id: user.id }] as const,
  )
  await page.goto('/terms')
}

async function look({ page }: Visit, content: string): Promise<void> {
  await bell(page).click()
  await page.getByRole('dialog').getByText(content).waitFor()
  await page.keyboard.press('Escape')
}

describe('two browsers of one customer', () => {
  it('agree on what was read, also after one was offline, and on the wanted notifications [P210, P211, P214]', async () => {
    const lia = await signUp(shop, 'Lia Dois')
    const [one, other] = [await visit(shop, desk), await visit(shop, phone)]

    for (const seen of [one, other]) {
      await lia.give(seen.context)
      await seen.page.goto('/terms')
    }

    await publish('Primeira nota')
    await expect.poll(() => labelOnReturn(one.page)).toMatch(/^Notificações não vistas: \d+$/)
    await expect.poll(() => labelOnReturn(other.page)).toMatch(/^Notifications, \d+ unseen$/)
    await look(one, 'Primeira nota')
    await expect.poll(() => labelOnReturn(other.page)).toBe('Notifications')

    await publish('Segunda nota')
    await expect.poll(() => labelOnReturn(one.page)).toBe('Notificações não vistas: 1')
    await expect.poll(() => labelOnReturn(other.page)).toBe('Notifications, 1 unseen')
    // The list still loads, but the call that marks the notifications as seen never reaches the
    // shop.
    const lost: string[] = []

    await other.page.route('**/api/users/notifications/viewed', (route) => {
      lost.push(route.request().method())
      return route.abort('internetdisconnected')
    })

    await look(other, 'Segunda nota')
    // One call for each page of the list: a short list loads two pages at once.
    await expect.poll(() => [...new Set(lost)]).toEqual(['PUT'])
    await returns(one.page)
    await expect.poll(() => label(one.page)).toBe('Notificações não vistas: 1')
    await other.page.unroute('**/api/users/notifications/viewed')
    const arrived = other.page.waitForResponse('**/api/users/notifications/viewed')
    await returns(other.page)
    expect((await arrived).status()).toBe(200)
    await expect.poll(() => labelOnReturn(one.page)).toBe('Notificações')

    await one.page.goto('/dashboard/settings?tab=notifications')
    await one.page.getByRole('button', { name: 'Mudar: Novidades que você recebe' }).click()
    await one.page.getByRole('checkbox', { name: 'Chat' }).uncheck()
    await one.page.getByRole('button', { name: 'Salvar' }).click()
    await one.page.getByText('Preferências salvas.').waitFor()
    await other.page.goto('/dashboard/settings?tab=notifications')
    await other.page.getByRole('button', { name: 'Change: News you receive' }).click()
    await expect
      .poll(() => other.page.getByRole('checkbox', { name: 'Chat' }).isChecked())
      .toBe(false)
    expect(await other.page.getByRole('checkbox', { name: 'Email' }).isChecked()).toBe(true)
    expect(one.complaints).toEqual([])
    await Promise.all([one.context.close(), other.context.close()])
  })

  it('a visitor’s read marks follow them to their account, and never to the next person’s [P215]', async () => {
    const [rui, eva] = [await signUp(shop, 'Rui Antes'), await signUp(shop, 'Eva Depois')]
    await publish('Terceira nota')
    const visitor = await visit(shop, desk)
    const { page } = visitor
    await page.goto('/terms')
    await expect.poll(() => label(page)).toMatch(/^Notificações não vistas: \d+$/)
    await look(visitor, 'Terceira nota')

    const viewed = async (who: typeof rui) =>
      (
        (await shop.api('/api/users/notifications', { headers: who.headers })) as {
          viewed: object[]
        }
      ).viewed.length

    await logIn(page, rui)
    await expect.poll(() => viewed(rui)).toBeGreaterThan(0)
    await expect.poll(() => label(page)).toBe('Notificações')
    // Another person uses this browser next.
    await page.getByRole('button', { name: 'Sair' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await logIn(page, eva)
    await expect.poll(() => label(page)).toMatch(/^Notificações não vistas: \d+$/)
    expect(await viewed(eva)).toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })
})
