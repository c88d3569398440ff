import { api } from '@chaveiro/contracts'
import { paymentStatuses } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { cartOf, items } from './checkout-samples.ts'
import { forward, openStill } from './clock.ts'
import { stranger } from './outcome-samples.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

type Dashboard = Body<typeof api.accounts.dashboard>['data']['dashboard']

const licence: Dashboard['recentLicenses'][number] = {
  ...ids(1),
  productName: 'Pincel Pro',
  product: { name: 'Pincel Pro' },
  status: 'active',
  licenseKey: 'AAAA-BBBB-1111',
  purchaseDate: '2026-02-03T17:05:00.000Z',
  expirationDate: '2027-03-05T12:00:00.000Z',
  image: null,
  color: '#3b82f6',
}

const recentLicenses = [
  licence,
  {
    ...licence,
    ...ids(2),
    productName: 'Lápis Mini',
    status: 'expired' as const,
    licenseKey: 'CCCC-DDDD-2222',
    purchaseDate: '2025-01-02T12:00:00.000Z',
    expirationDate: '2026-01-09T12:00:00.000Z',
  },
  {
    ...licence,
    ...ids(3),
    productName: 'Tinta Azul',
    status: 'suspended' as const,
    licenseKey: null,
    purchaseDate: '2025-05-06T12:00:00.000Z',
    expirationDate: null,
  },
  {
    ...licence,
    ...ids(4),
    productName: 'Giz',
    status: 'pending' as const,
    licenseKey: null,
    purchaseDate: '2025-07-08T12:00:00.000Z',
    expirationDate: null,
  },
]

const payment: Dashboard['recentPayments'][number] = {
  ...ids(5),
  status: 'completed',
  amount: 1234.56,
  currency: 'BRL',
  paymentMethod: { type: 'pix', name: 'PIX' },
  createdAt: '2026-02-03T17:06:00.000Z',
}

const recentPayments = [
  ...paymentStatuses.map((status, i) => ({
    ...payment,
    ...ids(20 + i),
    status,
    amount: 1234.56 + i,
  })),
  {
    ...payment,
    ...ids(30),
    amount: 19.9,
    currency: 'USD' as const,
    paymentMethod: { type: 'card', name: 'Cartão' },
    createdAt: '2026-02-04T18:09:00.000Z',
  },
]

const answer = (part: Partial<Dashboard> = {}) =>
  on(api.accounts.dashboard, {
    success: true,
    error: null,

    data: {
      user: { ...ids(9), name: 'Bia Prado', email: 'bia@exemplo.test', role: 'client' },
      dashboard: {
        totalOrders: 2025,
        activeLicenses: 1810,
        totalPayments: 98765.43,
        recentLicenses,
        recentPayments,
        endingSoon: [],
        mailRefusedSince: null,
        ...part,
      },
    },
  })

const openPayment: Body<typeof api.payments.pending>['payment'] = {
  ...stranger,
  status: 'pending',
  payment: { ...stranger.payment, expiresAt: '2026-02-03T17:35:00.000Z' },
}

const setup: Given = { as: { role: 'client' }, replies: [answer()] }
const path = '/dashboard'

