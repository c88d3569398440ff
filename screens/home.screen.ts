import AxeBuilder from '@axe-core/playwright'
import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer, type Body } from './answers.ts'
import { publicSettings, type Site } from './every-page.ts'
import { ids, onePage } from './samples.ts'
import { show, type Given } from './show.ts'

type Product = Body<typeof api.catalogue.featured>[number]
type Praise = Body<typeof api.reviews.latest>

const product = (number: number, name: string, price: number, part: Partial<Product> = {}) => ({
  ...ids(number),
  slug: `produto-${number}`,
  name,
  description: `Sobre ${name}`,
  price,
  currency: 'BRL' as const,
  image: null,
  category: { ...ids(40), name: 'arte', color: '#3b82f6' },
  provider: 'stock' as const,
  status: 'active' as const,
  isFeatured: true,
  stock: 'in' as const,
  maxPerOrder: 3,
  metadata: { sellerType: 'multiloader', level: 1, expiration: 30 },
  priceFrom: price,
  priceTo: price,
  variantCount: 1,
  compareAtPrice: null,
  ...part,
})

const tinta = product(3, 'Tinta Azul', 0.07, { stock: 'out' })
const giz = product(4, 'Giz', 5)
const pincel = product(1, 'Pincel Pro', 1234.56)
const lapis = product(2, 'Lápis Mini', 19.9, { currency: 'USD' })
const featured = on(api.catalogue.featured, [tinta, pincel, lapis, giz])

const category = (number: number, name: string, productCount: number) => ({
  ...ids(number),
  name,
  description: '',
  image: null,
  color: '#3b82f6',
  productCount,
})

const categories = on(api.catalogue.categories, [
  category(40, 'vazia', 0),
  category(41, 'arte', 1),
  category(42, 'som', 1025),
])

const review = (number: number, authorName: string, rating: number, body: string) => ({
  ...ids(number),
  authorName,
  rating,
  body,
  language: 'pt-BR' as const,
  reply: null,
  createdAt: '2026-02-03T17:20:00.000Z',
  editedAt: null,
  product: { name: 'Pincel Pro', slug: 'produto-1' },
})

const praise: Praise = {
  success: true,
  reviews: [
    review(50, 'Ana L.', 5, 'Chegou na hora.'),
    review(51, 'Cliente verificado', 4, 'Bom.'),
  ],
  rating: { average: 4.7, count: 1312 },
}

const nobody = on(api.reviews.latest, { success: true, reviews: [], rating: null })

const newest = on(api.catalogue.search, {
  success: true,
  products: [giz, tinta],
  total: 2,
  pagination: onePage(2),
})

const replies = [featured, newest, categories, on(api.reviews.latest, praise)]

const lines = async (given: Given) => {
  const screen = await show('/', given)
  return { screen, read: () => screen.lines() }
}

