import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused } from './answers.ts'
import { show, type Given } from './show.ts'

const answer = on(api.status.products, [
  {
    categoryName: 'jogos',
    products: [
      { name: 'Pincel Pro', status: 'active' },
      { name: 'Lápis Mini', status: 'maintenance' },
      { name: 'Tinta Azul', status: 'discontinued' },
      { name: 'Giz', status: 'inactive' },
    ],
  },
  { categoryName: 'programas', products: [] },
])

const fine = on(api.status.products, [
  { categoryName: 'jogos', products: [{ name: 'Pincel Pro', status: 'active' }] },
])

/**
 * The answer of a shop that has measured nothing yet; status-history.long.screen.ts tests measured
 * days.
 */
const unmeasured = on(api.status.history, {
  today: '2026-02-03',
  since: null,
  parts: [],
  incidents: [],
  announcements: [],
})

const noHistory = {
  'pt-BR': [
    'Serviços da loja',
    'Olhamos cada serviço uma vez por minuto.',
    'As primeiras medições aparecem em cerca de um minuto.',
    'Ocorrências dos últimos 90 dias',
    'Nenhuma ocorrência.',
  ],
  'en-US': [
    'Shop services',
    'We check each service once a minute.',
    'The first measurements appear in about a minute.',
    'Incidents in the last 90 days',
    'No incidents.',
  ],
}

const setup: Given = { replies: [answer, unmeasured], now: '2026-02-03T17:05:00.000Z' }

it('a bar has the day of the shop, whatever the clock of the reader says', async () => {
  const days = Array.from({ length: 90 }, () => [1440])
  const shop = { part: 'shop', state: 'up', availability: 100, days } as const
  const history = { today: '2026-02-03', since: '2025-11-06', parts: [shop] }

  const incidents = ([31, 30, 29, 28] as const).map((day, i) => ({
    id: `00000000-0000-4000-8000-00000000000${i}`,
    part: 'shop' as const,
    worst: 'down' as const,
    startedAt: `2026-01-${day}T12:00:00.000Z`,
    endedAt: `2026-01-${day}T12:20:00.000Z`,
  }))

  const answered = on(api.status.history, {
    ...history,
    incidents: [1, 3, 0, 2].map((place) => incidents[place]!),
    announcements: [],
  })

  const zone = 'America/Los_Angeles'
  const screen = await show('/status', { ...setup, zone, replies: [answer, answered] })
  const bars = screen.page.getByRole('slider').first()
  await expect.poll(() => bars.getAttribute('aria-valuetext')).toBe('3 de fev. de 2026: sem falhas')
  const list = screen.page.getByRole('list').last().getByRole('listitem')
  const incidentTexts = await list.locator('p').allInnerTexts()

  expect(incidentTexts.map((text) => text.slice(0, 13))).toEqual([
    'De 31/01/2026',
    'De 30/01/2026',
    'De 29/01/2026',
    'De 28/01/2026',
  ])
})

