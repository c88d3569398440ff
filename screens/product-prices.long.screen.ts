import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { month, product, quarter, withFirst } from './product-options-samples.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

type Prices = Body<typeof adminApi.prices.list>
type Plan = Prices['plans'][number]
type Change = Prices['history'][number]

const running: Plan = {
  ...ids(11),
  variantId: month.id,
  variantName: '30 dias',
  by: 'Alice',
  price: 17.5,
  compareAtPrice: 24.9,
  startsAt: '2026-03-09T12:00:00.000Z',
  endsAt: '2026-03-12T02:59:00.000Z',
  state: 'running',
  returnsTo: 24.9,
}

const waiting: Plan = {
  ...running,
  ...ids(12),
  variantId: quarter.id,
  variantName: '90 dias',
  by: null,
  price: 1200,
  compareAtPrice: null,
  startsAt: '2027-01-01T03:00:00.000Z',
  endsAt: null,
  state: 'waiting',
  returnsTo: null,
}

const missed: Plan = {
  ...waiting,
  ...ids(13),
  startsAt: '2026-01-02T03:00:00.000Z',
  state: 'missed',
}

const began: Change = {
  ...ids(21),
  variantId: month.id,
  variantName: '30 dias',
  by: 'Alice',
  at: '2026-03-09T12:00:00.000Z',
  currency: 'BRL',
  from: 24.9,
  to: 17.5,
  cause: 'plan_start',
}

const history: Change[] = [
  began,
  { ...began, ...ids(22), at: '2026-02-05T13:00:00.000Z', from: 1059.9, to: 24.9, cause: 'hand' },
  {
    ...began,
    ...ids(23),
    at: '2026-02-04T13:00:00.000Z',
    from: null,
    to: 1059.9,
    cause: 'currency',
    by: null,
  },
]

const answer = (given: Partial<Prices> = {}): Prices => ({
  success: true,
  plans: [running, waiting, missed],
  history,
  ...given,
})

const place = `/admin/products?pageOf=${product.id}&part=prices`
const path = `/api/admin/product/${product.id}/prices`

const open = (given: Given = {}, prices = answer()) =>
  show(place, {
    ...withFirst(
      ...(given.replies ?? []),
      on(adminApi.prices.list, prices),
      on(adminApi.prices.plan, prices),
      on(adminApi.prices.cancel, prices),
    ),
    now: '2026-03-10T15:05:00.000Z',
    ...(given.language ? { language: given.language } : {}),
    ...(given.width ? { width: given.width } : {}),
  })

