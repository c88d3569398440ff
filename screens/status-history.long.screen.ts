import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

type History = Body<typeof api.status.history>

/** Ninety days without downtime, except the given days; those before unknownUntil have no data. */
const days = (others: Record<number, number[]> = {}, unknownUntil = 0): number[][] =>
  Array.from({ length: 90 }, (_, place) => others[place] ?? (place < unknownUntil ? [] : [1440]))

const history: History = {
  today: '2026-03-10',
  since: '2025-12-11',

  parts: [
    {
      part: 'shop',
      state: 'up',
      availability: 99.98,
      days: days({ 70: [1400, 0, 8, 0, 32], 89: [720, 0, 0, 0, 3] }),
    },
    { part: 'database', state: 'up', availability: 100, days: days() },
    { part: 'delivery', state: 'up', availability: 100, days: days({ 60: [1000, 440] }) },
    {
      part: 'pix',
      state: 'down',
      availability: 98.2,
      days: days({ 20: [1200, 100, 140], 88: [900, 0, 540], 89: [600, 0, 123] }),
    },
    {
      part: 'card',
      state: 'up',
      availability: 99.5,
      days: days({ 87: [0, 0, 0, 1440], 88: [0, 0, 0, 1440] }),
    },
    { part: 'crypto', state: 'degraded', availability: 99.99, days: days({ 89: [700, 20] }) },
    { part: 'chat', state: 'paused', availability: 100, days: days({}, 60) },
    { part: 'mail', state: 'unknown', availability: null, days: days({}, 90) },
  ],

  incidents: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      part: 'pix',
      worst: 'down',
      startedAt: '2026-03-10T12:00:00.000Z',
      endedAt: null,
    },
    {
      id: '00000000-0000-4000-8000-000000000002',
      part: 'crypto',
      worst: 'degraded',
      startedAt: '2026-03-10T11:00:00.000Z',
      endedAt: '2026-03-10T11:20:00.000Z',
    },
    {
      id: '00000000-0000-4000-8000-000000000003',
      part: 'pix',
      worst: 'down',
      startedAt: '2026-02-19T11:00:00.000Z',
      endedAt: '2026-02-20T13:20:00.000Z',
    },
  ],

  announcements: [],
}

const products = on(api.status.products, [
  { categoryName: 'jogos', products: [{ name: 'Pincel Pro', status: 'active' }] },
])

const open = (given: Given = {}, of: History = history) =>
  show('/status', {
    replies: [products, on(api.status.history, of)],
    now: '2026-03-10T15:05:00.000Z',
    ...given,
  })

/**
 * Lines from a heading on. The search begins at the fifth line, below the link with the same text.
 */
const below = (lines: string[], title: string) => lines.slice(lines.indexOf(title, 4))

describe('the services of the shop', () => {
  it('are in one table with state, ninety days and uptime, the incidents beneath [P197]', async () => {
    const screen = await open()

    await expect
      .poll(async () => below(await screen.lines(), 'Serviços da loja'))
      .toEqual([
        'Serviços da loja',
        'Olhamos cada serviço uma vez por minuto.',
        'Serviços da loja',
        'Serviço Agora Últimos 90 dias No ar em 90 dias',
        'Loja',
        'No ar',
        '89 dias sem falhas, 1 dia com falhas',
        '99,98%',
        'Banco de dados',
        'No ar',
        '90 dias sem falhas',
        '100%',
        'Entrega de chaves',
        'No ar',
        '89 dias sem falhas, 1 dia com falhas',
        '100%',
        'PIX',
        'Fora do ar',
        '87 dias sem falhas, 3 dias com falhas',
        '98,2%',
        'Cartão',
        'No ar',
        '90 dias sem falhas',
        '99,5%',
        'Criptomoedas',
        'Instável',
        '89 dias sem falhas, 1 dia com falhas',
        '99,99%',
        'Discord',
        'Pausado',
        '30 dias sem falhas, 60 dias sem dados',
        '100%',
        'E-mails',
        'Sem dados',
        '90 dias sem dados',
        'Sem dados',
        'No ar',
        'Instável',
        'Fora do ar',
        'Pausado',
        'Sem dados',
        'Ocorrências dos últimos 90 dias',
        'PIX fora do ar',
        'Desde 10/03/2026, 09:00, em andamento',
        'Criptomoedas com instabilidade',
        'De 10/03/2026, 08:00 a 10/03/2026, 08:20 (20 min)',
        'PIX fora do ar',
        'De 19/02/2026, 08:00 a 20/02/2026, 10:20 (1 dia 2 h)',
      ])

    expect((await screen.lines())[4]).toBe('2 serviços com problema agora')
    screen.expectAnswered()
  })

  it('show thirty days on a phone, and say so [P197]', async () => {
    const screen = await open({ width: 320 })
    const lines = async () => below(await screen.lines(), 'PIX').slice(0, 5)

    await expect
      .poll(lines)
      .toEqual([
        'PIX',
        'Fora do ar',
        'Últimos 30 dias',
        '28 dias sem falhas, 2 dias com falhas',
        'No ar em 90 dias98,2%',
      ])

    const slider = screen.page.getByRole('slider', { name: /^PIX, dia a dia/ })

    expect([await slider.getAttribute('min'), await slider.getAttribute('max')]).toEqual([
      '0',
      '29',
    ])

    const wide = await screen.page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(320)
  })
})

