import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { byClock } from '../../testing/clock.ts'
import { mailsTo } from '../../testing/mailed.ts'
import { person, type Person } from '../../testing/make.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { wrongNow, type Readings } from './watch.rules.ts'
import { reportAlert } from './watch.tell.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await openTestShop({ sandbox: true, env: { SHOP_ALERTS: 'on' } })
  admin = await person(shop.app, { role: 'admin', email: 'dona@loja.test', name: 'Dona' })
  await person(shop.app, { role: 'developer', email: 'dev@loja.test' })
  await person(shop.app, { email: 'cliente@loja.test' })
})

afterAll(() => shop?.close())

beforeEach(async () => {
  await settle()
  await shop.app.pool.query('delete from shop_alerts')
  await shop.app.pool.query('delete from status_parts')
  await shop.app.pool.query('delete from mails_sent')
  await shop.sandbox!.call('DELETE', '/sandbox/api/faults')
  before = (await mailsTo(shop, admin.email)).length
  posted = (await posts()).length
})

let before = 0
let posted = 0

const posts = async (): Promise<{ title: string; description: string }[]> =>
  (await shop.sandbox!.call('GET', '/sandbox/api/discord')).messages
    .filter(
      (message: { channelId: string }) => message.channelId === shop.app.config.chat.staffChannelId,
    )
    .flatMap((message: { embeds: { title: string; description: string }[] }) => message.embeds)

const newPosts = async () => {
  await settle()
  return (await posts()).slice(posted).map(({ title }) => title)
}

/**
 * A channel accepts five messages within five seconds, and an alert is given up after six tries.
 * So six tries here must take longer than five seconds.
 */
async function settle(): Promise<void> {
  await expect
    .poll(
      async () => {
        await hurry('chat')
        await shop.drain()

        return (await waiting('chat')).length
      },
      { timeout: 20_000, interval: 1500 },
    )
    .toBe(0)
}

const ofWay = `t.id = j.task_id and t.identifier = 'shop.alert' and j.payload->>'way' = $1`

const waiting = async (way: string): Promise<number[]> => {
  const { rows } = await shop.app.pool.query(
    `select (j.payload->>'tries')::int as tries from graphile_worker._private_jobs j,
      graphile_worker._private_tasks t where ${ofWay}`,
    [way],
  )
  return rows.map((row) => row.tries as number)
}

const hurry = (way: string) =>
  shop.app.pool.query(
    `update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
      where ${ofWay} and j.locked_at is null`,
    [way],
  )

const newMails = async () =>
  (await mailsTo(shop, admin.email)).slice(before).map(({ subject }) => subject)

/** Sets the state of a provider until the next change. */
const seen = (part: string, state: string) =>
  shop.app.pool.query(
    `insert into status_parts (part, state, measured_at) values ($1, $2, $3)
      on conflict (part) do update set state = excluded.state, measured_at = excluded.measured_at`,
    [part, state, shop.clock.now()],
  )

/** Lets minutes pass, with one check in each. */
async function minutes(count: number, look = () => byClock(shop.app, 'watch the shop')) {
  for (let minute = 0; minute < count; minute++) {
    await shop.advance(60)
    await look()
  }
}

const down = (part: string) => async () => {
  await seen(part, 'down')
  await byClock(shop.app, 'watch the shop')
}

const up = (part: string) => async () => {
  await seen(part, 'up')
  await byClock(shop.app, 'watch the shop')
}

it('a lasting outage is reported once, by mail and in the staff channel, and its end once [P530]', async () => {
  await minutes(2, down('pix'))
  expect([await newMails(), await newPosts()]).toEqual([[], []])
  await minutes(20, down('pix'))
  expect(await newMails()).toEqual(['Atenção: O PIX não responde'])
  expect(await newPosts()).toEqual(['Atenção: O PIX não responde'])
  await minutes(5, up('pix'))
  expect(await newMails()).toHaveLength(1)
  await minutes(15, up('pix'))
  expect(await newMails()).toEqual(['Atenção: O PIX não responde', 'Resolvido: O PIX não responde'])
  expect(await newPosts()).toEqual(['Atenção: O PIX não responde', 'Resolvido: O PIX não responde'])
  const [ill, well] = (await mailsTo(shop, admin.email)).slice(before)
  expect(ill!.text).toContain(
    'O PIX não responde. Teste a conexão em Configurações, Serviços; quem paga pode usar outra forma.',
  )
  expect(ill!.text).toContain('Avisaremos de novo só quando voltar ao normal.')
  expect(well!.text).toContain('Isto voltou ao normal.')
  expect(well!.text).toMatch(/Até: \d+ de \w+ de \d{4}, \d\d:\d\d\n/)
  expect((await mailsTo(shop, 'dev@loja.test')).length).toBe(0)
  expect((await mailsTo(shop, 'cliente@loja.test')).length).toBe(0)
})

it('a short fault is not reported; a fault that returns at once continues its alert [P530]', async () => {
  await minutes(1, down('card'))
  await minutes(3, up('card'))
  expect((await shop.app.pool.query('select name from shop_alerts')).rows).toEqual([])
  await minutes(4, down('card'))
  await minutes(3, up('card'))
  await minutes(4, down('card'))
  expect(await newMails()).toEqual(['Atenção: O cartão não responde'])
})

