import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { crypto, cryptoOf, open, pay, pix, pixOf, ready, sheet, under } from './checkout-samples.ts'
import { ownStatus } from './outcome-samples.ts'
import type { Screen } from './screen.ts'

type Size = readonly [width: number, height: number]

/** Windows in which the payment's footer is sticky, from a small phone to a large desktop. */
const pinnedSizes: readonly Size[] = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1280, 820],
  [1920, 1080],
]

/** Desktop windows that are too low for a sticky footer. */
const lowSizes: readonly Size[] = [
  [1280, 800],
  [1366, 768],
]

const sizes = [...pinnedSizes, ...lowSizes]
const methods = ['PIX', 'Cripto'] as const

/** A PIX code as long as the codes of a bank. */
const pixCode =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540512' +
  '69.905802BR5913Loja Chaveiro6008BRASILIA62070503***63041D3D'

/** Starts a payment in a window of this size. */
async function started(method: (typeof methods)[number], [width, height]: Size): Promise<Screen> {
  const screen = await open({ width })
  await screen.page.setViewportSize({ width, height })
  await ready(screen, method)
  if (method === 'PIX') await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
  const owner = method === 'PIX' ? { pix: { ...pixOf, pixCode } } : { crypto: cryptoOf }

  screen.replies.unshift(
    on(api.payments.startPix, { ...pix, pixCode }),
    on(api.payments.startCrypto, { ...crypto, paymentId: 'pay-1' }),
    on(api.payments.status, under(owner, { paymentId: 'pay-1' })),
  )

  await pay(screen).click()
  await screen.page.getByRole('timer').waitFor()

  return screen
}

const foot = (screen: Screen) => sheet(screen).locator('> div').last()

/** Codes and addresses that a buyer copies, and the buttons beside them. */
const copied = (screen: Screen) =>
  sheet(screen).locator('code, textarea, button:has-text("Copiar")')

/** Names of the codes and copy buttons that are partly covered or outside the window. */
const hidden = async (screen: Screen) =>
  copied(screen).evaluateAll((all) =>
    all
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return [top + 3, (top + bottom) / 2, bottom - 3].some(
          (y) => !one.contains(document.elementFromPoint((left + right) / 2, y)),
        )
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent),
  )

/** Clicks at the button's position; Playwright would scroll the page before a click by name. */
async function ask(screen: Screen): Promise<void> {
  const button = (await foot(screen).getByRole('button').boundingBox())!
  await screen.page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
}

describe('the footer of a payment', () => {
  it.each(methods)('by %s covers nothing that must be copied, in any window', async (method) => {
    for (const size of sizes) {
      const screen = await started(method, size)
      expect(await hidden(screen), `opened at ${size.join(' × ')}`).toEqual([])
      // In a low desktop window the footer scrolls with the page and covers nothing.
      if (lowSizes.includes(size)) continue

      await ask(screen)
      await foot(screen).getByText('Ainda não chegou. Seguimos verificando.').waitFor()
      expect(await hidden(screen), `asked at ${size.join(' × ')}`).toEqual([])
    }
  })

  it.each(methods)('by %s never covers the focused copy button', async (method) => {
    for (const size of [pinnedSizes[0]!, pinnedSizes[3]!]) {
      const screen = await started(method, size)

      for (const button of await sheet(screen)
        .getByRole('button', { name: /^Copiar/ })
        .all()) {
        await screen.page.evaluate(() => scrollTo(0, 0))
        await button.focus()
        const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
        expect(await hidden(screen), `${name} at ${size.join(' × ')}`).not.toContain(name)
      }
    }
  })

  it('is one line of 56 px: state or answer, time left, and a button', async () => {
    for (const size of [
      [360, 740],
      [1366, 768],
    ] as const) {
      const screen = await started('PIX', size)
      const status = '**/api/payment/efybank/status/**'
      const height = async () => (await foot(screen).boundingBox())!.height
      // 56 px, and a border of 1 px.
      expect(await height()).toBe(57)
      expect((await screen.lines(foot(screen))).filter((line) => !line.startsWith('24:'))).toEqual([
        'Aguardando o pagamento.',
        'Já paguei',
      ])
      await ask(screen)
      await foot(screen).getByText('Ainda não chegou. Seguimos verificando.').waitFor()
      expect(await height()).toBe(57)
      await screen.page.route(status, (route) => route.abort())
      await ask(screen)
      await foot(screen).getByText('Sem resposta agora. Se já pagou, não pague de novo.').waitFor()
      expect(await height()).toBe(57)
      await screen.page.unroute(status)
      // The pressed button keeps the focus.
      expect(await screen.page.evaluate(() => document.activeElement?.textContent)).toBe(
        'Já paguei',
      )
    }
  })

  it('is sticky on a phone and in a high desktop window, but not in a low one', async () => {
    const screen = await started('Cripto', sizes[0]!)
    const positions: string[][] = []

    for (const [width, height] of sizes) {
      await screen.page.setViewportSize({ width, height })
      const position = await foot(screen).evaluate((part) => getComputedStyle(part).position)
      positions.push([`${width} × ${height}`, position])
    }

    expect(positions).toEqual([
      ['360 × 640', 'sticky'],
      ['390 × 844', 'sticky'],
      ['768 × 1024', 'sticky'],
      ['1280 × 820', 'sticky'],
      ['1920 × 1080', 'sticky'],
      ['1280 × 800', 'static'],
      ['1366 × 768', 'static'],
    ])
  })
})

