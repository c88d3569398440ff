import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer } from './answers.ts'
import {
  address,
  call,
  changedTo,
  list,
  only,
  quarter,
  savedAs,
  withFirst,
} from './product-options-samples.ts'
import { show } from './show.ts'

/** The words of the form in both languages. */
const words = {
  'pt-BR': {
    add: 'Adicionar opção',
    newName: 'Nome da nova opção',
    name: 'Nome',
    price: 'Preço (BRL)',
    before: 'Preço anterior (BRL)',
    days: 'Dias',
    save: 'Salvar',
  },

  'en-US': {
    add: 'Add option',
    newName: 'Name of the new option',
    name: 'Name',
    price: 'Price (BRL)',
    before: 'Previous price (BRL)',
    days: 'Days',
    save: 'Save',
  },
}

const languages = ['pt-BR', 'en-US'] as const

/** Opens the form of an option, or of a new option if no name is given. */
async function open(language: Language, name?: string, ...replies: Answer[]) {
  const screen = await show(address, { ...withFirst(...replies), language })
  const formWords = words[language]
  await (name ? screen.follow(name) : screen.press(formWords.add))
  const dialog = screen.dialog()
  await screen.atRest()
  const field = (label: string) => dialog.getByLabel(label, { exact: true })

  return {
    screen,
    dialog,
    field,
    told: formWords,
    save: () => screen.press(formWords.save, dialog),
  }
}

