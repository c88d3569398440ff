import { api } from '@chaveiro/contracts'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { on, pending, refused } from './answers.ts'
import {
  cartOf,
  items,
  now,
  priced,
  withCoupon,
  english,
  pix,
  crypto,
  under,
  pixOf,
  cryptoOf,
  paymentAnswers,
  token,
  sent,
  open,
  pay,
  ready,
  sheet,
  type Status,
  type Owner,
} from './checkout-samples.ts'
import { readQr } from './qr.ts'
import { ids } from './samples.ts'
import type { Given } from './show.ts'

const chargePt = [
  'Pagar com PIX',
  'Mudar a forma de pagamento',
  'R$ 1.269,90',
  'Pague até 03/02/2026, 14:44',
  'Copie o código',
  'Copiar código PIX',
  'Pague no app do seu banco',
  'Abra o app do seu banco, escolha PIX e leia o QR code ou cole o código.',
  'Sua chave aparece aqui assim que o pagamento cair.',
  'Aguardando o pagamento.',
  '24:31',
  'Já paguei',
]

describe('PIX', () => {
  it('asks for the CPF in the row of PIX, then shows amount, code and time instead [S080, S081, S234] [P111]', async () => {
    const screen = await open()
    await ready(screen, 'PIX')
    await expect
      .poll(() => screen.page.getByLabel('CPF', { exact: true }).getAttribute('placeholder'))
      .toEqual('000.000.000-00')
    await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
    await expect.poll(() => screen.fields()).toContainEqual(['CPF', '529.982.247-25'])
    const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
    await pay(screen).click()
    await screen.page.getByText('Pague até').waitFor()
    await expect.poll(() => screen.lines(sheet(screen))).toEqual(chargePt)
    // No dialog covers the page, and the order beside the payment can still be changed.
    expect(await screen.dialog().count()).toBe(0)
    expect(await screen.page.getByRole('radio').count()).toBe(0)
    expect(await pay(screen).count()).toBe(0)
    await expect
      .poll(() => screen.page.getByRole('button', { name: 'Aumentar Pincel Pro' }).isEnabled())
      .toBe(true)
    await expect
      .poll(() => screen.fields(sheet(screen)))
      .toEqual([['Código PIX copia e cola', '00020126BR.GOV.BCB.PIX6304ABCD']])
    await screen.press('Copiar código PIX')
    await expect
      .poll(() => screen.page.evaluate(() => navigator.clipboard.readText()))
      .toEqual('00020126BR.GOV.BCB.PIX6304ABCD')
    await expect
      .poll(() => sheet(screen).getByRole('img', { name: 'QR code do PIX' }).count())
      .toBe(1)

    expect(sent(screen)).toEqual([
      [
        '/api/payment/efybank/checkout',
        {
          cartId: '11111111-0000-4000-8000-000000000090',
          termsAccepted: true,
          recaptchaToken: token,
          expectedTotal: 1269.9,
          customer: { name: 'Bia Prado', email: 'bia@exemplo.test', cpf: '529.982.247-25' },
        },
      ],
    ])

    await screen.press('Já paguei')
    await screen.page.getByText('Ainda não chegou.').waitFor()
    await expect
      .poll(() => screen.lines(screen.page.getByText('Ainda não chegou.')))
      .toEqual(['Ainda não chegou. Seguimos verificando.'])
    // Without a connection no check reached the shop; a browser's refusal to copy shows a message.
    const status = '**/api/payment/efybank/status/**'
    await screen.page.route(status, (route) => route.abort())
    await screen.press('Já paguei')

    await screen.page.getByText('Sem resposta agora. Se já pagou, não pague de novo.').waitFor()

    await screen.page.unroute(status)

    await screen.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
      document.execCommand = () => false
    })

    await screen.press('Copiar código PIX')
    expect(await screen.toast()).toBe(
      'O navegador não deixou copiar. Selecione o texto e copie você mesmo.',
    )
  })

  it('shows the same in English, with the bank’s deadline in Brazilian format [decision Q100]', async () => {
    const screen = await open(english)
    await ready(screen, 'PIX')
    await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
    const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
    await pay(screen).click()
    await screen.page.getByRole('timer').waitFor()

    await expect
      .poll(() => screen.lines(sheet(screen)))
      .toEqual([
        'Pay with PIX',
        'Change payment method',
        'R$1,269.90',
        'Pay by 03/02/2026, 14:44',
        'Copy the code',
        'Copy PIX code',
        "Pay in your bank's app",
        "Open your bank's app, choose PIX, and scan the QR code or paste the code.",
        'Your key appears here the moment we get it.',
        'Waiting for payment.',
        '24:31',
        "I've paid",
      ])
  })

  it('on a phone: the QR, the amount, and the copy button with the code are in sight [P111]', async () => {
    const screen = await open({ width: 360 })
    await ready(screen, 'PIX')
    await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
    const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
    await pay(screen).click()
    await screen.page.getByRole('timer').waitFor()
    const boxOf = async (part: Locator) => (await part.boundingBox())!

    const inSight = async () => {
      const parts = [
        screen.page.getByRole('button', { name: 'Copiar código PIX' }),
        screen.page.getByRole('timer'),
        screen.page.getByText('Aguardando o pagamento.'),
        screen.page.getByRole('button', { name: 'Já paguei' }),
      ]

      const boxes = await Promise.all(parts.map(boxOf))

      return boxes.map(({ y, height }) => y >= 0 && y + height <= 740)
    }

    await expect.poll(inSight).toEqual([true, true, true, true])
    const whole = await boxOf(sheet(screen))
    const copy = await boxOf(screen.page.getByRole('button', { name: 'Copiar código PIX' }))
    expect(copy.width).toBeGreaterThan(whole.width - 40)
    expect(copy.height).toBeGreaterThanOrEqual(44)
    const code = await boxOf(screen.page.getByLabel('Código PIX copia e cola'))
    const image = await boxOf(screen.page.getByRole('img', { name: 'QR code do PIX' }))
    expect([image.width, image.height]).toEqual([160, 160])
    const bottoms = [image, copy, code].map(({ y, height }) => y + height)
    expect(bottoms).toEqual(bottoms.toSorted((a, b) => a - b))
    const { y: footTop } = await boxOf(screen.page.getByRole('button', { name: 'Já paguei' }))
    expect(image.y).toBeGreaterThan(0)
    expect(bottoms.at(-1)).toBeLessThan(footTop)
    // The buttons stay in the window while the payment scrolls.
    await screen.page.getByText('Sua chave aparece aqui').scrollIntoViewIfNeeded()
    await expect.poll(async () => (await inSight()).slice(1)).toEqual([true, true, true])
  })

  it('on a desktop the QR code is above the copy code [P111]', async () => {
    const screen = await open()
    await ready(screen, 'PIX')
    await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
    const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
    await pay(screen).click()
    await screen.page.getByRole('timer').waitFor()
    const qr = screen.page.getByRole('img', { name: 'QR code do PIX' })
    expect(await readQr(qr)).toBe('00020126BR.GOV.BCB.PIX6304ABCD')
    const image = (await qr.boundingBox())!
    const code = (await screen.page.getByLabel('Código PIX copia e cola').boundingBox())!
    expect(image.x + image.width).toBeLessThanOrEqual(code.x)
  })

  it('explains an invalid CPF during typing, and sends nothing until it is valid [P112]', async () => {
    const words = async (given: Given) => {
      const screen = await open(given)
      await ready(screen, 'PIX')
      const cpf = screen.page.getByLabel('CPF', { exact: true })
      const said: string[][] = []

      const saidNow = () =>
        screen.page
          .getByRole('alert')
          .allInnerTexts()
          .then((all) => all.filter(Boolean))

      const hear = async () => {
        await expect.poll(saidNow).not.toEqual(said.at(-1) ?? [])
        said.push(await saidNow())
      }

      // While a CPF is typed, an error appears only at the first digit that makes it invalid. An
      // incomplete CPF is reported when the field loses the focus or the form is sent.
      await cpf.fill('529982247')
      expect(await saidNow()).toEqual([])
      await cpf.fill('5299822474')
      await hear()
      await cpf.fill('52998224')
      await expect.poll(saidNow).toEqual([])
      await cpf.blur()
      await hear()
      await cpf.fill('')
      await expect.poll(saidNow).toEqual([])
      await pay(screen).click()
      await hear()
      expect(await cpf.evaluate((field) => field === document.activeElement)).toBe(true)

      for (const typed of ['5299822', '5299822474', '52998224721', '11111111111']) {
        await cpf.fill(typed)
        await hear()
      }

      await cpf.fill('52998224725')
      await expect.poll(saidNow).toEqual([])
      expect(sent(screen)).toEqual([])

      return said
    }

    expect(await words({})).toEqual([
      ['O 10º dígito não combina com os anteriores. Confira o número.'],
      ['Faltam 3 dígitos do CPF.'],
      ['Digite o CPF de quem paga.'],
      ['Faltam 4 dígitos do CPF.'],
      ['O 10º dígito não combina com os anteriores. Confira o número.'],
      ['O 11º dígito não combina com os anteriores. Confira o número.'],
      ['Este CPF não existe: todos os dígitos são iguais.'],
    ])

    expect(await words(english)).toEqual([
      ["Digit 10 doesn't match the ones before it. Check the number."],
      ['3 digits of the CPF are missing.'],
      ["Enter the payer's CPF."],
      ['4 digits of the CPF are missing.'],
      ["Digit 10 doesn't match the ones before it. Check the number."],
      ["Digit 11 doesn't match the ones before it. Check the number."],
      ["This CPF doesn't exist: all its digits are the same."],
    ])
  })

  it('that is refused shows the shop’s message, and what the buyer can do [S269, S270]', async () => {
    const screen = await open()
    await ready(screen, 'PIX')
    await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
    screen.replies.unshift(
      refused(api.payments.startPix, 'O CPF não confere.', 400, 'payment.cpf_invalid'),
    )
    await pay(screen).click()

    await expect
      .poll(async () => (await screen.lines()).slice(5, 9))
      .toEqual([
        'CPF',
        'O CPF não confere.',
        'Lembrar meu CPF para a próxima compra',
        'Cartão de crédito',
      ])

    screen.replies.unshift(
      refused(api.payments.startPix, 'Só resta 1 de Pincel Pro.', 409, 'stock.short'),
    )
    await pay(screen).click()
    await expect
      .poll(() => screen.lines(sheet(screen)))
      .toEqual(['Só resta 1 de Pincel Pro.', 'Seu carrinho continua guardado.', 'Mudar o pedido'])
    await screen.press('Mudar o pedido')
    await expect.poll(() => sheet(screen).count()).toBe(0)
    // The typed text is still there.
    await expect.poll(() => screen.fields()).toContainEqual(['CPF', '529.982.247-25'])
  })

  it('a refusal without a message shows the page’s own message, and offers another try [S269, S270]', async () => {
    const words = async (given: Given, ...errors: string[]) => {
      const said: string[][] = []

      for (const error of errors) {
        const screen = await open(given, [refused(api.payments.startPix, error, 400)])
        await ready(screen, 'PIX')
        await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
        await pay(screen).click()
        await sheet(screen).getByRole('alert').waitFor()
        said.push(await screen.lines(sheet(screen)))
        await sheet(screen).getByRole('button').click()
        await pay(screen).waitFor()
      }

      return said
    }

    expect(await words({}, '', 'reCAPTCHA inválido')).toEqual([
      ['Erro ao gerar PIX.', 'Seu carrinho continua guardado.', 'Tentar novamente'],
      [
        'Erro na verificação de segurança. Tente novamente.',
        'Seu carrinho continua guardado.',
        'Tentar novamente',
      ],
    ])

    expect(await words(english, '', 'reCAPTCHA inválido')).toEqual([
      ["We couldn't create the PIX code.", 'Your cart is saved.', 'Try again'],
      ['Security check failed. Please try again.', 'Your cart is saved.', 'Try again'],
    ])
  })

  it('that fails while the buyer waits says why, and a retry creates a new code [S272, Q63]', async () => {
    const screen = await open()
    await ready(screen, 'PIX')
    await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')

    const over: Status = {
      ...under({ pix: pixOf }, { paymentId: 'pay-1', reason: 'expired' }),
      status: 'failed',
      message: 'O prazo terminou.',
    }

    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, over))
    await pay(screen).click()
    await sheet(screen).getByText('O prazo terminou.').waitFor()

    await expect
      .poll(() => screen.lines(sheet(screen)))
      .toEqual([
        'O prazo terminou.',
        'Seu carrinho continua guardado.',
        'Gerar novo código',
        'Tentar novamente',
      ])
  })
})