describe('the status of the products', () => {
  it('shows each state in a word, how many need attention, and when it looked [S094, S130]', async () => {
    const screen = await show('/status', setup)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Status dos produtos',
        'Última atualização: 03/02/2026, 14:05',
        'Atualiza sozinho a cada 60 segundos.',
        'Serviços da loja',
        '2 produtos precisam de atenção',
        'Jogos',
        'jogos',
        'Produto Status Verificado em',
        'Pincel Pro',
        'Não detectado 03/02/2026, 14:05',
        'Lápis Mini',
        'Em manutenção 03/02/2026, 14:05',
        'Tinta Azul',
        'Descontinuado 03/02/2026, 14:05',
        'Giz',
        'Fora do ar 03/02/2026, 14:05',
        'Programas',
        'Nenhum produto encontrado',
        ...noHistory['pt-BR'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Produto', 'Status', 'Verificado em'],
        ['Pincel Pro', 'Não detectado', '03/02/2026, 14:05'],
        ['Lápis Mini', 'Em manutenção', '03/02/2026, 14:05'],
        ['Tinta Azul', 'Descontinuado', '03/02/2026, 14:05'],
        ['Giz', 'Fora do ar', '03/02/2026, 14:05'],
      ])

    screen.expectAnswered()
  })

  it('shows the same on a phone [S094]', async () => {
    const screen = await show('/status', { ...setup, width: 360 })
    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Status dos produtos',
        'Última atualização: 03/02/2026, 14:05',
        'Atualiza sozinho a cada 60 segundos.',
        'Serviços da loja',
        '2 produtos precisam de atenção',
        'Jogos',
        'jogos',
        'Produto Status Verificado em',
        'Pincel Pro',
        'Não detectado',
        'Verificado em03/02/2026, 14:05',
        'Lápis Mini',
        'Em manutenção',
        'Verificado em03/02/2026, 14:05',
        'Tinta Azul',
        'Descontinuado',
        'Verificado em03/02/2026, 14:05',
        'Giz',
        'Fora do ar',
        'Verificado em03/02/2026, 14:05',
        'Programas',
        'Nenhum produto encontrado',
        ...noHistory['pt-BR'],
      ])
  })

  it('has the tables of all categories share their columns, and shows their heads once [P127]', async () => {
    const two = on(api.status.products, [
      { categoryName: 'jogos', products: [{ name: 'Pincel Pro', status: 'active' }] },
      {
        categoryName: 'programas',
        products: [{ name: 'Um nome que é muito mais longo', status: 'maintenance' }],
      },
    ])

    const screen = await show('/status', { ...setup, replies: [two, unmeasured] })

    const places = () =>
      screen.page
        .getByRole('table')
        .evaluateAll((tables) =>
          tables.map((table) =>
            [...table.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect().x),
          ),
        )

    await expect.poll(async () => (await places()).length).toBe(2)
    const [first, second] = await places()
    expect(first).toHaveLength(3)
    expect(second).toEqual(first)

    const heads = () =>
      screen.page
        .getByRole('columnheader', { name: 'Verificado em' })
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize === '0px'))

    await expect.poll(heads).toEqual([false, true])
  })

  it('says that all is well, that there are no products, or that loading failed [S281, S282]', async () => {
    const states = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show('/status', { ...setup, language, replies: [fine, unmeasured] })
      const well = (await screen.lines()).slice(4, 5)

      const none = await show('/status', {
        ...setup,
        language,
        replies: [on(api.status.products, []), unmeasured],
      })

      const broken = await show('/status', {
        ...setup,
        language,
        replies: [refused(api.status.products, 'A conta não bate.', 400), unmeasured],
      })

      return [well, await none.lines(), await broken.lines()]
    }

    expect(await states('pt-BR')).toEqual([
      ['Tudo funcionando normalmente'],
      [
        'Status dos produtos',
        'Última atualização: 03/02/2026, 14:05',
        'Atualiza sozinho a cada 60 segundos.',
        'Serviços da loja',
        'Nenhum dado de status disponível.',
        ...noHistory['pt-BR'],
      ],
      [
        'Status dos produtos',
        'Atualiza sozinho a cada 60 segundos.',
        'Serviços da loja',
        'Erro ao buscar os dados de status. Tente novamente mais tarde.',
        'Tentar novamente',
        ...noHistory['pt-BR'],
      ],
    ])

    expect(await states('en-US')).toEqual([
      ['Everything is up and running'],
      [
        'Product status',
        'Last update: 2/3/26, 2:05 PM',
        'Refreshes automatically every 60 seconds.',
        'Shop services',
        'No status data available.',
        ...noHistory['en-US'],
      ],
      [
        'Product status',
        'Refreshes automatically every 60 seconds.',
        'Shop services',
        'Error fetching status data. Please try again later.',
        'Try again',
        ...noHistory['en-US'],
      ],
    ])
  })

  it('shows a loading indicator and no data while it loads', async () => {
    const screen = await show('/status', {
      ...setup,
      replies: [pending(api.status.products), unmeasured],
    })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Status dos produtos',
        'Atualiza sozinho a cada 60 segundos.',
        'Serviços da loja',
        ...noHistory['pt-BR'],
      ])

    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
  })

  it('asks again every 60 seconds, and says when [S095]', async () => {
    const screen = await show('/status', { ...setup, movesClock: true })
    screen.replies.unshift(fine)
    await screen.page.clock.fastForward(61_000)
    await screen.page.getByText('Tudo funcionando').waitFor()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Status dos produtos',
        'Última atualização: 03/02/2026, 14:06',
        'Atualiza sozinho a cada 60 segundos.',
        'Serviços da loja',
        'Tudo funcionando normalmente',
        'Jogos',
        'jogos',
        'Produto Status Verificado em',
        'Pincel Pro',
        'Não detectado 03/02/2026, 14:06',
        ...noHistory['pt-BR'],
      ])
  })
})

describe('the way back from the page of the card', () => {
  const path = '/status?session_id=cs_77::1'

  it('says that it asks, and that it cannot be asked [S084]', async () => {
    const words = async (language: 'pt-BR' | 'en-US') => {
      const replies = [refused(api.payments.status, 'A conta não bate.', 400)]
      const screen = await show(path, { language, replies })

      return screen.lines()
    }

    expect(await words('pt-BR')).toEqual([
      'Confirmando o pagamento',
      'Estamos confirmando com o seu cartão. Isso costuma levar poucos segundos; você pode deixar esta página aberta.',
      'O pagamento não pôde ser consultado agora. Se você pagou, o pedido aparece na sua conta.',
      'Ver pedidos',
    ])

    expect(await words('en-US')).toEqual([
      'Confirming the payment',
      "We're confirming the payment with your card. This usually takes a few seconds; you can leave this page open.",
      "We couldn't check the payment right now. If you paid, the order is in your account.",
      'See orders',
    ])

    const waiting = await show(path, { replies: [pending(api.payments.status)] })

    await expect
      .poll(() => waiting.lines())
      .toEqual([
        'Confirmando o pagamento',
        'Estamos confirmando com o seu cartão. Isso costuma levar poucos segundos; você pode deixar esta página aberta.',
        'Ver pedidos',
      ])

    expect(
      waiting.calls.filter(({ path }) => path.includes('payment')).map(({ path }) => path),
    ).toEqual(['/api/payment/stripe/status/cs_77'])
  })
})
