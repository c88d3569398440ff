import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { settled } from './routes.ts'
import { openShop, visit, type Shop, type Visit } from './shop.ts'

// The journeys without a mouse: only keys are pressed, and the focus is checked after each.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const desk = { language: 'pt-BR', width: 1280, reducedMotion: 'reduce' } as const

/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement | null
    const label = at?.id
      ? document.querySelector(`label[for="${CSS.escape(at.id)}"]`)?.textContent
      : null

    return (
      at?.getAttribute('aria-label') ??
      label ??
      at?.closest('label')?.textContent ??
      at?.innerText ??
      ''
    ).trim()
  })

/**
 * Presses Tab until an element of this name has the focus; every stop on the way must be visible.
 */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const seen: string[] = []

  for (let i = 0; i < 90; i++) {
    await page.keyboard.press(key)
    const at = await focused(page)

    if (typeof name === 'string' ? at === name : name.test(at)) {
      const shown = await page.evaluate(() => {
        const style = getComputedStyle(document.activeElement!)
        const around = getComputedStyle(
          document.activeElement!.closest('label') ?? document.activeElement!,
        )

        return style.outlineStyle !== 'none' || around.outlineStyle !== 'none'
      })

      expect(shown, `the focus on ${at} shows`).toBe(true)

      return
    }

    seen.push(at.slice(0, 20))
  }

  throw new Error(`${name} is not reached by ${key}; it went ${seen.join(' | ')}`)
}