describe('the first page', () => {
  it('shows products and prices, the steps of a purchase, reviews and questions [S061] [P120, P121, P122]', async () => {
    const { screen, read } = await lines({ replies })

    await expect
      .poll(read)
      .toEqual([
        'Chaveiro',
        'Pagou.',
        'Apareceu.',
        'Licenças digitais',
        'Ver produtos',
        'Como funciona',
        'Suporte no chat',
        'PIX',
        'Visa',
        'Mastercard',
        'USDT',
        'BTC',
        'ETH',
        'LTC',
        'Pagamentos seguros, confirmados direto com o banco, o cartão ou a rede.',
        'Pincel Pro',
        'R$ 1.234,56',
        'Cada produto tem o seu corte. Este é o de Pincel Pro.',
        'Lápis Mini',
        'US$ 19,90',
        '30 dias',
        'Giz',
        'R$ 5,00',
        '30 dias',
        'Tinta Azul',
        'R$ 0,07',
        '30 dias',
        'Navegue por categoria',
        'Arte',
        '1',
        '1 produto',
        'Som',
        '1.025',
        '1.025 produtos',
        'Três passos até a sua chave',
        '1',
        'Escolha',
        'São 1.026 produtos à venda agora, cada um com preço e prazo na página.',
        '2',
        'Pague',
        'Com PIX, cartão ou cripto. A confirmação vem direto de quem recebeu o pagamento.',
        '3',
        'Copie a chave',
        'Ela aparece na tela e fica guardada na sua conta.',
        'Entrega na hora',
        'A chave aparece na tela e na sua conta assim que o pagamento é confirmado.',
        'Qualidade',
        'Cada chave é única e verificada, entregue uma única vez.',
        'Suporte',
        'Gente de verdade responde no chat, antes e depois da compra.',
        'Quem comprou conta como foi',
        '4,7',
        '4,7 de 5, 1.312 avaliações',
        '5 de 5',
        'Chegou na hora.',
        'Ana L.',
        'Compra verificada',
        'Pincel Pro',
        '4 de 5',
        'Bom.',
        'Cliente verificado',
        'Compra verificada',
        'Pincel Pro',
        'Dúvidas antes de comprar',
        'Sua pergunta não está aqui?',
        'Falar com o suporte',
        'Em quanto tempo recebo a chave?',
        'Como posso pagar?',
        'Preciso de uma conta?',
        'E se a chave não funcionar?',
        'Por quanto tempo a licença vale?',
      ])

    const links = await screen.page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))

    expect(links).toEqual([
      '/products',
      '#how',
      'https://chat.exemplo.test/ajuda',
      '/products/produto-1',
      '/products/produto-2',
      '/products/produto-4',
      '/products/produto-3',
      '/products/category/arte',
      '/products/category/som',
      '/products/produto-1',
      '/products/produto-1',
      'https://chat.exemplo.test/ajuda',
    ])

    screen.expectAnswered()
  })

  it('shows three prices, the payment methods and the main link without scrolling [P120]', async () => {
    for (const width of [1280, 390]) {
      const { screen } = await lines({ replies, width })
      await screen.page.getByText('R$ 5,00').waitFor()
      const fold = width === 390 ? 740 : 800

      for (const text of ['Ver produtos', 'LTC', 'R$ 1.234,56', 'US$ 19,90', 'R$ 5,00']) {
        const box = await screen.page.getByText(text, { exact: true }).first().boundingBox()
        expect(box!.y + box!.height, `${text} at ${width}`).toBeLessThan(fold)
      }

      await screen.page.close()
    }
  })

  it('shows and mentions only the payment methods that the shop has enabled [P120, P122]', async () => {
    const readPayments = async (methods: Site['store']['methods'], language: 'pt-BR' | 'en-US') => {
      const description = 'Licenças digitais com entrega na hora.'
      const settingsAnswer = publicSettings({ siteDescription: description }, { methods })
      const { screen, read } = await lines({ replies: [settingsAnswer, nobody], language })
      const how = language === 'pt-BR' ? 'Como posso pagar?' : 'How can I pay?'
      await screen.page.getByText(how).click()
      const marks = screen.page.getByRole('main').getByRole('list').first().getByRole('listitem')

      return {
        lead: (await read())[3],
        marks: (await marks.allInnerTexts()).filter((text) => !text.includes('\n')),
        answer: await screen.page.locator('details[open] p').innerText(),
      }
    }

    expect(await readPayments({ pix: true, card: false, crypto: false }, 'pt-BR')).toEqual({
      lead: 'Licenças digitais com entrega na hora: pague com PIX e receba a chave em segundos.',
      marks: ['PIX'],
      answer: 'Com PIX. O PIX vale para preços em reais.',
    })

    expect(await readPayments({ pix: false, card: true, crypto: true }, 'pt-BR')).toEqual({
      lead: 'Licenças digitais com entrega na hora: pague com cartão ou cripto e receba a chave em segundos.',
      marks: ['Visa', 'Mastercard', 'USDT', 'BTC', 'ETH', 'LTC'],
      answer: 'Com cartão ou cripto. Em cripto, a loja recebe USDT, BTC, ETH ou LTC.',
    })

    expect(await readPayments({ pix: true, card: true, crypto: false }, 'en-US')).toEqual({
      lead: 'Digital licences, delivered instantly: pay with PIX or card and get your key in seconds.',
      marks: ['PIX', 'Visa', 'Mastercard'],
      answer: 'With PIX or card. PIX works for prices in reais.',
    })

    expect(await readPayments({ pix: false, card: false, crypto: false }, 'en-US')).toEqual({
      lead: 'Digital licences, delivered instantly: your key appears in seconds.',
      marks: [],
      answer: "This shop hasn't set up any payment methods yet.",
    })
  })

  it('promises neither mail nor chat that the shop does not have [P122]', async () => {
    const answers = async (given: Answer, language: 'pt-BR' | 'en-US') => {
      const { screen } = await lines({ replies: [given, nobody], language })
      for (const question of await screen.page.locator('summary').all()) await question.click()
      await expect.poll(() => screen.page.locator('details[open]').count()).toBe(5)
      const said = await screen.page.locator('details p').allInnerTexts()

      return [said[0], ...said.slice(2)]
    }

    const silent = { discordSupportLink: '', supportDiscord: '' }

    expect(await answers(publicSettings(silent), 'pt-BR')).toEqual([
      'O que está em estoque aparece na tela segundos depois da confirmação do pagamento e fica na sua conta. Quando a entrega é feita pela equipe, a página do produto avisa antes da compra.',
      'Para olhar, não. Para comprar, sim: é nela que as suas chaves ficam guardadas.',
      'Escreva para ajuda@exemplo.test e diga o número do pedido. O que vale para troca e devolução está nos termos da loja. Ler os termos',
      'Cada produto diz o seu prazo na página, e ele começa a contar na entrega.',
    ])

    expect(await answers(publicSettings({}, { keysByMail: true }), 'pt-BR')).toEqual([
      'O que está em estoque aparece na tela segundos depois da confirmação do pagamento, chega por e-mail e fica na sua conta. Quando a entrega é feita pela equipe, a página do produto avisa antes da compra.',
      'Para olhar, não. Para comprar, sim: é nela que as suas chaves ficam guardadas.',
      'Fale com a equipe no chat e diga o número do pedido. O que vale para troca e devolução está nos termos da loja. Ler os termos',
      'Cada produto diz o seu prazo na página, e ele começa a contar na entrega.',
    ])

    expect(await answers(publicSettings(silent, { keysByMail: true }), 'en-US')).toEqual([
      'Anything in stock appears on your screen seconds after the payment is confirmed, arrives by email and stays in your account. If our team delivers a product, its page says so before you buy.',
      "Not to look around. To buy, yes: it's where your keys are kept.",
      "Write to ajuda@exemplo.test with your order number. The shop's terms say what applies to exchanges and refunds. Read the terms",
      "Each product's page says how long, counted from delivery.",
    ])

    expect(await answers(publicSettings(), 'en-US')).toEqual([
      'Anything in stock appears on your screen seconds after the payment is confirmed, and stays in your account. If our team delivers a product, its page says so before you buy.',
      "Not to look around. To buy, yes: it's where your keys are kept.",
      "Message our team in the chat with your order number. The shop's terms say what applies to exchanges and refunds. Read the terms",
      "Each product's page says how long, counted from delivery.",
    ])
  })

  it('fills up featured products with the newest, and stays whole when its calls fail [P120, P121]', async () => {
    const short = [on(api.catalogue.featured, [giz]), nobody]

    const searchAnswer = on(api.catalogue.search, {
      success: true,
      products: [giz, lapis, pincel],
      total: 3,
      pagination: onePage(3),
    })

    const { screen } = await lines({ replies: [...short, searchAnswer] })
    const shelf = screen.page.getByRole('list', { name: 'À venda agora' })
    await expect
      .poll(() => screen.lines(shelf))
      .toEqual(['Lápis Mini', 'US$ 19,90', '30 dias', 'Pincel Pro', 'R$ 1.234,56', '30 dias'])

    const key = screen.page.getByRole('figure')
    expect(await screen.lines(key)).toEqual([
      'Giz',
      'R$ 5,00',
      'Cada produto tem o seu corte. Este é o de Giz.',
    ])
    expect(
      screen.calls.filter(({ path }) => path === '/api/product/search').map(({ query }) => query),
    ).toEqual([{ sort: 'newest', limit: '6' }])

    const broken = [
      refused(api.catalogue.featured, 'A conta não bate.', 400),
      refused(api.catalogue.categories, 'A conta não bate.', 400),
      refused(api.reviews.latest, 'A conta não bate.', 400),
    ]

    const bare = await lines({ replies: broken })

    await expect
      .poll(async () => (await bare.read()).slice(14, 19))
      .toEqual([
        'Pagamentos seguros, confirmados direto com o banco, o cartão ou a rede.',
        'Três passos até a sua chave',
        '1',
        'Escolha',
        '2',
      ])
  })

  it('the longest words fit 320 px in both themes, and axe finds nothing [P120]', async () => {
    const word = 'Otorrinolaringologista'.repeat(4)
    const long = (number: number) => product(number, word, 999_999.99)
    const said = { ...review(50, word, 5, word), product: { name: word, slug: 'x' } }

    const { screen } = await lines({
      width: 320,
      replies: [
        publicSettings({ siteName: word, siteDescription: word, discordSupportLink: '' }),
        on(api.catalogue.featured, [long(1), long(2), long(3)]),
        on(api.catalogue.categories, [category(41, word, 9), category(42, word, 1025)]),
        on(api.reviews.latest, { ...praise, reviews: [said, said, said] }),
      ],
    })

    for (const question of await screen.page.locator('summary').all()) await question.click()

    for (const colorScheme of ['dark', 'light'] as const)
      for (const width of [320, 1280]) {
        await screen.page.emulateMedia({ colorScheme })
        await screen.page.setViewportSize({ width, height: 740 })
        await screen.atRest()
        const over = await screen.page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(over, `${width}`).toBeLessThanOrEqual(0)

        const { violations } = await new AxeBuilder({ page: screen.page })
          .include('#root')
          .setLegacyMode()
          .analyze()

        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      }

    await screen.page.emulateMedia({ colorScheme: null })
  }, 120_000)
})
