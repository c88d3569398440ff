import { adminApi } from '@chaveiro/contracts/admin'
import { shopAlerts } from '@chaveiro/contracts/admin/shop-alerts'
import { expect, it } from 'vitest'

import { on, type Body } from './answers.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show, type Given } from './show.ts'

type Figures = Body<typeof adminApi.system.figures>

const machine = {
  cpuUsage: 1,
  memoryUsage: 1,
  diskUsage: 1,
  uptime: 60,
  os: 'Linux',
  arch: 'x64',
  cpuModel: 'Ryzen',
  totalMemory: 2 ** 30,
  hostname: 'loja-1',
}

const busy: Figures = {
  success: true,

  requests: {
    perMinute: 1234.56,
    errors: 1003,
    slowest: [
      { call: 'POST /api/payment/efybank/checkout', count: 1200, meanMs: 1431, slowestMs: 9876 },
      { call: 'GET /api/cart', count: 1, meanMs: 12, slowestMs: 40 },
    ],
  },

  database: { used: 18, idle: 2, waiting: 3, size: 20 },
  queue: { oldestSeconds: 7500, dead: 4 },
  lateTasks: ['sweep payments', 'serve waiting units'],
  mails: { waiting: 5, oldestSeconds: 59, lastError: 'unreachable' },
  money: { payments: 6, brlCents: 123_456, usdCents: 789, oldestSeconds: 266_400 },
  units: { waiting: 8, oldestSeconds: 0 },

  parts: [
    { part: 'pix', state: 'down', measuredAt: '2024-02-03T17:05:00.000Z' },
    { part: 'card', state: 'degraded', measuredAt: '2024-02-03T17:06:00.000Z' },
    { part: 'mail', state: 'up', measuredAt: '2024-02-03T17:07:00.000Z' },
    { part: 'chat', state: 'paused', measuredAt: '2024-02-03T17:08:00.000Z' },
  ],

  backupAt: '2024-02-01T06:30:00.000Z',
  alertsBy: 'on',
  alerts: [],
}

const quiet: Figures = {
  ...busy,
  requests: { perMinute: 0, errors: 0, slowest: [] },
  database: { used: 0, idle: 1, waiting: 0, size: 20 },
  queue: { oldestSeconds: 0, dead: 0 },
  lateTasks: [],
  mails: { waiting: 0, oldestSeconds: 0 },
  money: { payments: 0, brlCents: 0, usdCents: 0, oldestSeconds: 0 },
  units: { waiting: 0, oldestSeconds: 0 },
  parts: [],
  backupAt: null,
  alertsBy: 'off',
}

const setupWith = (figures: Figures, language: 'pt-BR' | 'en-US' = 'pt-BR'): Given => ({
  as: { role: 'admin' },
  language,

  replies: [
    on(adminApi.system.figures, figures),
    on(adminApi.system.stats, { success: true, ...machine, data: machine }),
    on(adminApi.settings.read, toldSettings(untouched)),
    on(adminApi.system.health, {
      success: true,
      failing: [],
      log: { ok: true, reason: null, since: null, lost: 0 },
    }),
    on(adminApi.system.pix, {
      success: true,
      enabled: false,
      webhookUrl: null,
      webhook: null,
      infractions: null,
    }),
    on(adminApi.announcements.list, { success: true, announcements: [], data: [] }),
  ],
})

/** The facts from the machine's load to its description. */
async function figuresOf(figures: Figures, language?: 'pt-BR' | 'en-US') {
  const screen = await show('/admin/system', setupWith(figures, language))
  await expect.poll(async () => (await screen.facts()).length).toBeGreaterThan(15)
  const machineFacts = (await screen.facts()).slice(4, -5)
  screen.expectAnswered()

  return machineFacts
}

it('an owner sees how the shop does, every value as it is read [P531]', async () => {
  expect(await figuresOf(busy)).toEqual([
    ['Requisições por minuto', '1.234,6'],
    ['Falhas da loja em 5 minutos', '1.003'],
    ['Conexões com o banco', '18 em uso de 20, 3 à espera'],
    ['Fila de tarefas', 'mais antiga há 2h 5m, 4 sem nova tentativa'],
    ['E-mails à espera', '5, há 59s · o servidor de e-mail não responde'],
    ['Dinheiro a revisar', '6 (R$ 1.234,56 + US$ 7,89), há 3d 2h'],
    ['Unidades pagas sem chave', '8, agora'],
    ['Rotinas atrasadas', 'sweep payments, serve waiting units'],
    ['Último backup', '1 fev 2024 03:30'],
    ['Avisos aos administradores', 'Por e-mail e no Discord'],
    ['PIX', 'Fora do ar | Conferido 3 fev 2024 14:05'],
    ['Cartão', 'Instável | Conferido 3 fev 2024 14:06'],
    ['E-mails', 'No ar | Conferido 3 fev 2024 14:07'],
    ['Discord', 'Pausado | Conferido 3 fev 2024 14:08'],
    ['POST /api/payment/efybank/checkout', '1.431 ms em média, 9.876 ms no máximo (1.200 vezes)'],
    ['GET /api/cart', '12 ms em média, 40 ms no máximo (1 vez)'],
  ])
})