it('an admin who reads English gets the alert in English [P530]', async () => {
  await shop.app.pool.query(`update users set language = 'en-US' where id = $1`, [admin.userId])
  await minutes(4, down('crypto'))
  expect(await newMails()).toEqual(['Attention: The crypto provider does not answer'])
  await shop.app.pool.query(`update users set language = 'pt-BR' where id = $1`, [admin.userId])
  const [mail] = (await mailsTo(shop, admin.email)).slice(before)
  expect(mail!.text).toContain('Try it in Settings, Services; buyers can take another method.')
  expect(mail!.text).toContain('You’ll hear again once it’s fixed.')
})

it('several processes report it once [P532]', async () => {
  const others = await Promise.all([shop.another(), shop.another()])
  const all = [shop.app, ...others]

  await minutes(6, async () => {
    await seen('pix', 'down')
    await Promise.all(all.map((app) => byClock(app, 'watch the shop')))
  })

  expect(await newMails()).toEqual(['Atenção: O PIX não responde'])
  expect(await newPosts()).toEqual(['Atenção: O PIX não responde'])
})

describe('when mail itself is broken', () => {
  const fault = (times: number) =>
    shop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'mail', method: 'DATA', path: '*', times, do: 'status:451' },
    ])

  it('it is reported in the staff channel only, and by mail when it is over [P533]', async () => {
    await minutes(10, down('mail'))
    expect(await newMails()).toEqual([])
    expect(await newPosts()).toEqual(['Atenção: O servidor de e-mail não responde'])
    await minutes(8, up('mail'))
    expect(await newMails()).toEqual(['Resolvido: O servidor de e-mail não responde'])
  })

  it('an alert that no mail server accepts gets six tries at growing intervals, no dead job [P533]', async () => {
    await fault(1000)
    await minutes(4, down('pix'))
    await shop.drain()
    const tries: number[] = []

    for (let round = 0; round < 10; round++) {
      tries.push(...(await waiting('mail')))
      await hurry('mail')
      await shop.drain()
    }

    expect(tries).toEqual([1, 2, 3, 4, 5])
    expect(await waiting('mail')).toEqual([])
    await shop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await minutes(5, down('pix'))
    expect(await newMails()).toEqual([])
  })

  it('a mail server that was away for a moment gets the alert by the next try, once [P533]', async () => {
    await fault(1)
    const told = { name: 'disk', until: null, way: 'mail', tries: 0 } as const
    const since = shop.clock.now().toISOString()
    await reportAlert(shop.app, { ...told, since })
    expect(await newMails()).toEqual([])
    await reportAlert(shop.app, { ...told, since, tries: 1 })
    await reportAlert(shop.app, { ...told, since, tries: 2 })
    expect(await newMails()).toEqual(['Atenção: O disco está cheio'])
    await shop.app.pool.query(
      'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs',
    )
  })
})

describe('a fault', () => {
  const well: Readings = {
    isDiskFull: false,
    jobSeconds: 300,
    deadJobs: 0,
    overduePayments: 0,
    moneySeconds: 86_400,
    unitSeconds: 3600,
    backupSeconds: 129_600,
    partsDown: [],
  }

  it.each<[Partial<Readings>, string[]]>([
    [{}, []],
    [{ isDiskFull: true }, ['disk']],
    [{ jobSeconds: 301 }, ['jobs_late']],
    [{ deadJobs: 1 }, ['jobs_dead']],
    [{ overduePayments: 1 }, ['payments_unasked']],
    [{ moneySeconds: 86_401 }, ['money_waiting']],
    [{ unitSeconds: 3601 }, ['units_waiting']],
    [{ backupSeconds: 129_601 }, ['backup_old']],
    [
      { partsDown: ['pix', 'card', 'crypto', 'chat', 'mail', 'shop'] },
      ['pix_down', 'card_down', 'crypto_down', 'chat_down', 'mail_down'],
    ],
  ])('%j is %j [P530]', (given, names) => {
    expect(wrongNow({ ...well, ...given })).toEqual(names)
  })

  it('is found in the database: dead jobs, an old backup [P530]', async () => {
    const { pool } = shop.app
    await pool.query(
      `insert into operation_marks (name, at) values ('backup', now() - interval '3 days')`,
    )
    await pool.query(
      `select graphile_worker.add_job('stock.back', '{}', run_at := now() + interval '1 day')`,
    )
    await pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
    await minutes(4)
    await pool.query('delete from graphile_worker._private_jobs where attempts = max_attempts')

    expect((await newMails()).toSorted()).toEqual([
      'Atenção: O último backup tem mais de um dia e meio',
      'Atenção: Tarefas falharam e não serão repetidas',
    ])

    await pool.query(`delete from operation_marks where name = 'backup'`)
  })
})

it('SHOP_ALERTS sets the way of reports, or turns them off [P530]', async () => {
  const told = async (how: 'on' | 'mail' | 'discord' | 'off') => {
    before = (await mailsTo(shop, admin.email)).length
    posted = (await posts()).length
    await shop.app.pool.query('delete from shop_alerts')
    const app = { ...shop.app, config: { ...shop.app.config, shopAlerts: how } }

    await minutes(4, async () => {
      await seen('pix', 'down')
      await byClock(app, 'watch the shop')
    })

    return [(await newMails()).length, (await newPosts()).length]
  }

  expect(await told('on')).toEqual([1, 1])
  expect(await told('mail')).toEqual([1, 0])
  expect(await told('discord')).toEqual([0, 1])
  expect(await told('off')).toEqual([0, 0])
})