describe('what staff say of the services', () => {
  const said = (kind: 'incident' | 'maintenance', of: [string, string, string, string]) => ({
    kind,
    texts: {
      'pt-BR': { title: of[0], text: of[1] },
      'en-US': { title: of[2], text: of[3] },
    },
  })

  const historyWithNews: History = {
    ...history,
    incidents: history.incidents.slice(1, 2),

    announcements: [
      {
        ...said('maintenance', ['Servidor novo', 'Voltamos logo.', 'New server', 'Back soon.']),
        id: '00000000-0000-4000-8000-000000000011',
        part: 'shop',
        startedAt: '2026-03-11T06:00:00.000Z',
        endedAt: '2026-03-11T07:30:00.000Z',
      },
      {
        ...said('incident', ['PIX lento', 'O banco demora.', 'PIX is slow', 'The bank is slow.']),
        id: '00000000-0000-4000-8000-000000000012',
        part: 'pix',
        startedAt: '2026-03-10T13:00:00.000Z',
        endedAt: null,
      },
      {
        ...said('incident', ['Demora', 'Já passou.', 'Delay', 'It is over.']),
        id: '00000000-0000-4000-8000-000000000013',
        part: 'mail',
        startedAt: '2026-03-10T10:00:00.000Z',
        endedAt: '2026-03-10T10:45:00.000Z',
      },
    ],
  }

  const read = async (language: 'pt-BR' | 'en-US', title: string) => {
    const screen = await open({ language }, historyWithNews)
    const lines = async () => below(await screen.lines(), title).slice(1)

    return { screen, lines }
  }

  it('is among the measurements, the newest first, in the language of the reader [P281]', async () => {
    const pt = await read('pt-BR', 'Ocorrências dos últimos 90 dias')

    await expect
      .poll(pt.lines)
      .toEqual([
        'Servidor novo',
        'Voltamos logo.',
        'Loja, manutenção · Prevista de 11/03/2026, 03:00 a 11/03/2026, 04:30 (1 h 30 min)',
        'PIX lento',
        'O banco demora.',
        'PIX, ocorrência · Desde 10/03/2026, 10:00, em andamento',
        'Criptomoedas com instabilidade',
        'De 10/03/2026, 08:00 a 10/03/2026, 08:20 (20 min)',
        'Demora',
        'Já passou.',
        'E-mails, ocorrência · De 10/03/2026, 07:00 a 10/03/2026, 07:45 (45 min)',
      ])

    const en = await read('en-US', 'Incidents in the last 90 days')

    await expect
      .poll(en.lines)
      .toEqual([
        'New server',
        'Back soon.',
        'Shop, maintenance · Planned from 3/11/26, 3:00 AM to 3/11/26, 4:30 AM (1 hr 30 min)',
        'PIX is slow',
        'The bank is slow.',
        'PIX, incident · Since 3/10/26, 10:00 AM, ongoing',
        'Crypto unstable',
        'From 3/10/26, 8:00 AM to 3/10/26, 8:20 AM (20 min)',
        'Delay',
        'It is over.',
        'Emails, incident · From 3/10/26, 7:00 AM to 3/10/26, 7:45 AM (45 min)',
      ])
  })
})

/** The text below the bars of PIX. */
const beneath = (screen: Screen) =>
  screen.page.getByRole('row', { name: /^PIX/ }).locator('p').textContent()