it('and in English [P531]', async () => {
  expect(await figuresOf(busy, 'en-US')).toEqual([
    ['Requests per minute', '1,234.6'],
    ['Shop errors in 5 minutes', '1,003'],
    ['Database connections', '18 used of 20, 3 waiting'],
    ['Job queue', 'oldest for 2h 5m, 4 given up'],
    ['Emails waiting', '5, for 59s · the mail server isn’t responding'],
    ['Money to review', '6 (R$1,234.56 + $7.89), for 3d 2h'],
    ['Paid units without a key', '8, just now'],
    ['Overdue routines', 'sweep payments, serve waiting units'],
    ['Last backup', 'Feb 1, 2024, 3:30 AM'],
    ['Alerts to admins', 'By email and on Discord'],
    ['PIX', 'Down | Checked Feb 3, 2024, 2:05 PM'],
    ['Card', 'Unstable | Checked Feb 3, 2024, 2:06 PM'],
    ['Emails', 'Up | Checked Feb 3, 2024, 2:07 PM'],
    ['Discord', 'Paused | Checked Feb 3, 2024, 2:08 PM'],
    ['POST /api/payment/efybank/checkout', '1,431 ms on average, 9,876 ms at most (1,200 times)'],
    ['GET /api/cart', '12 ms on average, 40 ms at most (1 time)'],
  ])
})

it('a shop where nothing waits says so in both languages [P531]', async () => {
  const portuguese = await figuresOf(quiet)

  expect(portuguese.map(([, value]) => value)).toEqual([
    '0',
    '0',
    '0 em uso de 20, 0 à espera',
    'Vazia',
    'Nada',
    'Nada',
    'Nada',
    'Nada',
    'Nenhum feito por chaveiro backup',
    'Desligados',
  ])

  const english = await figuresOf({ ...quiet, alertsBy: 'mail' }, 'en-US')

  expect(english.slice(3).map(([, value]) => value)).toEqual([
    'Empty',
    'None',
    'None',
    'None',
    'None',
    'None made with chaveiro backup',
    'By email',
  ])

  expect((await figuresOf({ ...quiet, alertsBy: 'discord' })).at(-1)).toEqual([
    'Avisos aos administradores',
    'No Discord',
  ])
})

it('an alert that is not resolved shows with its time, in both languages [P531]', async () => {
  const alerts = shopAlerts.map((name) => ({ name, since: '2024-02-03T17:05:00.000Z' }))

  const said = async (language: 'pt-BR' | 'en-US') => {
    const screen = await show('/admin/system', setupWith({ ...busy, alerts }, language))
    return screen.lines(screen.page.getByRole('alert'))
  }

  expect(await said('pt-BR')).toEqual([
    'Avisos em aberto',
    'O disco está cheio, desde 3 fev 2024 14:05',
    'Tarefas esperam há mais de cinco minutos, desde 3 fev 2024 14:05',
    'Tarefas falharam e não serão repetidas, desde 3 fev 2024 14:05',
    'Pagamentos não estão sendo conferidos, desde 3 fev 2024 14:05',
    'Há dinheiro esperando uma decisão há mais de um dia, desde 3 fev 2024 14:05',
    'Alguém pagou e espera a chave há mais de uma hora, desde 3 fev 2024 14:05',
    'O último backup tem mais de um dia e meio, desde 3 fev 2024 14:05',
    'O PIX não responde, desde 3 fev 2024 14:05',
    'O cartão não responde, desde 3 fev 2024 14:05',
    'O provedor de cripto não responde, desde 3 fev 2024 14:05',
    'O Discord não responde, desde 3 fev 2024 14:05',
    'O servidor de e-mail não responde, desde 3 fev 2024 14:05',
  ])

  expect(await said('en-US')).toEqual([
    'Open alerts',
    'The disk is full, since Feb 3, 2024, 2:05 PM',
    'Jobs have waited more than five minutes, since Feb 3, 2024, 2:05 PM',
    'Jobs failed and won’t be retried, since Feb 3, 2024, 2:05 PM',
    'Payments aren’t being checked, since Feb 3, 2024, 2:05 PM',
    'A payment has waited for a decision for over a day, since Feb 3, 2024, 2:05 PM',
    'A paid order has waited for its key for over an hour, since Feb 3, 2024, 2:05 PM',
    'The last backup is over a day and a half old, since Feb 3, 2024, 2:05 PM',
    'PIX isn’t responding, since Feb 3, 2024, 2:05 PM',
    'The card provider isn’t responding, since Feb 3, 2024, 2:05 PM',
    'The crypto provider isn’t responding, since Feb 3, 2024, 2:05 PM',
    'Discord isn’t responding, since Feb 3, 2024, 2:05 PM',
    'The mail server isn’t responding, since Feb 3, 2024, 2:05 PM',
  ])
})
