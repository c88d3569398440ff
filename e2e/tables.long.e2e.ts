import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { settled, signIn, type Account } from './routes.ts'
import { stateIn } from './row-acts.ts'
import { openShop, visit, type Shop } from './shop.ts'

const sections = [
  'today',
  'sales',
  'transactions',
  'carts',
  'products',
  'licenses',
  'tickets',
  'users',
  'security',
  'notifications',
  'system',
  'logs',
  'settings',
  'stock',
  'cupons',
  'orders',
  'deliveries',
  'desk',
  'jobs',
  'discord',
]

let shop: Shop
let admin: Account

beforeAll(async () => {
  shop = await openShop()
  admin = await signIn(shop, 'admin@demo.test')

  // A ban with a long address and a long reason, so that this section has a table with long values.
  await shop.api('/api/admin/security', {
    method: 'POST',
    headers: admin.headers,
    body: JSON.stringify({
      ip: '2001:db8:85a3:1234:5678:8a2e:1370:7334',
      reason: 'Tentativas repetidas de compra com cartões de outras pessoas',
    }),
  })
})

afterAll(async () => {
  await shop?.close()
})

async function staffWindow(width: number, language: 'pt-BR' | 'en-US' = 'pt-BR') {
  const visitor = await visit(shop, { language, width })
  await admin.give(visitor.context)

  return visitor
}

/** Opens a section and waits until it has loaded. */
async function open(page: Page, section: string): Promise<void> {
  await page.goto(`/admin/${section}`)
  await settled(page)
  // Loading indicators have a name; the status of the shop's preview has only text and stays.
  await page.locator('main [role=status][aria-label]').first().waitFor({ state: 'detached' })
}

type Seen = {
  caption: string
  /** Pairs of cells that overlap, or whose contents overlap. */
  covered: string[]
  /** How far the table can be scrolled sideways, in px. */
  sideways: number
  /** Whether the scroll container can be focused by keyboard and has a name. */
  reachable: boolean
}

function tables(page: Page): Promise<Seen[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number }

    // The area of a cell: its own rectangle, and those of its contents that are neither clipped nor
    // scrolled.
    const boxOf = (cell: Element): Box => {
      const ownBox = cell.getBoundingClientRect()
      const box = { left: ownBox.left, right: ownBox.right, top: ownBox.top, bottom: ownBox.bottom }

      for (const inner of cell.querySelectorAll('*')) {
        const cuts = (element: Element | null): boolean =>
          element !== null &&
          element !== cell &&
          (getComputedStyle(element).overflowX !== 'visible' || cuts(element.parentElement))

        const at = inner.getBoundingClientRect()
        if (at.width < 2 || at.height < 2 || cuts(inner.parentElement)) continue
        if (inner.tagName === 'OPTION' || !inner.checkVisibility()) continue

        box.left = Math.min(box.left, at.left)
        box.right = Math.max(box.right, at.right)
        box.top = Math.min(box.top, at.top)
        box.bottom = Math.max(box.bottom, at.bottom)
      }

      return box
    }

    const onScreen = (table: Element) => table.closest('.sr-only') === null

    return [...document.querySelectorAll('main table')].filter(onScreen).map((table) => {
      const cells = [...table.querySelectorAll('th, td')]
        .filter((cell) => cell.getBoundingClientRect().width > 2)
        .map((cell) => ({ text: cell.textContent.slice(0, 40), box: boxOf(cell) }))
      const covered: string[] = []

      for (const [number, one] of cells.entries())
        for (const other of cells.slice(number + 1)) {
          const wide =
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
          const high =
            Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
          if (wide > 1 && high > 1)
            covered.push(`"${one.text}" and "${other.text}" by ${Math.round(wide)} px`)
        }

      let frame = table.parentElement!
      while (frame !== document.body && getComputedStyle(frame).overflowX === 'visible')
        frame = frame.parentElement!
      const sideways = frame === document.body ? 0 : frame.scrollWidth - frame.clientWidth

      return {
        caption: table.querySelector('caption')?.textContent ?? '',
        covered,
        sideways,
        reachable: frame.tabIndex === 0 && Boolean(frame.getAttribute('aria-label')),
      }
    })
  })
}

const isUnreachable = ({ sideways, reachable }: Seen): boolean => sideways > 0 && !reachable

/** Layout problems of the tables at these widths. One window is resized, as a person would do. */
async function faults(
  language: 'pt-BR' | 'en-US',
  widths: readonly number[],
): Promise<{ wrong: string[]; seen: number }> {
  const wrong: string[] = []
  let seen = 0
  const { page, context } = await staffWindow(widths[0]!, language)

  for (const section of sections) {
    await open(page, section)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // A table measures its new width one frame later, and a busy machine draws late.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      let faults = await tables(page)

      for (let more = 0; more < 5 && faults.some(isUnreachable); more += 1) {
        await page.waitForTimeout(100)
        faults = await tables(page)
      }

      for (const table of faults) {
        seen += 1
        const name = `${section} (${table.caption}, ${language}, ${width})`
        // On a phone the checkbox overlaps the corner of its card on purpose.
        if (width >= 768)
          for (const pair of table.covered.slice(0, 3)) wrong.push(`${name}: ${pair}`)
        // A phone shows cards, and on a desktop every table fits without scrolling (P664).
        if (table.sideways > 0) wrong.push(`${name}: ${table.sideways} px do not fit`)
        if (isUnreachable(table)) wrong.push(`${name}: scrolls out of the keyboard's reach`)
      }
    }
  }

  await context.close()

  return { wrong, seen }
}