describe('a day of a service', () => {
  it('is found by the arrow keys on one stop of the tab key, and said in words [P197]', async () => {
    const screen = await open()
    const { page } = screen
    const slider = page.getByRole('slider', { name: /^PIX, dia a dia/ })
    await slider.focus()
    const said = async () => [await slider.getAttribute('aria-valuetext'), await beneath(screen)]
    const both = (text: string) => [text, text]
    await expect.poll(said).toEqual(both('10 de mar. de 2026: fora do ar por 2 h 3 min'))
    await page.keyboard.press('ArrowLeft')
    await expect.poll(said).toEqual(both('9 de mar. de 2026: fora do ar por 9 h'))
    await page.keyboard.press('ArrowLeft')
    await expect.poll(said).toEqual(both('8 de mar. de 2026: sem falhas'))
    await page.keyboard.press('Home')
    await expect.poll(said).toEqual(both('11 de dez. de 2025: sem falhas'))
    for (let day = 0; day < 20; day++) await page.keyboard.press('ArrowRight')
    await expect
      .poll(said)
      .toEqual(both('31 de dez. de 2025: fora do ar por 2 h 20 min, instável por 1 h 40 min'))
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Cartão, dia a dia: 90 dias sem falhas')
    await expect.poll(() => beneath(screen)).toBe('87 dias sem falhas, 3 dias com falhas')
  })

  it('says what is missing, paused or not over, in both languages [P191, P197]', async () => {
    const words = async (language: 'pt-BR' | 'en-US', keys: [string, string][]) => {
      const screen = await open({ language })
      const found: (string | null)[] = []

      for (const [name, key] of keys) {
        const slider = screen.page.getByRole('slider', { name })
        await slider.focus()
        await screen.page.keyboard.press(key)
        found.push(await slider.getAttribute('aria-valuetext'))
      }

      return found
    }

    expect(
      await words('pt-BR', [
        ['Loja, dia a dia', 'End'],
        ['Cartão, dia a dia', 'ArrowLeft'],
        ['Criptomoedas, dia a dia', 'End'],
        ['Discord, dia a dia', 'Home'],
      ]),
    ).toEqual([
      '10 de mar. de 2026: sem falhas, sem dados por 3 min',
      '9 de mar. de 2026: pausado por 1 dia',
      '10 de mar. de 2026: instável por 20 min',
      '11 de dez. de 2025: sem dados',
    ])

    expect(
      await words('en-US', [
        ['Shop, day by day', 'End'],
        ['Card, day by day', 'ArrowLeft'],
        ['Crypto, day by day', 'End'],
        ['Discord, day by day', 'Home'],
      ]),
    ).toEqual([
      'Mar 10, 2026: no trouble, no data for 3 min',
      'Mar 9, 2026: paused for 1 day',
      'Mar 10, 2026: unstable for 20 min',
      'Dec 11, 2025: no data',
    ])
  })

  it('is found under the mouse, and forgotten when it leaves [P197]', async () => {
    const screen = await open()
    const box = (await screen.page.getByRole('slider', { name: /^PIX, dia a dia/ }).boundingBox())!
    await screen.page.mouse.move(box.x + box.width - 1, box.y + box.height / 2)
    const shownLines = () => beneath(screen)
    await expect.poll(shownLines).toBe('10 de mar. de 2026: fora do ar por 2 h 3 min')
    await screen.page.mouse.move(5, 5)
    await expect.poll(shownLines).toBe('87 dias sem falhas, 3 dias com falhas')
  })

  it('has a shape for each kind, and one that was half seen is half as high [P191, P197]', async () => {
    const kinds = days({
      0: [0, 0, 1],
      1: [0, 1],
      2: [0, 0, 0, 1],
      3: [0, 0, 0, 0, 1],
      4: [720, 0, 0, 0, 720],
    })

    const screen = await open(
      {},
      {
        ...history,
        parts: [{ part: 'shop', state: 'up', availability: 100, days: kinds }],
      },
    )

    const svg = screen.page.locator('td svg')
    await svg.waitFor()

    const shapes = await svg.evaluate((element) =>
      [...element.children]
        .slice(0, 6)
        .map((bar) => `${bar.tagName} ${bar.childElementCount} ${bar.getAttribute('height')}`),
    )

    expect(shapes).toEqual([
      'rect 0 32',
      'g 2 null',
      'path 0 null',
      'rect 0 4',
      'rect 0 11',
      'rect 0 22',
    ])
  })
})