describe('a payment that is under way', () => {
  const card = { card: { url: 'https://cartao.test/pagina' } }
  const ways = [{ pix: pixOf }, { crypto: cryptoOf }, card]

  it('for other goods is shown with its amount and method [decision Q62]', async () => {
    const words = async (language: 'pt-BR' | 'en-US', text: RegExp) => {
      const said: string[][] = []

      for (const way of ways) {
        const screen = await open({ language }, paymentAnswers(under(way)))
        said.push(await screen.lines(screen.page.getByText(text)))
      }

      return said
    }

    expect(await words('pt-BR', /^Há um pagamento/)).toEqual([
      ['Há um pagamento de R$ 77,70 com PIX em andamento. Ele é cancelado quando você gera outro.'],
      [
        'Há um pagamento de R$ 77,70 com cripto em andamento. Ele é cancelado quando você gera outro.',
      ],
      [
        'Há um pagamento de R$ 77,70 com cartão em andamento. Ele é cancelado quando você gera outro.',
      ],
    ])

    expect(await words('en-US', /in progress\./)).toEqual([
      ['A payment of R$77.70 with PIX is in progress. Starting another one cancels it.'],
      ['A payment of R$77.70 with crypto is in progress. Starting another one cancels it.'],
      ['A payment of R$77.70 by card is in progress. Starting another one cancels it.'],
    ])
  })

  it('by card that was not completed has a notice and one main button; the terms stay accepted', async () => {
    const same: Status = {
      ...under(card, { amount: 1269.9, paymentMethod: 'card' }),
      cartItems: [
        { product: { name: 'Pincel Pro', price: 416.7, image: null }, quantity: 3 },
        { product: { name: 'Lápis Mini', price: 9.9, image: null }, quantity: 2 },
      ],
    }

    for (const [language, words] of [
      ['pt-BR', 'O pagamento com cartão ainda não foi concluído. Nada foi cobrado até agora.'],
      ['en-US', "Your card payment isn't complete yet. Nothing has been charged."],
    ] as const) {
      const screen = await open({ language }, paymentAnswers(same))
      expect(await screen.lines()).toContain(words)
      expect(await screen.page.getByRole('checkbox').last().isChecked()).toBe(true)
      expect(await pay(screen).isEnabled()).toBe(true)

      const filled = screen.page
        .getByRole('main')
        .locator('a, button')
        .and(screen.page.locator('.bg-accent'))

      expect(await filled.allInnerTexts()).toEqual([
        language === 'pt-BR' ? 'Pagar R$\u00a01.269,90 com cartão' : 'Pay R$1,269.90 by card',
      ])
    }
  })

  it('by card offers another try or PIX; choosing PIX focuses the CPF field', async () => {
    const same: Status = {
      ...under(card, { amount: 1269.9, paymentMethod: 'card' }),
      cartItems: items.map(({ product: { name, price }, quantity }) => ({
        product: { name, price, image: null },
        quantity,
      })),
    }

    const screen = await open({}, paymentAnswers(same))
    const line = screen.page.getByRole('status').filter({ hasText: 'ainda não foi concluído' })

    await expect
      .poll(() => screen.lines(line))
      .toEqual([
        'O pagamento com cartão ainda não foi concluído. Nada foi cobrado até agora.',
        'Tentar de novo',
        'Pagar com PIX',
      ])

    await screen.press('Pagar com PIX', line)
    await expect.poll(() => line.count()).toBe(0)
    const cpf = screen.page.getByLabel('CPF', { exact: true })
    await expect.poll(() => cpf.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await screen.page.getByRole('checkbox').last().isChecked()).toBe(true)
  })

  it('with a refused card is reported once; the terms stay accepted, card or PIX can follow', async () => {
    const refusedCard: Status = {
      ...under(
        {},
        { paymentId: 'pay-9', amount: 1269.9, paymentMethod: 'card', reason: 'declined' },
      ),
      status: 'failed',
      message: 'O cartão foi recusado. Nada foi cobrado.',
      cartItems: items.map(({ product: { name, price }, quantity }) => ({
        product: { name, price, image: null },
        quantity,
      })),
    }

    for (const [language, words] of [
      ['pt-BR', ['O cartão não foi aceito. Nada foi cobrado.', 'Tentar de novo', 'Pagar com PIX']],
      ['en-US', ["Your card wasn't accepted. Nothing was charged.", 'Try again', 'Pay with PIX']],
    ] as const) {
      const screen = await open({ language }, [on(api.payments.status, refusedCard)])
      await screen.page.evaluate(() => sessionStorage.setItem('payment-under-way', 'pay-9'))
      await screen.page.reload()
      await screen.atRest()
      await expect.poll(() => screen.lines(screen.page.getByRole('alert'))).toEqual(words)
      expect(await screen.page.getByRole('checkbox').last().isChecked()).toBe(true)
      expect(await screen.page.getByRole('radio').nth(1).isChecked()).toBe(true)
      await screen.press(words[2])
      await expect.poll(() => screen.page.getByRole('alert').count()).toBe(0)
      await screen.page.reload()
      await screen.atRest()
      expect(await screen.page.getByRole('alert').count()).toBe(0)
    }
  })

  it('for another cart stays until one button replaces it by a payment of the current cart [Q62, P315]', async () => {
    for (const [language, word] of [
      ['pt-BR', 'Pagar R$ 1.269,90 em vez disso'],
      ['en-US', 'Pay R$1,269.90 instead'],
    ] as const) {
      const screen = await open({ language }, paymentAnswers(under({ pix: pixOf })))
      const timeLeft = expect.stringMatching(/^24:\d\d$/)
      await expect
        .poll(() => screen.lines(sheet(screen)))
        .toEqual(expect.arrayContaining([timeLeft]))
      await screen.press(word)
      await expect.poll(() => sheet(screen).count()).toBe(0)
      expect(await pay(screen).count()).toBe(1)
      expect(await screen.page.getByLabel('CPF', { exact: true }).isVisible()).toBe(true)
    }
  })

  it('for the current cart opens automatically, and can be closed and reopened [decision Q62]', async () => {
    const same: Status = {
      ...under({ pix: { ...pixOf, amount: 1269.9 } }, { amount: 1269.9 }),
      message: 'Faltam R$ 5,00.',
      cartItems: [
        { product: { name: 'Pincel Pro', price: 416.7, image: null }, quantity: 3 },
        { product: { name: 'Lápis Mini', price: 9.9, image: null }, quantity: 2 },
      ],
    }

    const screen = await open({}, paymentAnswers(same))
    await screen.holdClock(now)
    await expect.poll(() => screen.lines(sheet(screen))).toContain('24:31')
    await expect
      .poll(() => screen.lines(sheet(screen)))
      .toEqual([...chargePt.slice(0, 2), 'Faltam R$ 5,00.', ...chargePt.slice(2)])
    await screen.press('Mudar a forma de pagamento')
    await expect.poll(() => sheet(screen).count()).toBe(0)
    expect(await pay(screen).isDisabled()).toBe(true)
    await screen.press('Continuar o pagamento')
    await expect.poll(() => screen.lines(sheet(screen))).toContain('Pagar com PIX')
  })

  it('is replaced by the methods when the order changes; one button starts a new payment [P114]', async () => {
    const screen = await open()
    await ready(screen, 'PIX')
    await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
    const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
    await pay(screen).click()
    await screen.page.getByRole('timer').waitFor()
    // Change the coupon.
    screen.replies.unshift(withCoupon)
    await screen.page.getByLabel('Cupom de desconto').fill('VERAO')
    await screen.press('Aplicar')
    await expect.poll(() => screen.lines(pay(screen))).toEqual(['Pagar R$ 1.234,56 com PIX'])

    await screen.page
      .getByText(
        'Há um pagamento de R$ 1.269,90 com PIX em andamento. Ele é cancelado quando você gera outro.',
      )
      .waitFor()

    await expect.poll(() => screen.fields()).toContainEqual(['CPF', '529.982.247-25'])

    screen.replies.unshift(
      on(api.payments.startPix, { ...pix, paymentId: 'pay-3', amount: 1234.56 }),
      on(api.payments.status, under({ pix: pixOf }, { paymentId: 'pay-3' })),
    )

    await pay(screen).click()
    await expect.poll(() => screen.lines(sheet(screen))).toEqual(chargePt.with(2, 'R$ 1.234,56'))
    const started = screen.sent('POST', api.payments.startPix.path) as { cupomCode?: string }[]
    expect(started.map(({ cupomCode }) => cupomCode)).toEqual([undefined, 'VERAO'])
    // Change a quantity.
    const fewer = [{ ...items[0]!, quantity: 2 }, items[1]!]

    screen.replies.unshift(
      on(api.cart.update, {
        success: true,
        cart: { ...ids(90), items: fewer, currency: 'BRL', total: 853.2 },
        ...ids(90),
        items: fewer,
      }),
      cartOf(fewer),
      priced({ discount: 0, subtotal: 853.2, finalTotal: 853.2 }),
    )

    await screen.press('Diminuir Pincel Pro')
    await expect.poll(() => screen.lines(pay(screen))).toEqual(['Pagar R$ 853,20 com PIX'])
    expect(await pay(screen).isEnabled()).toBe(true)
    // Change the payment method.
    await screen.page.getByRole('radio', { name: /^Cripto/ }).check()

    screen.replies.unshift(
      on(api.payments.startCrypto, { ...crypto, amount: 853.2 }),
      on(api.payments.status, under({ crypto: cryptoOf }, { paymentId: 'pay-2' })),
    )

    await pay(screen).click()
    await expect
      .poll(async () => (await screen.lines(sheet(screen))).slice(0, 2))
      .toEqual(['Pagar com cripto', 'Mudar a forma de pagamento'])

    expect(sent(screen).map(([path]) => path)).toEqual([
      '/api/payment/efybank/checkout',
      '/api/payment/efybank/checkout',
      '/api/payment/binance/checkout',
    ])
  })

  it('is not drawn before the page knows whether its order is shown beside it', async () => {
    const mine = paymentAnswers(under({ pix: pixOf }))
    const screen = await open({}, [pending(api.cart.read), ...mine])
    const lastListCall = () => screen.calls.some(({ path }) => path === '/api/payment/pending')
    await expect.poll(lastListCall).toBe(true)
    await screen.page.waitForLoadState('domcontentloaded')
    // A page that draws too early would do so within this time.
    await new Promise((drawn) => setTimeout(drawn, 500))
    expect(await screen.lines()).toEqual(['Finalizar compra'])
    expect(await screen.page.locator('main [data-skeletons]').count()).toBe(1)
  })

  it('is shown alone when its cart is gone', async () => {
    const alone = async (given: Given, way: Partial<Owner>) => {
      const screen = await open(given, [cartOf([]), ...paymentAnswers(under(way))])
      return screen.lines()
    }

    expect(await alone({}, card)).toEqual([
      'Finalizar compra',
      'Seu pagamento em andamento',
      'R$ 77,70',
      'O pagamento continua aberto na página do cartão.',
      'Voltar à página do cartão',
      'Aguardando o pagamento.',
      'Já paguei',
    ])

    expect(await alone(english, card)).toEqual([
      'Checkout',
      'Your payment in progress',
      'R$77.70',
      'The payment is still open on the card page.',
      'Back to the card page',
      'Waiting for payment.',
      "I've paid",
    ])

    const screen = await open({}, [cartOf([]), ...paymentAnswers(under({ crypto: cryptoOf }))])
    await screen.holdClock(now)
    await expect.poll(() => screen.lines()).toContain('1:01:05')

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Finalizar compra',
        'Seu pagamento em andamento',
        'Envie somente LTC e somente pela rede Litecoin. Por outra rede o valor se perde.',
        'Endereço',
        'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
        'Copiar',
        'Valor exato a enviar',
        '253.98001700',
        'Copiar',
        'Memo / tag (obrigatório)',
        '77881',
        'Copiar',
        'LTC · ≈ US$ 253,98 · R$ 77,70 · taxa US$ 1,25',
        'Envie em uma única transação. Se o valor for outro, conferimos à mão e a entrega demora mais.',
        'Pague até 03/02/2026, 15:21',
        'Na sua carteira, escolha enviar pela rede Litecoin.',
        'Cole o endereço e o valor exato: é o valor que identifica o seu pedido.',
        'Deixe esta página aberta ou volte depois: o pagamento continua sendo acompanhado.',
        'Aguardando o pagamento.',
        '1:01:05',
        'Já enviei',
      ])
  })
})
