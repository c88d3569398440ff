import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { crypto, cryptoOf, open, pay, pix, pixOf, ready, sheet, under } from './checkout-samples.ts'
import type { Screen } from './screen.ts'
import type { Given } from './show.ts'

describe('what is to be copied', () => {
  /** Names of the sheet's elements that another element covers in the window. */
  const covered = (screen: Screen) =>
    sheet(screen)
      .locator('button, textarea, [role=img], code')
      .evaluateAll((all) =>
        all
          .filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect()
            // Checks three points of the element, since a partly covered element counts as covered.
            return [(top + bottom) / 2, top + 3, bottom - 3].some((y) => {
              const topElement = document.elementFromPoint((left + right) / 2, y)
              // Elements that scrolled under the shop's header are ignored.
              return (
                topElement !== null && !one.contains(topElement) && !topElement.closest('header')
              )
            })
          })
          .map((one) => one.getAttribute('aria-label') ?? one.textContent),
      )

  const started = async (method: 'PIX' | 'Cripto', given: Given, height: number) => {
    const screen = await open(given)
    await screen.page.setViewportSize({ width: given.width!, height })
    await ready(screen, method)
    if (method === 'PIX') await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
    const waits = under(method === 'PIX' ? { pix: pixOf } : { crypto: cryptoOf }, {
      paymentId: 'pay-1',
    })

    screen.replies.unshift(
      on(api.payments.startPix, pix),
      on(api.payments.startCrypto, { ...crypto, paymentId: 'pay-1' }),
      on(api.payments.status, waits),
    )

    await pay(screen).click()
    await screen.page.getByRole('timer').waitFor()

    return screen
  }

  const ask = async (screen: Screen) => {
    await screen.press(/^Já (paguei|enviei)$/)
    await screen.page.getByText('Seu pagamento ainda não').waitFor()
  }

  it.each(['PIX', 'Cripto'] as const)(
    'by %s never lies under the foot of the payment',
    async (method) => {
      for (const [width, height] of [
        [1280, 800],
        [1366, 768],
      ] as const) {
        const screen = await started(method, { width }, height)
        expect(await covered(screen)).toEqual([])
        await ask(screen)
        expect(await screen.page.getByText('Seu pagamento ainda não').isVisible()).toBe(true)
        expect(await covered(screen)).toEqual([])
      }

      // On a phone the footer stays in the window; a focused element is above it.
      const screen = await started(method, { width: 360 }, 740)
      await ask(screen)

      for (const button of await sheet(screen)
        .getByRole('button', { name: /^Copiar/ })
        .all()) {
        await button.focus()
        const name = await button.innerText()
        expect(await covered(screen)).not.toContain(name)
      }
    },
  )
})
