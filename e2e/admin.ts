import type { Language } from '@chaveiro/contracts/limits'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { signIn } from './routes.ts'
import { visit, type Shop, type Visit } from './shop.ts'

export const desk = (language: Language = 'pt-BR') => ({ language, width: 1280 })
export const phone = (language: Language = 'pt-BR') => ({ language, width: 360 })

export type Staff = Visit & {
  /** Calls the back office with this person's token. */
  api(path: string, init?: RequestInit): Promise<any>
}

/**
 * A logged-in staff member in a new browser window, with a section open. Other tests cover the
 * login page.
 */
export async function staff(
  shop: Shop,
  given: { language: Language; width: number },
  section = 'users',
  email = 'admin@demo.test',
): Promise<Staff> {
  const [seen, account] = await Promise.all([visit(shop, given), signIn(shop, email)])
  await account.give(seen.context)
  await seen.page.goto(`/admin/${section}`)

  return {
    ...seen,
    api: (path, init = {}) =>
      shop.api(path, { ...init, headers: { ...init.headers, ...account.headers } }),
  }
}

/** The row of a table, or the card on a phone, that contains a text. */
export const rowOf = (page: Page, text: string | RegExp) =>
  page.getByRole('row').filter({ hasText: text })

/** The column heads, once the table is drawn. */
export async function headsOf(page: Page): Promise<(string | null)[]> {
  const heads = page.getByRole('columnheader')
  await heads.first().waitFor()

  return heads.evaluateAll((all) => all.map((head) => head.textContent).filter(Boolean))
}

/** Refuses a call until the returned function is called. */
export async function refuse(
  page: Page,
  url: string | RegExp,
  error = '',
  { status = 500, method = 'GET' } = {},
): Promise<() => Promise<void>> {
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status,
          contentType: 'application/json',
          body: JSON.stringify({ success: false, error, message: error, code: 'x' }),
        })
      : route.fallback(),
  )
  return () => page.unroute(url)
}

/** Polls for up to 20 seconds, since the default second is too short on a busy machine. */
export const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 20_000 })
