import { AxeBuilder } from '@axe-core/playwright'
import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Answer, type Body } from './answers.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

type Own = Body<typeof api.reviews.own>
type Review = Own['reviews'][number]
const brush = { ...ids(1), name: 'Pincel Pro', image: null, boughtAt: '2026-02-03T17:05:00.000Z' }

const review: Review = {
  ...ids(21),
  authorName: 'Ana S.',
  rating: 4,
  body: 'Pinta bem.\nSeca rápido.',
  language: 'pt-BR',
  reply: null,
  createdAt: '2026-02-10T12:00:00.000Z',
  editedAt: null,
  productId: ids(2).id,
  productName: 'Lápis Mini',
  showName: true,
  status: 'pending',
  rejectReason: null,
  isShown: false,
}

const reviews: Review[] = [
  review,
  {
    ...review,
    ...ids(22),
    productId: ids(3).id,
    productName: 'Giz',
    rating: 5,
    body: '',
    status: 'published',
    isShown: true,
    reply: { text: 'Obrigado pela visita.', repliedAt: '2026-02-11T12:00:00.000Z' },
  },
  {
    ...review,
    ...ids(23),
    productId: ids(4).id,
    productName: 'Tinta Azul',
    rating: 1,
    body: 'Comprem em outra loja',
    status: 'rejected',
    rejectReason: 'Fala de outra loja.',
  },
  {
    ...review,
    ...ids(24),
    productId: ids(5).id,
    productName: 'Verniz',
    rating: 2,
    body: 'Demorou.',
    status: 'published',
  },
]

const own = (part: Partial<Own> = {}): Answer =>
  on(api.reviews.own, { success: true, products: [], reviews: [], ...part })

const nothing = on(api.orders.products, {
  success: true,
  products: [],
  data: [],
  total: 0,
  active: 0,
  totalValue: 0,
})

/** Without featured products the page has no offers. */
const noShelf = refused(api.catalogue.featured, 'x', 404)
const path = '/dashboard/products'

const open = (part: Partial<Own>, given: Given = {}) =>
  show(path, {
    as: { role: 'client' },
    ...given,
    replies: [...(given.replies ?? []), own(part), nothing, noShelf],
  })

/** The reviews below a customer's products. */
const section = (screen: Screen, name = 'Suas avaliações') =>
  screen.page.getByRole('region', { name })

const one = (answered: Review) => ({ success: true as const, review: answered })
const address = (number: number) => `/api/product/${ids(number).id}/reviews`

/** Violations that axe finds on the page or in the open dialog. */
async function faults(screen: Screen): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: screen.page }).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))
}