async function registerByKeys({ page, t }: Visit): Promise<string> {
  const email = `teclado-${Date.now()}@exemplo.test`
  await page.goto('/register')
  await settled(page)

  for (const [label, text] of [
    ['field.username', 'Só Teclado'],
    ['field.email', email],
    ['field.password', 'uma-frase-longa-7'],
    ['field.confirm', 'uma-frase-longa-7'],
  ] as const) {
    await tabTo(page, t('account', label))
    await page.keyboard.type(text)
  }

  await tabTo(page, new RegExp(t('account', 'register.termsBefore').trim()))
  await page.keyboard.press('Space')
  await tabTo(page, t('account', 'register.submit'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await settled(page)

  return email
}

describe('without a mouse', () => {
  it('a purchase from the shop front to the key, then revealing it', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await registerByKeys(visitor)
    await tabTo(page, t('common', 'nav.products'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/products')
    await settled(page)
    await page.getByRole('article').first().waitFor()
    await tabTo(page, new RegExp(`^${t('store', 'product.addNamed', { name: '' }).trim()}`))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: t('common', 'cart.title') }).waitFor()
    await tabTo(page, t('common', 'cart.checkout'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/checkout')
    await page.getByRole('radio', { name: 'PIX' }).waitFor()
    await tabTo(page, /PIX|cart[ãa]o|Cart[ãa]o/)
    for (let i = 0; i < 3 && !(await page.getByRole('radio', { name: 'PIX' }).isChecked()); i++)
      await page.keyboard.press('ArrowRight')
    await tabTo(page, t('checkout', 'pix.cpf'))
    await page.keyboard.type('529.982.247-25')
    await tabTo(page, /Li e aceito os termos/i)
    await page.keyboard.press('Space')
    await tabTo(page, /^Pagar .* com PIX$/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('region', { name: t('checkout', 'pix.title') })
    const code = sheet.getByLabel(t('checkout', 'pix.code'))
    await code.waitFor()

    const { txid } = await page.evaluate(async () => {
      const answer = await (
        await fetch('/api/payment/pending', {
          headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
        })
      ).json()
      return answer.payment.owner.pix as { txid: string }
    })

    await shop.sandbox('POST', `/sandbox/api/pix/${txid}/pay`, {})
    await page.waitForURL('**/success?payment_id=*')
    const key = await page.getByTestId('licence-key').first().innerText()
    await page.goto('/dashboard/products')
    await settled(page)
    await page.getByTestId('owned-key').first().waitFor()
    await tabTo(page, /^Mostrar a chave/)
    await page.keyboard.press('Enter')
    expect(await page.getByTestId('owned-key').first().innerText()).toBe(key)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('changing the password through the settings tabs', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await registerByKeys(visitor)
    await page.goto('/dashboard/settings')
    await settled(page)
    await tabTo(page, t('account', 'settings.profile'))
    await page.keyboard.press('ArrowRight')
    await tabTo(page, `${t('account', 'settings.edit')}: ${t('account', 'field.password')}`)
    await page.keyboard.press('Enter')

    for (const [label, text] of [
      ['field.currentPassword', 'uma-frase-longa-7'],
      ['field.newPassword', 'outra-frase-longa-8'],
      ['field.confirm', 'outra-frase-longa-8'],
    ] as const) {
      await tabTo(page, t('account', label))
      await page.keyboard.type(text)
    }

    await tabTo(page, t('account', 'settings.change'))
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: /senha/i }).waitFor()
    await visitor.context.close()
  })

  it('reading a notification, and back to where one was', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await page.goto('/status')
    await settled(page)
    await page.locator('[data-badge]').waitFor()
    await tabTo(page, new RegExp(`^${t('common', 'bell.open')}`))
    const bell = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: t('common', 'bell.title') })
    const first = panel.getByRole('listitem').first()
    await first.waitFor()

    await tabTo(
      page,
      (await first.getByRole('button').getAttribute('aria-label')) ??
        (await first.getByRole('button').innerText()).trim(),
    )

    await page.keyboard.press('Enter')
    const notice = page.getByRole('dialog').last()
    await notice.getByRole('article').waitFor()
    expect(await notice.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await notice.getByRole('article').waitFor({ state: 'hidden' })
    expect(
      await first.getByRole('button').evaluate((node) => node === document.activeElement),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await bell.evaluate((node) => node === document.activeElement)).toBe(true)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('stopping music that plays: its off switch is the first stop on every page', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor

    await page.addInitScript(() => {
      const { play } = HTMLMediaElement.prototype
      HTMLMediaElement.prototype.play = function () {
        Object.assign(window, { sound: this })
        this.muted = true

        return play.call(this)
      }
    })

    const paused = () =>
      page.evaluate(() => (window as unknown as { sound: HTMLAudioElement }).sound.paused)
    await page.goto('/')
    await settled(page)
    await tabTo(page, t('common', 'music.play'))
    await page.keyboard.press('Enter')

    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: t('common', 'music.pause') })
      .waitFor()

    await tabTo(page, t('common', 'nav.status'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/status')
    await settled(page)
    expect(await paused()).toBe(false)
    await tabTo(page, t('common', 'music.pause'), 'Shift+Tab')
    const before = await page.evaluate(() =>
      [...document.querySelectorAll('a, button')].indexOf(document.activeElement as HTMLElement),
    )
    expect(before).toBe(0)
    await page.keyboard.press('Enter')
    await expect.poll(paused).toBe(true)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('the loading screen ends by its button, which is the only stop', async () => {
    const visitor = await visit(shop, { ...desk, reducedMotion: 'no-preference' })
    const { page, t } = visitor
    await page.goto('/products')
    await page.waitForFunction(() => document.querySelector('.loading[data-phase=on]'))
    const started = Date.now()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(t('common', 'loading.skip'))
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => !document.querySelector('.loading'))
    expect(Date.now() - started).toBeLessThan(2_800)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[inert]') ?? null)).toBeNull()
    await visitor.context.close()
  })

  it('the skip link comes first, a dialog keeps the focus and gives it back, a new page takes it', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await page.goto('/products')
    await settled(page)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(t('common', 'nav.skip'))
    await page.getByRole('article').first().waitFor()
    await tabTo(page, new RegExp(`^${t('store', 'product.addNamed', { name: '' }).trim()}`))
    const opener = await focused(page)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t('common', 'cart.title') })
    await dialog.waitFor()

    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement!.closest('dialog') !== null,
        ),
      ).toBe(true)
    }

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe(opener)
    await tabTo(page, t('common', 'footer.terms'))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/terms')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await visitor.context.close()
  })
})