describe('the key of a waiting payment', () => {
  const share = (screen: Screen) =>
    sheet(screen)
      .locator('.key-shape')
      .evaluate((key) =>
        Number(Number(getComputedStyle(key).getPropertyValue('--share')).toFixed(2)),
      )

  it('is blank until the code is copied, and cut further as confirmations arrive', async () => {
    const screen = await started('Cripto', [1280, 800])
    expect(await share(screen)).toBe(0)
    await screen.press('Copiar o endereço')
    await expect.poll(() => share(screen)).toBe(0.33)

    for (const [confirmations, cut] of [
      ['1/3', 0.56],
      ['2/3', 0.78],
    ] as const) {
      screen.replies.unshift(
        on(
          api.payments.status,
          under({ crypto: { ...cryptoOf, confirmations } }, { paymentId: 'pay-1' }),
        ),
      )
      await screen.press('Já enviei')
      await expect.poll(() => share(screen)).toBe(cut)
    }
  })

  it('is cut further by a partial PIX, without motion if reduced motion is set', async () => {
    const screen = await started('PIX', [390, 844])
    const part = under({ pix: { ...pixOf, pixCode } }, { paymentId: 'pay-1', received: 70 })
    screen.replies.unshift(on(api.payments.status, { ...part, message: 'Faltam R$ 7,70.' }))
    await screen.press('Já paguei')
    await expect.poll(() => share(screen)).toBe(0.67)
    expect(await screen.lines(sheet(screen))).toContain('Faltam R$ 7,70.')

    const moves = () =>
      sheet(screen)
        .locator('.key-cut')
        .evaluate((teeth) => getComputedStyle(teeth).transitionDuration)

    await expect.poll(moves).toBe('0s')
    await screen.page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(moves).toBe('0.24s')
    await screen.page.emulateMedia({ reducedMotion: 'reduce' })
  })

  /** How many elements take part in the transition between two pages, and their places. */
  const travelling = (screen: Screen) =>
    screen.page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((one) => getComputedStyle(one).viewTransitionName === 'paid-key')
        .map((one) => one.closest('section')?.getAttribute('aria-labelledby') !== null),
    )

  it('grows into the first key of the success page, without motion if that is set', async () => {
    for (const [method, motion, transitions] of [
      ['PIX', 'no-preference', 1],
      ['Cripto', 'no-preference', 1],
      ['PIX', 'reduce', 0],
    ] as const) {
      const screen = await started(method, [1280, 800])
      await screen.page.emulateMedia({ reducedMotion: motion })
      expect(await travelling(screen)).toEqual([true])

      await screen.page.evaluate(() => {
        const start = document.startViewTransition.bind(document)
        Object.assign(window, { transitions: 0 })

        document.startViewTransition = (update) => {
          Object.assign(window, { transitions: 1 })
          return start(update)
        }
      })

      screen.replies.unshift(on(api.payments.status, ownStatus))
      await screen.press(method === 'PIX' ? 'Já paguei' : 'Já enviei')
      await screen.page.getByText('AAAA-BBBB-1111').waitFor()
      expect(await screen.page.evaluate(() => Reflect.get(window, 'transitions'))).toBe(transitions)
      expect(await travelling(screen)).toEqual([true])
      await screen.page.emulateMedia({ reducedMotion: 'reduce' })
    }
  })
})
