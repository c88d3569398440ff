import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

type Story = Body<typeof adminApi.licences.story>['license']

const licence: Story = {
  ...ids(1),
  product: { ...ids(2), name: 'Pincel Pro · 30 dias' },
  licenseKey: '••••1234',
  maskedKey: '••••1234',
  customerName: 'Bia Prado',
  customerEmail: 'bia@exemplo.test',
  userId: ids(3).id,
  orderId: ids(4).id,
  orderNumber: 'ORD-000017',
  status: 'active',
  expirationDate: '2024-04-01T12:36:00.000Z',
  createdAt: '2024-03-01T12:36:00.000Z',
  validityDays: 1030,
  price: 1230.5,
  currency: 'BRL',
  origin: 'stock',
  stocked: { at: '2024-02-01T12:36:00.000Z', cost: 4.5 },
  deliveredAt: '2024-03-01T12:36:00.000Z',
  suspendedAt: null,
  grants: [],

  timeline: [
    {
      action: 'licence.replaced',
      source: 'staff',
      performedBy: { id: ids(5).id, name: 'Ana Souza' },
      details: { reason: 'Não ativava' },
      createdAt: '2024-03-02T12:36:00.000Z',
    },
    {
      action: 'stock.status',
      source: 'shop',
      performedBy: null,
      details: {},
      createdAt: '2024-02-03T12:36:00.000Z',
    },
  ],
}

const reading = (one: Story) =>
  on(adminApi.licences.story, { success: true, license: one, data: one })

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    reading(licence),
    on(adminApi.licences.reveal, { success: true, licenseKey: 'SEGREDO-AAAA-1234' }),
  ],
}

const of = (...replies: Given['replies'] & object): Given => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

const at = `/admin/licenses/${licence.id}`

describe('the page of a licence', () => {
  it('shows its source, owner and history, and its key on request, in both languages [P346]', async () => {
    const read = async (language: Language) => {
      const screen = await show(at, { ...setup, language })
      await screen.page.locator('main dl').first().waitFor()

      return { screen, lines: await screen.lines(), facts: await screen.facts() }
    }

    const { screen, lines, facts } = await read('pt-BR')

    expect(lines.slice(0, 13)).toEqual([
      'Pincel Pro · 30 dias',
      '••••1234',
      'Todas as licenças',
      'Trocar a chave',
      'Quem viu a chave',
      'Ver pedido',
      'Linha do tempo',
      'Situação da chave no estoque alterada',
      '3 fev 2024 09:36 · loja',
      'Chave trocada',
      '2 mar 2024 09:36 · Ana Souza · equipe',
      'Não ativava',
      'Situação',
    ])

    expect(facts).toEqual([
      ['Situação', 'Ativa'],
      ['Chave', '••••1234'],
      ['Cliente', 'Bia Prado (bia@exemplo.test)'],
      ['Pedido', 'ORD-000017'],
      ['Preço', 'R$ 1.230,50'],
      ['Prazo', '1.030 dias'],
      ['Entregue em', '1 mar 2024 09:36'],
      ['Validade', '1 abr 2024 09:36'],
      ['De onde veio', 'Do estoque'],
      ['No estoque desde', '1 fev 2024 09:36'],
      ['Custou', 'R$ 4,50'],
    ])

    const main = screen.page.getByRole('main')
    const href = (name: string) =>
      main.getByRole('link', { name, exact: true }).first().getAttribute('href')
    expect(await href('ORD-000017')).toBe(`/admin/orders/${licence.orderId}`)
    expect(await href('Bia Prado (bia@exemplo.test)')).toBe(`/admin/users/${licence.userId}`)
    await screen.press('Mostrar a chave ••••1234')
    await screen.press('Mostrar chave', screen.dialog())
    await screen.dialog().getByText('SEGREDO-AAAA-1234').waitFor()
    screen.expectAnswered()

    expect((await read('en-US')).facts).toEqual([
      ['Status', 'Active'],
      ['Key', '••••1234'],
      ['Customer', 'Bia Prado (bia@exemplo.test)'],
      ['Order', 'ORD-000017'],
      ['Price', 'R$1,230.50'],
      ['Validity', '1,030 days'],
      ['Delivered on', 'Mar 1, 2024, 9:36 AM'],
      ['Expires', 'Apr 1, 2024, 9:36 AM'],
      ['Source', 'From stock'],
      ['In stock since', 'Feb 1, 2024, 9:36 AM'],
      ['Cost', 'R$4.50'],
    ])
  })

  it('shows requests to a licence server, and offers no other key of an ended licence [P346]', async () => {
    const minted: Story = {
      ...licence,
      status: 'revoked',
      validityDays: null,
      expirationDate: null,
      origin: 'keyauth',
      stocked: null,
      suspendedAt: '2024-03-03T12:36:00.000Z',
      timeline: [],

      grants: [
        {
          ...ids(6),
          state: 'granted',
          standing: 'banned',
          problem: 'HTTP 403',
          createdAt: '2024-03-01T12:35:00.000Z',
        },
      ],
    }

    const screen = await show(at, of(reading(minted)))
    await screen.page.locator('main dl').first().waitFor()
    const lines = await screen.lines()
    const from = lines.indexOf('No servidor de licenças')

    expect(lines.slice(from, from + 4)).toEqual([
      'No servidor de licenças',
      'Concedida',
      '1 mar 2024 09:35 · HTTP 403',
      'Bloqueada',
    ])

    expect(lines).toContain('Nada até agora.')
    expect((await screen.facts())[0]).toEqual(['Situação', 'Suspensa'])

    expect((await screen.facts()).slice(5)).toEqual([
      ['Prazo', 'Vitalícia'],
      ['Entregue em', '1 mar 2024 09:36'],
      ['Validade', 'Não expira'],
      ['Suspensa em', '3 mar 2024 09:36'],
      ['De onde veio', 'Gerada pelo KeyAuth'],
    ])

    expect(await screen.page.getByRole('button', { name: 'Trocar a chave' }).isDisabled()).toBe(
      true,
    )
  })

  it('says in words that there is no such licence, and stays within 360 px [P345, P346]', async () => {
    const gone = await show(
      '/admin/licenses/nada',
      of(refused(adminApi.licences.story, 'Não.', 400)),
    )

    await gone.page.getByRole('link', { name: 'Todas as licenças' }).waitFor()

    expect(await gone.lines()).toEqual([
      'Licença',
      'Esta licença não existe',
      'O endereço está errado, ou a licença foi retirada da lista. O pedido dela continua com o cliente.',
      'Todas as licenças',
    ])

    const long = 'umapalavrasemfimnemespaco'.repeat(8)

    const wide: Story = {
      ...licence,
      product: { ...licence.product, name: long },
      customerName: long,
    }

    const screen = await show(at, { ...of(reading(wide)), width: 360 })
    await screen.page.locator('main dl').first().waitFor()
    const over = await screen.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over).toBeLessThanOrEqual(0)
  })
})
