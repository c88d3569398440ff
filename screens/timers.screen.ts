import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, type Answer } from './answers.ts'
import { captcha } from './captcha.ts'
import { accept, choose, checkoutSetup, pay, pix, pixOf, under } from './checkout-samples.ts'
import { forward, openStill } from './clock.ts'
import { everyPage, type Person } from './every-page.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'
import { inbox, waiting } from './support-desk-samples.ts'

// Parts of a page that change with time, without a call to the shop.

/**
 * A page, the steps before the test, the part to read, and its expected content after given numbers
 * of seconds.
 */
type Timer = {
  at: string
  replies: readonly Answer[]
  before?: (screen: Screen) => Promise<void>
  reads: (screen: Screen) => Promise<unknown>
  readings: readonly [seconds: number, read: unknown][]
}

/** The time on the countdown, in seconds. */
async function secondsLeft({ page }: Screen): Promise<number> {
  const parts = (await page.getByRole('timer').first().innerText()).split(':')

  return parts.reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Seconds by which the countdown fell since the first reading. */
function gone(): Timer['reads'] {
  let first: number | undefined

  return async (screen) => {
    const now = await secondsLeft(screen)
    first ??= now

    return first - now
  }
}

const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })

const customer: readonly Timer[] = [
  {
    at: '/checkout',
    replies: checkoutSetup.replies!,

    before: async (screen) => {
      await choose(screen, 'PIX')
      await accept(screen)
      await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
      screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
      await pay(screen).click()
      await screen.page.getByRole('timer').waitFor()
    },

    reads: gone(),
    readings: [
      [0, 0],
      [2, 2],
      [3, 5],
    ],
  },
]

/** Staff's timers: the row of a ticket shows the customer's waiting time in whole minutes. */
const staff: readonly Timer[] = [
  {
    at: '/admin/tickets?view=inbox',
    replies: [inbox([{ ...waiting, waitingSince: '2026-02-03T17:05:00.000Z' }])],
    reads: async ({ page }) => page.getByRole('main').locator('time').first().innerText(),
    readings: [
      [0, 'espera há 15 min'],
      [60, 'espera há 16 min'],
    ],
  },
]

const visitor: readonly Timer[] = [
  {
    at: '/login',
    replies: [captcha, on(api.accounts.askLoginCode, { success: true, message: 'Enviado.' })],

    before: async (screen) => {
      await screen.page.getByLabel('E-mail').fill('bia@exemplo.test')
      await screen.press('Entrar com código por e-mail')
      const again = screen.page.getByRole('button', { name: 'Enviar outro código' })
      await again.waitFor()
      await forward(screen, 31)
      await again.click()
      await screen.page.getByText('Enviamos outro código').waitFor()
    },

    reads: async ({ page }) =>
      page.getByRole('button', { name: /^Enviar outro código/ }).innerText(),
    readings: [
      [0, 'Enviar outro código em 30 s'],
      [29, 'Enviar outro código em 1 s'],
      [1, 'Enviar outro código'],
    ],
  },
]

async function watch(timers: readonly Timer[], as?: Person): Promise<void> {
  const screen = await show('/terms', { as, now: '2026-02-03T17:20:00.000Z', movesClock: true })
  for (const { at, replies, before, reads, readings } of timers) {
    screen.replies.splice(0, Infinity, ...replies, ...everyPage(as))
    await openStill(screen, at)
    await before?.(screen)

    for (const [seconds, read] of readings) {
      await forward(screen, seconds)
      expect(await reads(screen), `${at} after ${seconds} s`).toEqual(read)
    }
  }
}

describe('a page that changes with time', () => {
  it('changes at its second for a customer', async () => {
    await watch(customer, { role: 'client' })
  })

  it('changes at its second for staff', async () => {
    await watch(staff, { role: 'admin' })
  })

  it('changes at its second for a visitor', async () => {
    await watch(visitor)
  })
})