describe('the prices of a product in the back office', () => {
  it('say what is scheduled and what it cost, every value as it is read, in both languages [P367]', async () => {
    const screen = await open()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Preços de Editor',
        'O que o produto custou e o que vai custar.',
        'Voltar aos produtos',
        'Geral',
        'Opções',
        'Preços',
        'Página',
        'Programados',
        'Programar preço',
        'Enquanto uma promoção vale, um preço digitado no produto a encerra e fica.',
        'Programados',
        'Preço Opção Quando Situação Por',
        'Ações',
        'Preço anterior',
        'R$ 24,90 R$ 17,50',
        'depois volta a R$ 24,90',
        '30 dias',
        'a partir de ontem 09:00',
        'até 11 mar 23:59',
        'Valendo agora',
        'Alice',
        'R$ 1.200,00',
        '90 dias',
        'a partir de 1 jan 2027 00:00',
        'Aguardando',
        'Loja',
        'R$ 1.200,00',
        '90 dias',
        'a partir de 2 jan 00:00',
        'Não chegou a valer',
        'Loja',
        'Histórico',
        'Histórico',
        'Quando Opção De Para Motivo Por',
        'ontem 09:00',
        '30 dias',
        'R$ 24,90',
        'R$ 17,50',
        'Começo do programado',
        'Alice',
        '5 fev 10:00',
        '30 dias',
        'R$ 1.059,90',
        'R$ 24,90',
        'Alteração',
        'Alice',
        '4 fev 10:00',
        '30 dias',
        '-',
        'R$ 1.059,90',
        'Troca de moeda',
        'Loja',
      ])

    const english = await open({ language: 'en-US' })

    await expect
      .poll(async () => (await english.lines()).slice(7, 31))
      .toEqual([
        'Scheduled',
        'Schedule a price',
        'During a promotion, a price typed in the product ends it and stays.',
        'Scheduled',
        'Price Option When Status By',
        'Actions',
        'Previous price',
        'R$24.90 R$17.50',
        'then R$24.90 again',
        '30 dias',
        'from yesterday 9:00 AM',
        'until Mar 11, 11:59 PM',
        'In force',
        'Alice',
        'R$1,200.00',
        '90 dias',
        'from Jan 1, 2027, 12:00 AM',
        'Waiting',
        'Shop',
        'R$1,200.00',
        '90 dias',
        'from Jan 2, 12:00 AM',
        'Never in force',
        'Shop',
      ])
  })

  it('plan a price of an option; an error is at its field, a refusal in the shop’s words [P367]', async () => {
    const error = 'Já há um preço programado para esse período.'
    const screen = await open({}, answer({ plans: [], history: [] }))

    await expect
      .poll(async () => (await screen.lines()).slice(-3))
      .toEqual([
        'Nenhum preço programado. Programe uma promoção com começo e fim, ou um preço novo a partir de um dia.',
        'Histórico',
        'Nenhuma mudança de preço desde que a loja as guarda.',
      ])

    await screen.press('Programar preço')
    const dialog = screen.dialog('Programar preço de Editor')
    const field = (name: string) => dialog.getByLabel(name)
    await screen.press('Programar preço', dialog)

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Programar preço de Editor',
        'Opção',
        '30 dias',
        'Novo preço (BRL)',
        'Preencha este campo.',
        'Preço anterior (BRL)',
        'Aparece riscado ao lado do preço. Vazio, não aparece.',
        'Começa em',
        'Informe o começo ou o fim. Para mudar agora e para sempre, edite o preço.',
        'Termina em',
        'Vazio vale para sempre. Com fim, o preço anterior volta sozinho.',
        'Cancelar',
        'Programar preço',
      ])

    await field('Opção').selectOption('90 dias')
    await field('Novo preço (BRL)').fill('1.049,90')
    await field('Preço anterior (BRL)').fill('1049,90')
    await field('Começa em').fill('2026-03-10T08:00')
    await screen.press('Programar preço', dialog)
    await expect.poll(() => screen.lines(dialog)).toContain('Esse momento já passou.')
    await expect
      .poll(() => screen.lines(dialog))
      .toContain('O preço anterior deve ser maior que o preço.')
    await field('Preço anterior (BRL)').fill('1.200,00')
    await field('Começa em').fill('2026-03-20T08:00')
    await field('Termina em').fill('2026-03-20T08:00')
    await screen.press('Programar preço', dialog)
    await expect.poll(() => screen.lines(dialog)).toContain('O fim deve vir depois do começo.')
    await field('Termina em').fill('2026-03-21T08:30')
    screen.replies.unshift(refused(adminApi.prices.plan, error, 409))
    await screen.press('Programar preço', dialog)
    await expect.poll(() => screen.lines(dialog)).toContain(`O preço não foi programado. ${error}`)
    screen.replies.shift()
    await screen.press('Programar preço', dialog)
    await expect.poll(() => screen.toast()).toBe('Preço programado.')

    // 11:00 UTC is 08:00 in the shop's time zone.
    const sent = {
      variantId: quarter.id,
      price: 1049.9,
      compareAtPrice: 1200,
      startsAt: '2026-03-20T11:00:00.000Z',
      endsAt: '2026-03-21T11:30:00.000Z',
    }

    expect(screen.sent('POST', path)).toEqual([sent, sent])
  })

  it('end a promotion and cancel what waits, each after its own question [P367]', async () => {
    const screen = await open()
    const question = screen.page.getByRole('alertdialog')
    await screen.press('Encerrar agora: 30 dias')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Encerrar agora',
        '30 dias volta a custar R$ 24,90 agora.',
        'Cancelar',
        'Encerrar agora',
      ])

    await screen.press('Encerrar agora', question)
    await expect.poll(() => screen.toast()).toBe('Promoção encerrada.')
    expect(screen.sent('DELETE', `${path}/${running.id}`)).toHaveLength(1)
    const english = await open({ language: 'en-US' })
    const asks = english.page.getByRole('alertdialog')
    await english.press('Cancel the schedule: 90 dias')

    await expect
      .poll(() => english.lines(asks))
      .toEqual([
        'Cancel the schedule',
        '90 dias keeps its current price.',
        'Cancel',
        'Cancel the schedule',
      ])

    await english.press('Cancel the schedule', asks)
    await expect.poll(() => english.toast()).toBe('The schedule is cancelled.')
    expect(english.sent('DELETE', `${path}/${waiting.id}`)).toHaveLength(1)
  })
})