describe('a history that is not whole', () => {
  it('says on the first day since when it is measured, and before it that it begins [P197]', async () => {
    const firstDay: History = {
      today: '2026-03-10',
      since: '2026-03-10',
      parts: [
        {
          part: 'shop',
          state: 'up',
          availability: 100,
          days: days({ 89: [45, 0, 0, 0, 675] }, 89),
        },
      ],
      incidents: [],
      announcements: [],
    }

    const read = async (language: 'pt-BR' | 'en-US', of: History, title: string) =>
      below(await (await open({ language }, of)).lines(), title)

    expect(await read('pt-BR', firstDay, 'Serviços da loja')).toEqual([
      'Serviços da loja',
      'Olhamos cada serviço uma vez por minuto. Medimos desde 10 de mar. de 2026; antes disso não há dados.',
      'Serviços da loja',
      'Serviço Agora Últimos 90 dias No ar em 90 dias',
      'Loja',
      'No ar',
      '1 dia sem falhas, 89 dias sem dados',
      '100%',
      'No ar',
      'Instável',
      'Fora do ar',
      'Pausado',
      'Sem dados',
      'Ocorrências dos últimos 90 dias',
      'Nenhuma ocorrência.',
    ])

    expect((await read('en-US', firstDay, 'Shop services')).slice(1, 2)).toEqual([
      'We check each service once a minute. Measured since Mar 10, 2026; there is no earlier data.',
    ])

    const none: History = {
      today: '2026-03-10',
      since: null,
      parts: [],
      incidents: [],
      announcements: [],
    }

    expect(await read('pt-BR', none, 'Serviços da loja')).toEqual([
      'Serviços da loja',
      'Olhamos cada serviço uma vez por minuto.',
      'As primeiras medições aparecem em cerca de um minuto.',
      'Ocorrências dos últimos 90 dias',
      'Nenhuma ocorrência.',
    ])

    expect(await read('en-US', none, 'Shop services')).toEqual([
      'Shop services',
      'We check each service once a minute.',
      'The first measurements appear in about a minute.',
      'Incidents in the last 90 days',
      'No incidents.',
    ])
  })

  it('leaves the products where they are when it cannot be read, and can be asked again [P197]', async () => {
    const broken = async (language: 'pt-BR' | 'en-US') => {
      const replies = [products, refused(api.status.history, 'A conta não bate.', 400)]
      const screen = await open({ language, replies })

      return { screen, lines: (await screen.lines()).slice(-4) }
    }

    const { screen, lines } = await broken('pt-BR')

    expect(lines).toEqual([
      'Pincel Pro',
      'Não detectado 10/03/2026, 12:05',
      'O histórico dos serviços não pôde ser carregado. Tente novamente.',
      'Tentar novamente',
    ])

    screen.replies.unshift(on(api.status.history, history))
    await screen.press('Tentar novamente')
    await expect.poll(() => screen.lines()).toContain('Ocorrências dos últimos 90 dias')

    expect((await broken('en-US')).lines.slice(-2)).toEqual([
      "We couldn't load the service history. Please try again.",
      'Try again',
    ])

    const waiting = await open({ replies: [products, pending(api.status.history)] })
    await expect.poll(() => waiting.lines()).toContain('Tudo funcionando normalmente')
  })

  it('shows eight incidents, and all of them when asked [P197]', async () => {
    const incidents = Array.from({ length: 12 }, (_, place) => ({
      id: `00000000-0000-4000-8000-0000000000${String(place + 10)}`,
      part: 'card' as const,
      worst: 'down' as const,
      startedAt: `2026-03-0${String(9 - Math.floor(place / 2))}T1${String(place % 2)}:00:00.000Z`,
      endedAt: `2026-03-0${String(9 - Math.floor(place / 2))}T1${String(place % 2)}:30:00.000Z`,
    }))

    const screen = await open({}, { ...history, incidents })
    const headings = () => screen.page.getByRole('heading', { name: 'Cartão fora do ar' }).count()
    await expect.poll(headings).toBe(8)
    await screen.press('Mostrar todas (12)')
    await expect.poll(headings).toBe(12)
    expect(await screen.page.getByRole('button', { name: /Mostrar todas/ }).count()).toBe(0)
    const english = await open({ language: 'en-US' }, { ...history, incidents })
    await expect
      .poll(() => english.page.getByRole('button', { name: 'Show all (12)' }).count())
      .toBe(1)
  })
})