describe('the form of an option in the back office', () => {
  it('asks what the first one is called when it gets a sibling, and sends the typed values [L020, L035]', async () => {
    const { screen, dialog, field, save } = await open('pt-BR', undefined, list(only))

    await expect
      .poll(() => screen.fields(dialog))
      .toEqual([
        ['Nome da opção que já existe', ''],
        ['Nome da nova opção', ''],
        ['Nome em inglês', ''],
        ['Preço (BRL)', ''],
        ['Preço anterior (BRL)', ''],
        ['Entrega', 'Estoque'],
        ['ID do cargo no Discord', ''],
        ['Validade', 'Por dias'],
        ['Dias', ''],
        ['Tipo de vendedor', 'multiloader'],
        ['Nível', '1'],
        ['Mínimo por pedido', '1'],
        ['Máximo por pedido', '10'],
        ['Máximo por cliente', '0'],
        ['À venda na loja', true],
      ])

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Adicionar opção',
        'Nome da opção que já existe',
        'Até agora ela não precisava de nome; ao lado de outra, precisa. Por exemplo: 30 dias.',
        'Nome da nova opção',
        'O cliente lê este nome ao escolher. Por exemplo: 90 dias.',
        'Nome em inglês',
        'Vazio, vale o nome em português.',
        'Preço (BRL)',
        'Preço anterior (BRL)',
        'Aparece riscado ao lado do preço. Vazio, não aparece.',
        'Entrega e validade',
        'Entrega',
        'Estoque',
        'De onde vem a chave: do estoque, do KeyAuth ou da equipe.',
        'ID do cargo no Discord',
        'Dado a quem compra, se a conta estiver conectada.',
        'Validade',
        'Por dias',
        'Dias',
        'Contados a partir da entrega.',
        'Tipo de vendedor',
        'multiloader',
        'Nível',
        'Limites',
        'Mínimo por pedido',
        'Máximo por pedido',
        'Máximo por cliente',
        'Em todas as compras dele, sem as reembolsadas. 0: sem limite.',
        'À venda na loja',
        'Cancelar',
        'Salvar',
      ])

    await field('Nome da opção que já existe').fill(' 30 dias ')
    await field('Nome da nova opção').fill('Anual')
    await field('Nome em inglês').fill('Yearly')
    await field('Preço (BRL)').fill('79.9')
    await field('Preço anterior (BRL)').fill('118.8')
    await field('Dias').fill('365')
    await field('Máximo por cliente').fill('2')
    screen.replies.unshift(on(adminApi.variants.create, savedAs(quarter, 'hierarchy')))
    await save()
    await expect.poll(() => screen.toast()).toBe('A opção 90 dias foi adicionada.')

    expect(screen.sent('POST', call)).toEqual([
      {
        firstName: '30 dias',
        name: 'Anual',
        nameEn: 'Yearly',
        price: 79.9,
        compareAtPrice: 118.8,
        provider: 'stock',
        validityDays: 365,
        metadata: { sellerType: 'multiloader', level: 1 },
        minQuantity: 1,
        maxQuantity: 10,
        perCustomer: 2,
        discordRoleId: null,
        active: true,
      },
    ])

    await expect
      .poll(() => screen.lines(screen.page.getByRole('main').getByRole('status').first()))
      .toContain(
        '90 dias foi salvo, mas o cargo não pode ser dado agora. Este cargo está acima do cargo do bot: arraste o do bot para cima dele no servidor.',
      )
  })

  it('opens with every field filled, and sends changes with the version that was read [L021, L035]', async () => {
    const { screen, dialog, field, save } = await open('pt-BR', '90 dias')

    await expect
      .poll(() => screen.fields(dialog))
      .toEqual([
        ['Nome', '90 dias'],
        ['Nome em inglês', ''],
        ['Preço (BRL)', '1059,90'],
        ['Preço anterior (BRL)', ''],
        ['Entrega', 'Estoque'],
        ['ID do cargo no Discord', '9988776655'],
        ['Validade', 'Por dias'],
        ['Dias', '90'],
        ['Tipo de vendedor', 'singleloader'],
        ['Nível', '4'],
        ['Mínimo por pedido', '2'],
        ['Máximo por pedido', '5'],
        ['Máximo por cliente', '6'],
        ['À venda na loja', false],
      ])

    await field('Validade').selectOption('Vitalícia')
    await expect.poll(() => field('Dias').count()).toBe(0)
    await field('Preço (BRL)').fill('999.9')
    await field('Nível').fill('5')
    await field('À venda na loja').check()
    await save()
    await expect.poll(() => screen.toast()).toBe('90 dias: alterações salvas.')

    expect(screen.sent('PUT', `${call}/${quarter.id}`)).toEqual([
      {
        price: 999.9,
        validityDays: null,
        metadata: { sellerType: 'singleloader', level: 5 },
        active: true,
        version: 8,
      },
    ])
  })

  it('of the only option asks for no name, and one for life stays so [L035]', async () => {
    const { screen, dialog, field, save } = await open(
      'pt-BR',
      'Editor',
      list({ ...only, validityDays: null }),
    )

    await expect.poll(() => dialog.getByRole('heading').first().innerText()).toBe('Editar Editor')

    await expect
      .poll(async () => (await screen.fields(dialog)).map(([label]) => label))
      .toEqual([
        'Preço (BRL)',
        'Preço anterior (BRL)',
        'Entrega',
        'ID do cargo no Discord',
        'Validade',
        'Tipo de vendedor',
        'Nível',
        'Mínimo por pedido',
        'Máximo por pedido',
        'Máximo por cliente',
        'À venda na loja',
      ])

    await field('Preço anterior (BRL)').fill('30')
    screen.replies.unshift(on(adminApi.variants.update, savedAs(only)))
    await save()
    await expect.poll(() => screen.toast()).toBe('Editor: alterações salvas.')
    expect(screen.sent('PUT', `${call}/${only.id}`)).toEqual([{ compareAtPrice: 30, version: 7 }])
  })

  it('reports invalid values before anything is sent [L004, L020, L025, L035]', async () => {
    const errorTexts = []

    for (const language of languages) {
      const { screen, dialog, field, save, told: label } = await open(language)
      await save()
      const empty = await screen.lines(dialog.getByRole('alert').first())
      const alerts = async () => dialog.getByRole('alert').allInnerTexts()
      await field(label.newName).fill('30 DIAS')
      await field(label.price).fill('10')
      await field(label.before).fill('10')
      await field(label.days).fill('36501')
      const pt = language === 'pt-BR'
      await field(pt ? 'Mínimo por pedido' : 'Minimum per order').fill('6')
      await field(pt ? 'Máximo por pedido' : 'Maximum per order').fill('5')
      await field(pt ? 'Máximo por cliente' : 'Maximum per customer').fill('10001')
      await save()
      await expect.poll(async () => (await alerts()).length).toBe(5)
      const wrong = await alerts()
      await field(pt ? 'Entrega' : 'Provider').selectOption('KeyAuth')
      await field(pt ? 'Validade' : 'Validity').selectOption({ index: 1 })
      await save()
      await expect.poll(async () => (await alerts())[2]).toMatch(/KeyAuth/)
      errorTexts.push([empty, wrong, (await alerts())[2]])
      expect(screen.sent('POST', call)).toEqual([])
    }

    expect(errorTexts).toEqual([
      [
        ['Preencha este campo.'],
        [
          'Este produto já tem uma opção com o nome 30 DIAS.',
          'O preço anterior deve ser maior que o preço.',
          'O maior valor é 36500.',
          'O máximo não pode ser menor que o mínimo.',
          'O maior valor é 10000.',
        ],
        'O KeyAuth precisa de uma validade em dias.',
      ],
      [
        ['Fill this in.'],
        [
          'This product already has an option named 30 DIAS.',
          'The previous price must be higher than the price.',
          'The maximum is 36500.',
          'The maximum can’t be below the minimum.',
          'The maximum is 10000.',
        ],
        'KeyAuth needs a validity in days.',
      ],
    ])
  })

  it('says each refusal of the shop at its field, and loses nothing that was typed [L004, L020, L035]', async () => {
    const refusals = [
      ['variant.name_taken', 409, 'Este produto já tem uma opção com o nome Anual.', 'newName'],
      [
        'variant.name_needed',
        400,
        'Com mais de uma opção, cada uma precisa de um nome.',
        'newName',
      ],
      ['variant.compare_at', 400, 'O preço anterior deve ser maior que o preço.', 'before'],
      ['variant.delivery', 400, 'Esta forma de entrega não combina com: validade.', 'Entrega'],
    ] as const

    const { screen, dialog, field, save, told } = await open('pt-BR')
    await field(told.newName).fill('Anual')
    await field(told.price).fill('79.9')
    await field(told.days).fill('365')

    for (const [code, status, text, at] of refusals) {
      screen.replies.unshift(refused(adminApi.variants.create, text, status, code))
      await save()
      await expect.poll(() => dialog.getByRole('alert').allInnerTexts()).toEqual([text])
      const label = at === 'Entrega' ? at : told[at]
      const described = await field(label).getAttribute('aria-describedby')
      await expect.poll(() => dialog.locator(`[id="${described}"]`).innerText()).toBe(text)

      await expect
        .poll(async () => (await screen.fields(dialog)).slice(0, 3))
        .toEqual([
          ['Nome da nova opção', 'Anual'],
          ['Nome em inglês', ''],
          ['Preço (BRL)', '79.9'],
        ])
    }

    // An error that belongs to no field appears above the buttons.
    screen.replies.unshift(
      refused(adminApi.variants.create, 'Produto não encontrado.', 404, 'product.not_found'),
    )
    await save()
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['A opção não foi salva. Produto não encontrado.'])
    screen.replies.unshift(on(adminApi.variants.create, savedAs(quarter)))
    await save()
    await expect.poll(() => screen.toast()).toBe('A opção 90 dias foi adicionada.')
    expect(screen.sent('POST', call)).toHaveLength(6)

    const english = await open(
      'en-US',
      '90 dias',
      refused(adminApi.variants.update, 'Option not found.', 404, 'variant.not_found'),
    )

    await english.field(english.told.name).fill('Quarter')
    await english.save()
    await expect
      .poll(() => english.dialog.getByRole('alert').allInnerTexts())
      .toEqual(['The option was not saved. Option not found.'])
    await expect.poll(() => english.field(english.told.name).inputValue()).toBe('Quarter')
  })

  it('shows another person’s change, keeps the typed text and saves it on top [L021, L035]', async () => {
    const now = { ...quarter, price: 1099, validityDays: null, active: true, version: 12 }
    const { screen, dialog, field, save } = await open('pt-BR', '90 dias', changedTo(now))
    await field('Nome').fill('Trimestre')
    await save()
    const alert = dialog.getByRole('alert')

    await expect
      .poll(() => screen.lines(alert))
      .toEqual([
        'A opção não foi salva. Outra pessoa alterou este produto enquanto você o editava. Confira os dados atuais e salve de novo.',
        'Agora: Preço: R$ 1.099,00',
        'Agora: Validade: Vitalícia',
        'Agora: Situação: À venda',
        'Descartar o que mudei e ver o atual',
      ])

    await expect.poll(() => field('Nome').inputValue()).toBe('Trimestre')
    await expect.poll(() => field('Preço (BRL)').inputValue()).toBe('1099,00')
    screen.replies.unshift(on(adminApi.variants.update, savedAs(now)))
    await save()
    await expect.poll(() => screen.toast()).toBe('90 dias: alterações salvas.')

    expect(screen.sent('PUT', `${call}/${quarter.id}`)).toEqual([
      { name: 'Trimestre', version: 8 },
      { name: 'Trimestre', version: 12 },
    ])

    const english = await open('en-US', '90 dias', changedTo(now))
    await english.field('Name').fill('Quarter')
    await english.save()

    await expect
      .poll(async () => (await english.screen.lines(english.dialog.getByRole('alert'))).slice(1))
      .toEqual([
        'Now: Price: R$1,099.00',
        'Now: Validity: Lifetime',
        'Now: Status: On sale',
        'Discard my changes and see the current values',
      ])

    await english.screen.press('Discard my changes and see the current values', english.dialog)
    await expect.poll(() => english.field('Name').inputValue()).toBe('90 dias')
    await expect.poll(() => english.dialog.getByRole('alert').count()).toBe(0)
  })

  it('an option that was only moved meanwhile can still be saved [L021, L035]', async () => {
    const { screen, field, save } = await open(
      'pt-BR',
      '90 dias',
      changedTo({ ...quarter, position: 0, version: 12 }),
    )

    await field('Nome').fill('Trimestre')
    const sent = () => screen.sent('PUT', `${call}/${quarter.id}`)
    await save()
    await expect.poll(() => sent().length).toBeGreaterThan(1)
    expect(sent()[1]).toEqual({ name: 'Trimestre', version: 12 })
  })
})
