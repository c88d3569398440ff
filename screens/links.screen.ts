import { api } from '@chaveiro/contracts'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { cartOf, items } from './checkout-samples.ts'
import { publicSettings } from './every-page.ts'
import { longestAnswers } from './longest.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// The URLs of the links that every logged-in person sees, and the browser's data after a logout.

const { accounts, orders, payments } = api

const replies = [
  ...longestAnswers([accounts.dashboard, orders.list, orders.products, payments.pending]),
  cartOf(items),
  publicSettings({
    pages: [{ slug: 'trocas', titles: { 'pt-BR': 'Trocas', 'en-US': 'Returns' } }],
  }),
]

const client: Given = { as: { role: 'client' }, replies }

/** The links of a part of the page, each with its URL. */
const linksOf = (part: Locator): Promise<Record<string, string>> =>
  part
    .getByRole('link')
    .evaluateAll((all) =>
      Object.fromEntries(
        (all as HTMLElement[]).map((one) => [
          (one.ariaLabel ?? one.innerText).split('\n')[0]!.trim(),
          one.getAttribute('href')!,
        ]),
      ),
    )

const main = (screen: Screen) => linksOf(screen.page.getByRole('main'))
const chat = 'https://chat.exemplo.test/ajuda'

describe('the links of a logged-in person', () => {
  it('lead a customer from the frame and between the pages of the account', async () => {
    const screen = await show('/dashboard', client)

    await expect
      .poll(() => linksOf(screen.page.getByRole('banner')))
      .toEqual({
        Chaveiro: '/',
        Produtos: '/products',
        Status: '/status',
        'Suporte no chat': chat,
        'Minha conta': '/dashboard',
      })

    expect(await linksOf(screen.page.getByRole('contentinfo'))).toEqual({
      Termos: '/terms',
      Trocas: '/p/trocas',
      Suporte: chat,
      'ajuda@exemplo.test': 'mailto:ajuda@exemplo.test',
    })

    expect(await main(screen)).toEqual({
      'Trocar o e-mail': '/dashboard/settings',
      Pagar: '/checkout',
      'Meus produtos': '/dashboard/products',
      'Meus pedidos': '/dashboard/orders',
      Suporte: '/dashboard/support',
      Configurações: '/dashboard/settings',
    })

    await screen.goTo('/dashboard/orders')

    expect(await main(screen)).toEqual({
      'Voltar ao painel': '/dashboard',
      'Pagar agora': '/checkout',
      'Pedir ajuda': chat,
    })

    await screen.goTo('/checkout')

    expect(await main(screen)).toEqual({
      'Pincel Pro': '/products/produto-1',
      'Lápis Mini': '/products/produto-2',
    })
  })

  it('lead a customer from the menu of a phone', async () => {
    const screen = await show('/dashboard', { ...client, width: 390 })
    await screen.press('Menu')
    await expect
      .poll(() => linksOf(screen.dialog()))
      .toEqual({ Produtos: '/products', Status: '/status', 'Minha conta': '/dashboard' })
  })

  it('lead staff to their section; a log-out leaves no session, name or mail', async () => {
    const screen = await show('/', { as: { role: 'admin' }, replies })
    await expect
      .poll(() => linksOf(screen.page.getByRole('banner')))
      .toMatchObject({ Administração: '/admin/users', 'Minha conta': '/dashboard' })
    await screen.press('Sair')
    const storedItems = () => screen.page.evaluate(() => ({ ...localStorage }))

    await expect.poll(storedItems).toEqual({
      i18nextLng: 'pt-BR',
      viewedNotifications_default: '[]',
      adminFirstSteps: 'over',
      notificationsOwner: '{"id":"00000000-0000-4000-8000-00000000000a","unsentSince":null}',
    })

    expect(await screen.page.evaluate(() => document.cookie)).toBe('')
    const session = await screen.page.evaluate(() => Object.keys(sessionStorage))
    expect(session.filter((name) => !/^visit(ed)?$/.test(name))).toEqual([])
    expect(new URL(screen.page.url()).pathname).toBe('/')
  })
})