describe('tables of the back office', () => {
  it('no cell covers another at 768 and 1280 px, tables fit, and a phone shows whole cards [P664, F142]', async () => {
    const { wrong, seen } = await faults('pt-BR', [1280, 768, 360])
    expect(wrong).toEqual([])
    expect(seen).toBeGreaterThanOrEqual(30)
  })

  it('a table that is wider than its place is scrolled by the arrow keys [F142]', async () => {
    const { page, context } = await staffWindow(768)
    await open(page, 'users')

    await page
      .locator('tbody tr td:nth-child(2)')
      .first()
      .evaluate((cell) => {
        cell.style.minWidth = '900px'
      })

    const frame = page.getByRole('region', { name: 'Usuários' })
    await frame.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => frame.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
    await context.close()
  })

  it('so they do at 1024 and 1920 px, and in English at every width [P664, F142]', async () => {
    for (const { wrong, seen } of [
      await faults('pt-BR', [1024, 1920]),
      await faults('en-US', [1280, 768, 1024, 1920, 360]),
    ]) {
      expect(wrong).toEqual([])
      expect(seen).toBeGreaterThanOrEqual(20)
    }
  })
})

describe('sections of the back office', () => {
  /** The figure on the card with this label. */
  const card = (page: Page, label: string) =>
    page.locator('main dl > div').filter({ hasText: label }).locator('dd').first()

  /** Makes a call fail with a server error, and counts the calls. */
  async function failing(page: Page, url: string): Promise<{ calls: number }> {
    const seen = { calls: 0 }

    await page.route(url, (route) => {
      seen.calls += 1
      return route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
    })

    return seen
  }

  it('an unknown filter shows the whole list, and filters keep the total of products [F143, F145]', async () => {
    const { page, context } = await staffWindow(1280)
    await page.goto('/admin/carts?status=bogus')
    await page.getByRole('table').waitFor()
    await page.goto('/admin/products')
    const total = card(page, 'Total de produtos')
    await expect.poll(() => total.innerText()).toMatch(/^\d+$/)
    const before = await total.innerText()
    expect(Number(before)).toBeGreaterThan(10)
    await page.goto('/admin/products?search=zzzz')
    await page.getByText('Nada corresponde aos filtros').waitFor()
    await expect.poll(() => total.innerText()).toBe(before)
    await context.close()
  })

  it('a failed call is made once, shows a dash, and never says that nothing matches [Q112, F145]', async () => {
    const { page, context } = await staffWindow(1280)
    const users = await failing(page, '**/api/admin/users?*')
    await page.goto('/admin/users')
    await page.getByRole('alert').first().waitFor()
    await failing(page, '**/api/admin/transactions?*')
    await page.goto('/admin/transactions?status=completed')
    await page.getByText('Nenhuma transação').first().waitFor()
    expect(await page.getByText('Nada corresponde aos filtros').count()).toBe(0)
    expect(await card(page, 'Total').innerText()).toBe('-')
    await failing(page, '**/api/admin/cupons/stats')
    await page.goto('/admin/cupons')
    await expect.poll(() => card(page, 'Total').innerText()).toBe('-')
    expect(users.calls).toBe(1)
    await context.close()
  })

  it('System and Categories show a spinner while they load, and report nothing missing early [B007] [F145]', async () => {
    const { page, context } = await staffWindow(1280)
    const wheels = page.locator('main').getByRole('status', { name: 'Carregando' })
    let go = () => {}
    const gate = new Promise<void>((done) => {
      go = done
    })

    await page.route(/\/api\/(admin\/stats\/system|product\/list-categories)/, async (route) => {
      await gate
      await route.fallback()
    })

    for (const section of ['categories', 'system']) {
      await page.goto(`/admin/${section}`)
      await wheels.first().waitFor()
      // An exact match, since other texts contain N/A, for example the URL of a slow call
      // (admin/announcements).
      expect(await page.locator('main').getByText('N/A', { exact: true }).count()).toBe(0)
    }

    go()
    await page.getByText('Modelo do processador').or(page.getByText('CPU')).first().waitFor()
    await expect.poll(() => wheels.count()).toBe(0)
    await context.close()
  })

  it('a message disappears with its view [F145]', async () => {
    const { page, context } = await staffWindow(1280)

    await page.route('**/api/admin/notifications/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
        : route.fallback(),
    )

    await page.goto('/admin/notifications')
    await stateIn(page, 'Situação de ').choose('Revogada')
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('button', { name: 'Enviar notificação' }).click()
    await page.getByRole('main').getByRole('textbox').first().waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await context.close()
  })

  it('a term beyond 36 500 days is refused in the form, with the greatest one [F145]', async () => {
    const { page, context, t } = await staffWindow(1280)
    await page.goto('/admin/products?pageOf=new')
    const form = page.getByRole('main')
    await form.getByLabel(t('admin', 'adminOptions.validity')).selectOption('days')
    await form.getByLabel(t('admin', 'adminOptions.daysField')).fill('36501')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await form.getByText('O maior valor é 36500.').waitFor()
    await context.close()
  })

  it('notifications beyond the first hundred are on the next page [decision Q126]', async () => {
    for (let i = 0; i < 101; i++)
      await shop.api('/api/admin/notifications', {
        method: 'POST',
        headers: admin.headers,
        body: JSON.stringify({ type: 'info', title: `Aviso ${i}`, message: 'Texto' }),
      })

    const { page, context } = await staffWindow(1280)
    await page.goto('/admin/notifications')
    await page.getByText('Aviso 100').waitFor()
    expect(await page.getByText('Aviso 0', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Próxima' }).click()
    await page.getByText('Aviso 0', { exact: true }).waitFor()
    await context.close()
  })
})