describe('the own reviews', () => {
  it('show what may be reviewed, and each review with its state, its reason and the answer [L063, L064, L068]', async () => {
    const screen = await open({ products: [brush], reviews })

    await expect
      .poll(() => screen.lines(section(screen)))
      .toEqual([
        'Suas avaliações',
        'Conte o que achou a quem ainda vai comprar.',
        'Giz',
        '5 de 5',
        'Publicada',
        'Resposta da equipe',
        'Obrigado pela visita.',
        'Sua avaliação',
        'Lápis Mini',
        '4 de 5',
        'Aguarda a equipe',
        'Pinta bem.',
        'Seca rápido.',
        'Sua avaliação',
        'Pincel Pro',
        'Comprado em 3 de fev. de 2026',
        'Avaliar',
        'Tinta Azul',
        '1 de 5',
        'Não publicada',
        'Motivo: Fala de outra loja.',
        'Comprem em outra loja',
        'Sua avaliação',
        'Verniz',
        '2 de 5',
        'Publicada',
        'Não aparece na loja porque a compra foi devolvida.',
        'Demorou.',
        'Sua avaliação',
      ])

    expect(await faults(screen)).toEqual([])
    screen.expectAnswered()
  })

  it('fail no rule of accessibility on a phone [L063, L068]', async () => {
    const screen = await open({ products: [brush], reviews }, { language: 'en-US', width: 360 })
    await section(screen, 'Your reviews').waitFor()
    expect(await faults(screen)).toEqual([])
  })

  it('are absent while unknown, where the shop takes none, and where none can be written [L063]', async () => {
    const off = refused(api.reviews.own, 'Avaliação não encontrada.', 404, 'review.not_found')
    for (const replies of [[off], [own()], [pending(api.reviews.own)]]) {
      const screen = await open({}, { replies })
      await expect.poll(() => screen.lines()).toContain('Nenhum produto ainda.')

      expect(await screen.lines()).toEqual([
        'Voltar ao painel',
        'Meus produtos',
        'Nenhum produto ainda.',
        'O que você comprar aparece aqui com a sua chave.',
        'Ver produtos',
      ])
    }
  })

  it('cannot be loaded, and can when they are asked for again', async () => {
    const replies = [refused(api.reviews.own, 'A conta não bate.', 400)]
    const screen = await open({ products: [brush] }, { replies })
    const alert = screen.page.getByRole('alert')
    await expect
      .poll(() => screen.lines(alert))
      .toEqual(['As suas avaliações não puderam ser carregadas.', 'Tentar novamente'])
    screen.replies.shift()
    await screen.press('Tentar novamente')
    await expect.poll(() => screen.lines(section(screen))).toContain('Pincel Pro')
    const english = await open({}, { replies, language: 'en-US' })
    await expect
      .poll(() => english.lines(english.page.getByRole('alert')))
      .toEqual(["We couldn't load your reviews.", 'Try again'])
  })

  it('hold the longest words and names without a sideways scroll', async () => {
    const long = 'Extraordinariamente'.repeat(6)
    const longest = { ...review, productName: long, body: long, rejectReason: long }

    const screen = await open(
      { products: [{ ...brush, name: long }], reviews: [{ ...longest, status: 'rejected' }] },
      { width: 360 },
    )

    await section(screen).waitFor()

    const tooWide = () =>
      screen.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )

    expect(await tooWide()).toBeLessThanOrEqual(0)
    await screen.press(`Avaliar ${long}`)
    await screen.dialog().getByRole('radio').first().waitFor({ state: 'attached' })

    expect(
      await screen
        .dialog()
        .evaluate((box) => [...box.children].every((part) => part.scrollWidth <= box.clientWidth)),
    ).toBe(true)
  })
})