describe('the dashboard', () => {
  it('says that mails do not reach its person, and where to change the address [F221]', async () => {
    const refused = answer({ mailRefusedSince: '2026-02-01T12:00:00.000Z' })

    const words = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show(path, { ...setup, language, replies: [refused] })
      await expect.poll(async () => (await screen.lines()).length).toBeGreaterThan(10)
      const link = screen.page.locator('a[href="/dashboard/settings"]').first()

      return [(await screen.lines())[1], await link.textContent()]
    }

    expect(await words('pt-BR')).toEqual([
      'O servidor de bia@exemplo.test recusa os nossos e-mails: recibos e avisos não chegam a você. Trocar o e-mail',
      'Trocar o e-mail',
    ])

    expect(await words('en-US')).toEqual([
      "The mail server of bia@exemplo.test rejects our emails, so receipts and notices don't reach you. Change your email",
      'Change your email',
    ])
  })

  it('greets by name, shows the figures and the ways on [S097, S098]', async () => {
    const screen = await show(path, setup)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Olá, Bia Prado',
        'A caminho',
        'Giz',
        'A chave está sendo preparada e aparece aqui assim que estiver pronta.',
        'Suas chaves mais recentes',
        'Pincel Pro',
        'AAAA-BBBB-1111',
        'Copiar',
        'Pedidos',
        '2.025',
        'Licenças ativas',
        '1.810',
        'Total gasto',
        'R$ 98.765,43',
        'Meus produtos',
        'Chaves, validade e situação do que você comprou.',
        'Meus pedidos',
        'Histórico, recibos e chaves por pedido.',
        'Suporte',
        'Fale com a equipe e veja as respostas.',
        'Configurações',
        'Senha, avisos e idioma.',
        'Onde você está conectado',
        'Não reconhece um aparelho? Desconecte-o e troque a senha.',
      ])

    screen.expectAnswered()
    const english = await show(path, { ...setup, language: 'en-US', width: 360 })

    await expect
      .poll(() => english.lines())
      .toEqual([
        'Hello, Bia Prado',
        'On its way',
        'Giz',
        "Your key is being prepared and appears here as soon as it's ready.",
        'Your latest keys',
        'Pincel Pro',
        'AAAA-BBBB-1111',
        'Copy',
        'Orders',
        '2,025',
        'Active licences',
        '1,810',
        'Total spent',
        'R$ 98.765,43',
        'My products',
        'Keys, expiry dates and status of what you bought.',
        'My orders',
        'History, receipts and keys for each order.',
        'Support',
        'Message the team and read the replies.',
        'Settings',
        'Password, notifications and language.',
        "Where you're logged in",
        "Don't recognise a device? Sign it out and change your password.",
      ])
  })

  it('begins with open payments, then the newest keys, what ends soon, and the sessions [P132]', async () => {
    const ending = {
      ...ids(40),
      productId: ids(41).id,
      variantId: ids(43).id,
      productName: 'Lápis Mini',
      expirationDate: '2026-02-09T12:00:00.000Z',
      image: null,
      color: '#3b82f6',
      onSale: true,
    }

    const session = {
      ...ids(50),
      device: null,
      ip: '203.0.113.7',
      createdAt: '2026-02-03T17:05:00.000Z',
      lastSeenAt: '2026-02-03T17:05:00.000Z',
      expiresAt: '2026-03-03T17:05:00.000Z',
      current: false,
    }

    const add = '/api/product/cart/00000000-0000-4000-8000-00000000000a/add'
    const cart = { success: true as const, cart: null, id: null, _id: null, items: [] }

    const replies = [
      on(api.payments.pending, {
        success: true,
        payment: openPayment,
      }),
      on(api.accounts.sessions, { success: true, sessions: [session] }),
      on(api.accounts.endSession, { success: true, message: 'Sessão encerrada.' }),
      on(api.cart.add, cart),
      answer({
        endingSoon: [
          { ...ending, ...ids(42), variantId: ids(44).id, productName: 'Giz', onSale: false },
          ending,
        ],
      }),
    ]

    const now = '2026-02-03T17:20:00.000Z'
    const screen = await show(path, { ...setup, replies, now })

    await expect
      .poll(async () => (await screen.lines()).filter((line) => !/^Tempo|^\d\d:/.test(line)))
      .toEqual([
        'Olá, Bia Prado',
        'Você tem um pagamento em aberto',
        'R$ 1.234,56',
        'Pincel Pro',
        'Pagar',
        'A caminho',
        'Giz',
        'A chave está sendo preparada e aparece aqui assim que estiver pronta.',
        'Suas chaves mais recentes',
        'Pincel Pro',
        'AAAA-BBBB-1111',
        'Copiar',
        'Terminam em breve',
        'Giz',
        'Válida até 9 de fev. de 2026',
        'Fora de venda: ver outros produtos',
        'Lápis Mini',
        'Válida até 9 de fev. de 2026',
        'Renovar',
        'Pedidos',
        '2.025',
        'Licenças ativas',
        '1.810',
        'Total gasto',
        'R$ 98.765,43',
        'Meus produtos',
        'Chaves, validade e situação do que você comprou.',
        'Meus pedidos',
        'Histórico, recibos e chaves por pedido.',
        'Suporte',
        'Fale com a equipe e veja as respostas.',
        'Configurações',
        'Senha, avisos e idioma.',
        'Onde você está conectado',
        'Não reconhece um aparelho? Desconecte-o e troque a senha.',
        'Aparelho desconhecido',
        'Visto em 03/02/2026, 14:05, de 203.0.113.7',
        'Desconectar',
      ])

    await expect
      .poll(() => screen.lines(screen.page.getByRole('timer')))
      .toEqual([expect.stringMatching(/^1[45]:\d\d$/)])
    expect(await screen.page.getByRole('link', { name: 'Pagar' }).getAttribute('href')).toEqual(
      '/checkout',
    )
    await screen.press('Copiar a chave de Pincel Pro')
    await expect
      .poll(() => screen.page.evaluate(() => navigator.clipboard.readText()))
      .toEqual('AAAA-BBBB-1111')
    await screen.press('Desconectar: Aparelho desconhecido')
    await expect.poll(() => screen.toast()).toEqual('Sessão encerrada.')
    await screen.press('Renovar Lápis Mini')
    await screen.page.waitForURL('**/checkout')
    expect(screen.sent('POST', add)).toEqual([
      { productId: ids(41).id, variantId: ids(43).id, quantity: 1 },
    ])
    const english = await show(path, { ...setup, replies, now, language: 'en-US' })

    await expect
      .poll(async () =>
        (await english.lines()).slice(0, 20).filter((line) => !/^Time|^\d\d:/.test(line)),
      )
      .toEqual([
        'Hello, Bia Prado',
        'You have an open payment',
        'R$1,234.56',
        'Pincel Pro',
        'Pay',
        'On its way',
        'Giz',
        "Your key is being prepared and appears here as soon as it's ready.",
        'Your latest keys',
        'Pincel Pro',
        'AAAA-BBBB-1111',
        'Copy',
        'Ending soon',
        'Giz',
        'Valid until Feb 9, 2026',
        'No longer sold: see other products',
        'Lápis Mini',
        'Valid until Feb 9, 2026',
      ])
  })

  it.each([390, 1280])(
    'at %i px a payment that opens or ends while the page is read moves nothing [P132]',
    async (width) => {
      const none = on(api.payments.pending, { success: true, payment: null })
      const open = on(api.payments.pending, { success: true, payment: openPayment })
      const now = '2026-02-03T17:20:00.000Z'
      const screen = await show('/terms', { ...setup, width, now, movesClock: true })
      screen.replies.unshift(none, cartOf(items))
      await openStill(screen, path, ['/api/payment/pending'])
      const pay = screen.page.getByRole('link', { name: 'Pagar' })

      const places = () =>
        screen.page.evaluate(() =>
          [...document.querySelectorAll('h1, main h2, main ul, main a, footer')].flatMap((part) => {
            const { x, y, width, height } = part.getBoundingClientRect()
            return part.closest('[data-pay-bar]') ? [] : [[part.textContent, x, y, width, height]]
          }),
        )

      const before = await places()
      expect(before.length).toBeGreaterThan(10)
      expect(await pay.count()).toBe(0)

      screen.replies.unshift(open)
      await forward(screen, 16)
      await expect.poll(() => pay.count()).toBe(1)
      expect(await places()).toEqual(before)
      const box = (await pay.boundingBox())!
      expect(box.y).toBeLessThan(width < 600 ? 740 : 200)

      // A customer with an open payment has a cart, whose own bar would cover this one.
      const isOnTop = ({ x, y }: { x: number; y: number }) =>
        document.elementFromPoint(x + 20, y + 20)?.textContent === 'Pagar'
      expect(await screen.page.evaluate(isOnTop, { x: box.x, y: box.y })).toBe(true)

      screen.replies.unshift(none)
      await forward(screen, 16)
      await expect.poll(() => pay.count()).toBe(0)
      expect(await places()).toEqual(before)
    },
  )

  it('opens the newest licences: state, key, dates [S099, S184]', async () => {
    const screen = await show(path, setup)
    await screen.press(/^Licenças ativas/)

    await expect
      .poll(() => screen.lines(screen.dialog('Licenças recentes')))
      .toEqual([
        'Licenças recentes',
        'Pincel Pro',
        'Ativa',
        'AAAA-BBBB-1111',
        'Comprada em 3 de fev. de 2026 · válida até 5 de mar. de 2027',
        'Lápis Mini',
        'Expirada',
        'CCCC-DDDD-2222',
        'Comprada em 2 de jan. de 2025 · válida até 9 de jan. de 2026',
        'Tinta Azul',
        'Suspensa',
        'Esta licença está suspensa. Fale com o suporte.',
        'Comprada em 6 de mai. de 2025',
        'Giz',
        'Pendente',
        'A chave está sendo preparada e aparece aqui assim que estiver pronta.',
        'Comprada em 8 de jul. de 2025',
      ])

    await screen.press('Copiar a chave CCCC-DDDD-2222')
    await expect
      .poll(() => screen.page.evaluate(() => navigator.clipboard.readText()))
      .toEqual('CCCC-DDDD-2222')
    const english = await show(path, { ...setup, language: 'en-US' })
    await english.press(/^Active licences/)

    await expect
      .poll(() => english.lines(english.dialog()))
      .toEqual([
        'Recent licences',
        'Pincel Pro',
        'Active',
        'AAAA-BBBB-1111',
        'Bought on Feb 3, 2026 · valid until Mar 5, 2027',
        'Lápis Mini',
        'Expired',
        'CCCC-DDDD-2222',
        'Bought on Jan 2, 2025 · valid until Jan 9, 2026',
        'Tinta Azul',
        'Suspended',
        'This licence is suspended. Talk to support.',
        'Bought on May 6, 2025',
        'Giz',
        'Pending',
        "Your key is being prepared and appears here as soon as it's ready.",
        'Bought on Jul 8, 2025',
      ])
  })

  it('opens the newest payments: amount, method, moment, state [S100, S183]', async () => {
    const screen = await show(path, setup)
    await screen.press(/^Total gasto/)

    await expect
      .poll(() => screen.lines(screen.dialog('Pagamentos recentes')))
      .toEqual([
        'Pagamentos recentes',
        'R$ 1.234,56',
        'PIX · 03/02/2026, 14:06',
        'Pendente',
        'R$ 1.235,56',
        'PIX · 03/02/2026, 14:06',
        'Concluído',
        'R$ 1.236,56',
        'PIX · 03/02/2026, 14:06',
        'Falhou',
        'R$ 1.237,56',
        'PIX · 03/02/2026, 14:06',
        'Recusado',
        'R$ 1.238,56',
        'PIX · 03/02/2026, 14:06',
        'Reembolsado',
        'US$ 19,90',
        'Cartão · 04/02/2026, 15:09',
        'Concluído',
      ])

    const english = await show(path, { ...setup, language: 'en-US' })
    await english.press(/^Total spent/)

    await expect
      .poll(() => english.lines(english.dialog()))
      .toEqual([
        'Recent payments',
        'R$1,234.56',
        'PIX · 2/3/26, 2:06 PM',
        'Pending',
        'R$1,235.56',
        'PIX · 2/3/26, 2:06 PM',
        'Completed',
        'R$1,236.56',
        'PIX · 2/3/26, 2:06 PM',
        'Failed',
        'R$1,237.56',
        'PIX · 2/3/26, 2:06 PM',
        'Rejected',
        'R$1,238.56',
        'PIX · 2/3/26, 2:06 PM',
        'Refunded',
        '$19.90',
        'Cartão · 2/4/26, 3:09 PM',
        'Completed',
      ])
  })

  it('says in both that there are none [S099, S100]', async () => {
    const empty = answer({ recentLicenses: [], recentPayments: [] })

    const none = async (language: 'pt-BR' | 'en-US', ...buttons: RegExp[]) => {
      const screen = await show(path, { ...setup, language, replies: [empty] })
      const said: string[][] = []

      for (const button of buttons) {
        await screen.press(button)
        said.push(await screen.lines(screen.dialog()))
        await screen.page.keyboard.press('Escape')
      }

      return said
    }

    expect(await none('pt-BR', /^Licenças ativas/, /^Total gasto/)).toEqual([
      ['Licenças recentes', 'Nenhuma licença ainda.'],
      ['Pagamentos recentes', 'Nenhum pagamento ainda.'],
    ])

    expect(await none('en-US', /^Active licences/, /^Total spent/)).toEqual([
      ['Recent licences', 'No licences yet.'],
      ['Recent payments', 'No payments yet.'],
    ])
  })

  it('says that it could not be loaded, and waits [S275]', async () => {
    const replies = [refused(api.accounts.dashboard, 'A conta não bate.', 400)]

    expect(await (await show(path, { ...setup, replies })).lines()).toEqual([
      'Painel',
      'O painel não pôde ser carregado. Seus dados estão guardados.',
      'Tentar novamente',
    ])

    expect(await (await show(path, { ...setup, replies, language: 'en-US' })).lines()).toEqual([
      'Dashboard',
      "We couldn't load the dashboard. Your data is safe.",
      'Try again',
    ])

    const waiting = await show(path, { ...setup, replies: [pending(api.accounts.dashboard)] })
    await expect.poll(() => waiting.lines()).toEqual(['Painel'])
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
  })
})
