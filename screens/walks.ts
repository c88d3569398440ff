import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import { expect } from 'vitest'

import { on } from './answers.ts'
import {
  cartOf,
  items,
  open,
  pay,
  pix,
  pixOf,
  ready,
  under,
  withCoupon,
} from './checkout-samples.ts'
import * as desk from './desk-samples.ts'
import { ownStatus } from './outcome-samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'
import * as support from './support-desk-samples.ts'

// A short but complete purchase and staff day, for tests of pages that a browser or an extension
// changes.

/**
 * Collects the page's errors and console errors from now on, except those about failed requests.
 */
export function complaintsOf({ page }: Screen): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))

  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })

  return complaints
}

type Walk = {
  /** The message after copying, if it is not the usual one. */
  copied?: string
  /** A step on the page while the payment is open. */
  midway?: (screen: Screen) => Promise<void>
}

/** A purchase: a coupon, another quantity, a PIX payment, the keys. */
export async function buying(
  given: Given,
  { copied = 'Copiado', midway = async () => {} }: Walk = {},
): Promise<void> {
  const screen = await open(given)
  const complaints = complaintsOf(screen)
  const { page, replies } = screen
  await ready(screen, 'PIX')
  const count = page.getByText('3 × R$ 416,70')
  await count.waitFor()
  await page.getByLabel('Cupom de desconto').fill('VERAO')
  replies.unshift(withCoupon)
  await screen.press('Aplicar')
  await expect.poll(() => screen.lines(pay(screen))).toEqual(['Pagar R$ 1.234,56 com PIX'])

  const [first, second] = items
  const more = cartOf([{ ...first!, quantity: 4 }, second!])
  replies.unshift({ ...more, route: api.cart.update }, more)
  await screen.press('Aumentar Pincel Pro')
  await page.getByText('4 × R$ 416,70').waitFor()
  expect(await count.count()).toBe(0)

  await page.getByLabel('CPF', { exact: true }).fill('52998224725')
  const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
  replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
  await pay(screen).click()
  await page.getByText('Pague até').waitFor()
  await screen.press('Copiar código PIX')
  await page.getByText(copied, { exact: true }).first().waitFor()
  await midway(screen)
  await screen.press('Já paguei')
  await page.getByText('Ainda não chegou.').waitFor()
  replies.unshift(on(api.payments.status, ownStatus))
  await screen.press('Já paguei')
  await page.waitForURL('**/success?payment_id=*')
  await page.getByText('AAAA-BBBB-1111').waitFor()
  expect(complaints).toEqual([])
}

const noted: support.Full = {
  ...support.full,
  messages: [...support.full.messages, support.said(15, 'Já troquei a chave.', { role: 'staff' })],
}

/** A staff day: accept a payment to review, answer a customer, search without a match. */
export async function workingDay(given: Given): Promise<void> {
  const staff = { ...desk.deskSetup, ...given }

  const screen = await show(`/admin/desk/${desk.row.id}`, {
    ...staff,
    replies: [
      ...staff.replies!,
      on(adminApi.desk.accept, { success: true, payment: desk.payment }),
      ...support.all,
    ],
  })

  const complaints = complaintsOf(screen)
  const { page, replies } = screen
  const question = page.getByRole('alertdialog')
  await screen.press('Aceitar como pago')
  await screen.press('Aceitar como pago', question)
  await expect.poll(() => screen.lines(question)).toContain('Preencha este campo.')
  await question.getByLabel('Motivo').fill('falta pouco')
  await screen.press('Aceitar como pago', question)
  await page.getByText('Aceito e entregue.').waitFor()
  await expect.poll(() => question.count()).toBe(0)

  await screen.goTo(support.ticketAddress)
  const box = page.getByLabel('Responder ao cliente')
  await box.fill('Já troquei a chave.')
  const answered = { success: true, ticket: noted, data: noted } as const
  replies.unshift(on(adminApi.tickets.answer, answered), on(adminApi.tickets.read, answered))
  await screen.press('Enviar')
  await support.part(screen, 'Conversa').getByText('Já troquei a chave.').last().waitFor()
  await expect.poll(() => box.inputValue()).toBe('')
  expect(screen.sent('POST', `${support.path}/messages`)).toHaveLength(1)

  await screen.press(/^Sem responsável/)
  replies.unshift(support.inbox([]))
  await page.getByRole('searchbox').fill('eva')
  await page.getByText('Nada corresponde aos filtros').waitFor()
  expect(complaints).toEqual([])
}