describe('the form of a review', () => {
  it('is sent from the keyboard alone, and the row shows the review’s state [L072, L063]', async () => {
    const screen = await open(
      { products: [brush] },
      {
        replies: [on(api.reviews.create, one({ ...review, productId: brush.id }))],
      },
    )

    const { page } = screen
    await page.getByRole('button', { name: 'Avaliar Pincel Pro' }).focus()
    await page.keyboard.press('Enter')
    const dialog = screen.dialog('Avaliar Pincel Pro')

    await expect
      .poll(() => screen.fields(dialog))
      .toEqual([
        ['1 de 5, Muito ruim', false],
        ['2 de 5, Ruim', false],
        ['3 de 5, Regular', false],
        ['4 de 5, Bom', false],
        ['5 de 5, Excelente', false],
        ['O que você achou?', ''],
        ['Mostrar meu primeiro nome e a inicial do sobrenome', false],
      ])

    expect(await screen.lines(dialog)).toEqual([
      'Avaliar Pincel Pro',
      'Quantas estrelas?',
      'O que você achou?',
      'Opcional, até 2.000 caracteres.',
      'Mostrar meu primeiro nome e a inicial do sobrenome',
      'Enviar avaliação',
    ])

    expect(await faults(screen)).toEqual([])
    await dialog.getByRole('radio', { name: '1 de 5, Muito ruim' }).focus()
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key)
    await expect.poll(() => screen.lines(dialog)).toContain('4 de 5, Bom')
    await page.keyboard.press('Tab')
    await page.keyboard.type(' Pinta bem. ')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    screen.replies.unshift(
      own({ reviews: [{ ...review, productId: brush.id, productName: brush.name }] }),
    )
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => screen.toast())
      .toEqual('Obrigado. A equipe lê a sua avaliação antes de publicar.')
    expect(screen.sent('POST', address(1))).toEqual([
      { rating: 4, body: ' Pinta bem. ', showName: true },
    ])
    await dialog.waitFor({ state: 'hidden' })

    await expect
      .poll(() => screen.lines(section(screen)))
      .toEqual([
        'Suas avaliações',
        'Conte o que achou a quem ainda vai comprar.',
        'Pincel Pro',
        '4 de 5',
        'Aguarda a equipe',
        'Pinta bem.',
        'Seca rápido.',
        'Sua avaliação',
      ])

    const opener = page.getByRole('button', { name: 'Sua avaliação de Pincel Pro' })
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
    screen.expectAnswered()
  })

  it('requires stars, and limits the length of the text, in both languages [L071]', async () => {
    for (const [language, open_, send, words] of [
      [
        'pt-BR',
        'Avaliar Pincel Pro',
        'Enviar avaliação',
        ['Escolha de uma a cinco estrelas.', 'O texto tem 2.001 caracteres. São no máximo 2.000.'],
      ],
      [
        'en-US',
        'Review Pincel Pro',
        'Send review',
        ['Choose one to five stars.', 'Your text has 2,001 characters. The limit is 2,000.'],
      ],
    ] as const) {
      const screen = await open({ products: [brush] }, { language })
      await screen.press(open_)
      const dialog = screen.dialog()
      await dialog.getByRole('textbox').fill('a'.repeat(2001))
      await screen.press(send, dialog)
      await expect.poll(() => dialog.getByRole('alert').allInnerTexts()).toEqual(words)
      expect(await faults(screen)).toEqual([])
      expect(screen.sent('POST', address(1))).toEqual([])
    }
  })

  it('shows why the shop refused, and keeps the typed text even when closed and opened [L061, L062, L071]', async () => {
    const replies = [
      refused(api.reviews.create, 'Muitas tentativas. Tente amanhã.', 429, 'rate.limited'),
    ]
    const screen = await open({ products: [brush] }, { replies })
    await screen.press('Avaliar Pincel Pro')
    const dialog = screen.dialog()
    await dialog.getByRole('radio', { name: '2 de 5, Ruim' }).check({ force: true })
    await dialog.getByRole('textbox').fill('Descasca')
    await screen.press('Enviar avaliação', dialog)
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['Muitas tentativas. Tente amanhã.'])

    const typed = [
      ['1 de 5, Muito ruim', false],
      ['2 de 5, Ruim', true],
      ['3 de 5, Regular', false],
      ['4 de 5, Bom', false],
      ['5 de 5, Excelente', false],
      ['O que você achou?', 'Descasca'],
      ['Mostrar meu primeiro nome e a inicial do sobrenome', false],
    ]

    expect(await screen.fields(dialog)).toEqual(typed)
    await screen.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await screen.press('Avaliar Pincel Pro')
    await expect.poll(() => screen.fields(dialog)).toEqual(typed)
    // Another tab created the review first: the next try updates that review with the typed text.
    const written = { ...review, productId: brush.id, productName: brush.name }

    screen.replies.unshift(
      refused(api.reviews.create, 'Você já avaliou este produto.', 409, 'review.exists'),
      own({ reviews: [written] }),
      on(api.reviews.update, one({ ...written, rating: 2, body: 'Descasca' })),
    )

    await screen.press('Enviar avaliação', dialog)
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['Você já avaliou este produto.'])
    expect(await screen.fields(dialog)).toEqual(typed)
    await screen.press('Salvar avaliação', dialog)
    await dialog.waitFor({ state: 'hidden' })
    expect(screen.sent('PUT', address(1))).toEqual([
      { rating: 2, body: 'Descasca', showName: false },
    ])
  })

  it('is changed in English, and says what stays refused [L063, L068]', async () => {
    const rejected = reviews[2]!

    const screen = await open(
      { reviews: [rejected] },
      {
        language: 'en-US',
        replies: [on(api.reviews.update, one({ ...rejected, status: 'published', isShown: true }))],
      },
    )

    await screen.press('Your review of Tinta Azul')
    const dialog = screen.dialog('Your review of Tinta Azul')

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Your review of Tinta Azul',
        'How many stars?',
        '1 out of 5, Very bad',
        'What do you think?',
        'Optional, up to 2,000 characters.',
        'Show my first name and the initial of my last name',
        'If you change your review, our team may check it again.',
        'Save review',
        'Remove review',
      ])

    expect(await screen.fields(dialog)).toEqual([
      ['1 out of 5, Very bad', true],
      ['2 out of 5, Bad', false],
      ['3 out of 5, Fair', false],
      ['4 out of 5, Good', false],
      ['5 out of 5, Excellent', false],
      ['What do you think?', 'Comprem em outra loja'],
      ['Show my first name and the initial of my last name', true],
    ])

    await dialog.getByRole('textbox').fill('Seca devagar')
    await dialog.getByRole('checkbox').uncheck()
    await screen.press('Save review', dialog)
    await expect.poll(() => screen.toast()).toEqual('Thank you. Your review is published.')
    expect(screen.sent('PUT', address(4))).toEqual([
      { rating: 1, body: 'Seca devagar', showName: false },
    ])
    screen.replies.unshift(on(api.reviews.update, one(rejected)))
    await screen.press('Your review of Tinta Azul')
    await screen.press('Save review', dialog)
    await expect
      .poll(() => screen.toast())
      .toEqual('Nothing changed. Rewrite the text to have our team read it again.')
    screen.expectAnswered()
  })

  it('takes a review back after it asked, and offers the product again [L062]', async () => {
    const screen = await open(
      { reviews: [{ ...review, ...ids(21), productId: brush.id }] },
      {
        replies: [refused(api.reviews.remove, 'Muitas tentativas. Tente amanhã.', 429)],
      },
    )

    await screen.press('Sua avaliação de Lápis Mini')
    const dialog = screen.dialog()
    await screen.press('Retirar avaliação', dialog)

    await expect
      .poll(async () => (await screen.lines(dialog)).slice(-3))
      .toEqual([
        'As estrelas e o texto somem da loja. Você pode avaliar de novo depois.',
        'Retirar',
        'Manter',
      ])

    expect(await faults(screen)).toEqual([])
    await screen.press('Manter', dialog)
    expect(screen.sent('DELETE', address(1))).toEqual([])
    await screen.press('Retirar avaliação', dialog)
    await screen.press('Retirar', dialog)
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['Muitas tentativas. Tente amanhã.'])

    screen.replies.unshift(
      on(api.reviews.remove, { success: true }),
      own({ products: [{ ...brush, name: 'Lápis Mini' }] }),
    )

    await screen.press('Retirar', dialog)
    await expect.poll(() => screen.toast()).toEqual('A sua avaliação foi retirada.')
    expect(screen.sent('DELETE', address(1))).toEqual([{}, {}])
    await dialog.waitFor({ state: 'hidden' })
    await screen.press('Avaliar Lápis Mini')
    await expect
      .poll(async () => (await screen.fields(dialog)).filter(([, value]) => value))
      .toEqual([])
  })

  it('says when the connection is lost, and keeps the typed text', async () => {
    const screen = await open({ products: [brush] })
    await screen.press('Avaliar Pincel Pro')
    const dialog = screen.dialog()
    await dialog.getByRole('radio', { name: '5 de 5, Excelente' }).check({ force: true })
    await screen.page.route('**/api/product/**', (route) => route.abort())
    await screen.press('Enviar avaliação', dialog)
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['Sem conexão com a loja. Verifique a internet e tente novamente.'])
    expect(await dialog.getByRole('radio', { name: '5 de 5, Excelente' }).isChecked()).toBe(true)
    await screen.page.unroute('**/api/product/**')
  })
})
