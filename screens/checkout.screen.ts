import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused } from './answers.ts'
import {
  items,
  cartOf,
  priced,
  withCoupon,
  english,
  token,
  sent,
  open,
  choose,
  accept,
  pay,
} from './checkout-samples.ts'
import { publicSettings } from './every-page.ts'
import { ids } from './samples.ts'
import type { Given } from './show.ts'

const changed =
  '/api/product/cart/00000000-0000-4000-8000-00000000000a/update/11111111-0000-4000-8000-000000000001'

const offSale = (one: (typeof items)[number]) => ({
  ...one,
  product: { ...one.product, onSale: false },
})

const removed =
  '/api/product/cart/00000000-0000-4000-8000-00000000000a/remove/11111111-0000-4000-8000-000000000002'

describe('the order at the checkout', () => {
  it('shows lines, sums, payment methods, terms and the amount to pay [S078, S079, S170]', async () => {
    const screen = await open()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Finalizar compra',
        'As chaves aparecem aqui e ficam salvas em bia@exemplo.test',
        'Forma de pagamento',
        'PIX',
        'Código na hora, confirmação em segundos.',
        'CPF',
        'O banco pede o CPF de quem paga. Ele é guardado cifrado e só serve para este pagamento.',
        'Lembrar meu CPF para a próxima compra',
        'Cartão de crédito',
        'Você paga no ambiente seguro da Stripe e volta para cá.',
        'Visa',
        'Mastercard',
        'Cripto',
        'USDT, BTC, ETH ou LTC, com o valor exato na tela.',
        'Resumo do pedido',
        'Pincel Pro',
        '3 × R$ 416,70',
        'R$ 1.250,10',
        '3',
        'Lápis Mini',
        '2 × R$ 9,90',
        'R$ 19,80',
        '2',
        'Cupom de desconto',
        'Aplicar',
        'Subtotal',
        'R$ 1.270,02',
        'Total',
        'R$ 1.269,90',
        'Pagar R$ 1.269,90 com PIX',
        'Li e aceito os termos e condições.',
        'Você deve aceitar os termos e condições para prosseguir.',
      ])

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Subtotal', 'R$ 1.270,02'],
        ['Total', 'R$ 1.269,90'],
      ])

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['PIX | Código na hora, confirmação em segundos.', true],
        ['CPF', ''],
        ['Lembrar meu CPF para a próxima compra', false],
        [
          'Cartão de crédito | Você paga no ambiente seguro da Stripe e volta para cá. | Visa | Mastercard',
          false,
        ],
        ['Cripto | USDT, BTC, ETH ou LTC, com o valor exato na tela.', false],
        ['Cupom de desconto', ''],
        ['Li e aceito os termos e condições.', false],
      ])

    expect(await pay(screen).isDisabled()).toBe(true)
    await accept(screen)
    expect(await pay(screen).isDisabled()).toBe(false)
    expect(
      screen.calls.filter(({ path }) => path.endsWith('validate')).map(({ body }) => body),
    ).toEqual([{ cartId: '11111111-0000-4000-8000-000000000090' }])
    screen.expectAnswered()
  })

  it('shows the total at the top of a phone, with a link to the summary [P314]', async () => {
    const screen = await open({ language: 'en-US', width: 360 })
    await expect
      .poll(async () => (await screen.lines()).slice(0, 2))
      .toEqual(['Checkout', '5 items · R$1,269.90'])
    await screen.press('5 items · R$1,269.90')
    const reached = () => screen.page.evaluate(() => document.activeElement?.textContent ?? '')
    await expect.poll(reached).toMatch(/^Order summary/)
  })

  it('names each payment method, and the amount on the method’s button [S079]', async () => {
    const words = async (given: Given, methods: string[]) => {
      const screen = await open(given)
      const said: string[][] = []

      for (const method of methods) {
        await choose(screen, method)
        await expect.poll(() => screen.lines(pay(screen))).not.toEqual(said.at(-1)?.slice(-1))
        const row = screen.page.getByRole('main').locator('fieldset label:has(:checked)').first()
        said.push([...(await screen.lines(row)), ...(await screen.lines(pay(screen)))])
      }

      return said
    }

    expect(await words({}, ['Cartão de crédito', 'PIX', 'Cripto'])).toEqual([
      [
        'Cartão de crédito',
        'Você paga no ambiente seguro da Stripe e volta para cá.',
        'Visa',
        'Mastercard',
        'Pagar R$ 1.269,90 com cartão',
      ],
      ['PIX', 'Código na hora, confirmação em segundos.', 'Pagar R$ 1.269,90 com PIX'],
      [
        'Cripto',
        'USDT, BTC, ETH ou LTC, com o valor exato na tela.',
        'Pagar R$ 1.269,90 com cripto',
      ],
    ])

    expect(await words(english, ['Credit card', 'PIX', 'Crypto'])).toEqual([
      [
        'Credit card',
        "You'll pay on Stripe's secure page and come right back.",
        'Visa',
        'Mastercard',
        'Pay R$1,269.90 by card',
      ],
      ['PIX', 'Instant code, confirmed in seconds.', 'Pay R$1,269.90 with PIX'],
      [
        'Crypto',
        'USDT, BTC, ETH or LTC, with the exact amount on screen.',
        'Pay R$1,269.90 with crypto',
      ],
    ])
  })

  it('a click on pay focuses the unaccepted terms and sends nothing; after acceptance it pays [S170, S171, Q68]', async () => {
    for (const [given, hint] of [
      [{}, 'Você deve aceitar os termos e condições para prosseguir.'],
      [{ ...english, width: 360 }, 'You must accept the terms and conditions to proceed.'],
    ] satisfies [Given, string][]) {
      const screen = await open(given)
      await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
      const box = screen.page.getByRole('checkbox').last()
      const words = screen.page.getByText(hint)
      expect(await pay(screen).getAttribute('aria-describedby')).toBe(
        await words.getAttribute('id'),
      )
      expect(await pay(screen).evaluate((button) => getComputedStyle(button).opacity)).toBe('1')
      await pay(screen).click({ force: true })
      await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true)
      expect(await box.getAttribute('aria-invalid')).toBe('true')
      expect(sent(screen)).toEqual([])
      await accept(screen)
      await expect.poll(() => words.count()).toBe(0)
      expect(await pay(screen).isEnabled()).toBe(true)
    }
  })

  it('marks the selected method with a border of two pixels, without a layout shift', async () => {
    const screen = await open()
    const rows = screen.page
      .getByRole('group', { name: 'Forma de pagamento' })
      .locator('> div > div')

    const edges = () =>
      rows.evaluateAll((all) =>
        all.map((row) => {
          const { borderTopWidth, outlineWidth, outlineStyle } = getComputedStyle(row)
          return (
            parseFloat(borderTopWidth) + (outlineStyle === 'none' ? 0 : parseFloat(outlineWidth))
          )
        }),
      )

    expect(await edges()).toEqual([2, 1, 1])
    const widths = () =>
      rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().width))
    const before = await widths()
    await choose(screen, 'Cartão de crédito')
    await expect.poll(edges).toEqual([1, 2, 1])
    expect(await widths()).toEqual(before)
  })

  it('takes dollars by card, and what the shop does not take not at all [S169]', async () => {
    const dollars = items.map((one) => ({
      ...one,
      product: { ...one.product, currency: 'USD' as const },
    }))

    const replies = [cartOf(dollars), priced({ currency: 'USD' })]
    const screen = await open({}, replies)

    await expect
      .poll(() => screen.lines(screen.page.getByRole('group').filter({ hasText: 'PIX' })))
      .toEqual([
        'Forma de pagamento',
        'PIX',
        'Só em reais',
        'Cartão de crédito',
        'Você paga no ambiente seguro da Stripe e volta para cá.',
        'Visa',
        'Mastercard',
        'Cripto',
        'USDT, BTC, ETH ou LTC, com o valor exato na tela.',
      ])

    await expect.poll(() => screen.lines(pay(screen))).toEqual(['Pagar US$ 1.269,90 com cartão'])

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Subtotal', 'US$ 1.270,02'],
        ['Total', 'US$ 1.269,90'],
      ])

    const other = await open(english, replies)

    await expect
      .poll(() => other.lines(other.page.getByRole('group').filter({ hasText: 'PIX' })))
      .toEqual([
        'Payment method',
        'PIX',
        'BRL only',
        'Credit card',
        "You'll pay on Stripe's secure page and come right back.",
        'Visa',
        'Mastercard',
        'Crypto',
        'USDT, BTC, ETH or LTC, with the exact amount on screen.',
      ])

    const methods = { pix: false, card: false, crypto: true }
    const few = await open({}, [publicSettings({}, { methods })])
    const methodsOf = few.page.getByRole('radio', { name: /^(PIX|Cartão|Cripto)/ })
    const radios = await methodsOf.all()
    await expect
      .poll(() => Promise.all(radios.map((one) => one.isDisabled())))
      .toEqual([true, true, false])
  })

  it('offers methods in test mode only to staff, with a notice, in both languages [P424]', async () => {
    const methods = { pix: false, card: false, crypto: false }
    const replies = [publicSettings({}, { methods, testMethods: ['pix'] })]

    const radiosOf = async (given: Given) => {
      const screen = await open(given, replies)
      const radios = screen.page.getByRole('radio', { name: /^(PIX|Cart|Crip|Cred|Cryp)/ })
      await expect.poll(() => radios.count()).toBe(3)
      const off = await Promise.all((await radios.all()).map((one) => one.isDisabled()))

      return { off, text: (await screen.lines(screen.page.getByRole('main'))).join(' ') }
    }

    const buyer = await radiosOf({})
    expect(buyer.off).toEqual([true, true, true])
    expect(buyer.text).not.toContain('Em teste')
    const owner = await radiosOf({ as: { role: 'admin' } })
    expect(owner.off).toEqual([false, true, true])
    expect(owner.text).toContain(
      'Em teste: só a equipe vê esta forma de pagamento. Nenhum dinheiro de verdade é cobrado, e a compra fica fora dos números da loja.',
    )
    expect((await radiosOf({ ...english, as: { role: 'developer' } })).text).toContain(
      "In testing: only staff see this method. No real money is charged, and the purchase stays out of the shop's figures.",
    )
  })

  it('shows each product in one row, with its quantity beneath it on a phone', async () => {
    for (const [width, isOneRow] of [
      [1280, true],
      [390, false],
    ] as const) {
      const screen = await open({ width })
      const summary = screen.page.getByRole('region', { name: 'Resumo do pedido' })
      const row = summary.getByRole('listitem').first()
      const quantity = (await row.getByRole('group').boundingBox())!
      const price = (await row.getByText('R$ 1.250,10').boundingBox())!
      expect(quantity.y < price.y + price.height, `${width}`).toBe(isOneRow)
    }
  })

  it('names the quantities above the limit, and starts no payment', async () => {
    const replies = [cartOf([{ ...items[0]!, max: 2 }, offSale({ ...items[1]!, max: 0 })])]
    const screen = await open({}, replies)
    await accept(screen)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Finalizar compra',
        'As chaves aparecem aqui e ficam salvas em bia@exemplo.test',
        'Forma de pagamento',
        'PIX',
        'Código na hora, confirmação em segundos.',
        'CPF',
        'O banco pede o CPF de quem paga. Ele é guardado cifrado e só serve para este pagamento.',
        'Lembrar meu CPF para a próxima compra',
        'Cartão de crédito',
        'Você paga no ambiente seguro da Stripe e volta para cá.',
        'Visa',
        'Mastercard',
        'Cripto',
        'USDT, BTC, ETH ou LTC, com o valor exato na tela.',
        'Resumo do pedido',
        'Pincel Pro',
        '3 × R$ 416,70',
        'R$ 1.250,10',
        '3',
        'Só restam 2.',
        'Lápis Mini',
        '2 × R$ 9,90',
        'R$ 19,80',
        '2',
        'Não está mais à venda.',
        'Tirar do carrinho',
        'Cupom de desconto',
        'Aplicar',
        'Subtotal',
        'R$ 1.270,02',
        'Total',
        'R$ 1.269,90',
        'Lápis Mini não está mais à venda. Tire do carrinho para continuar.',
        'Tirar do carrinho',
        'Pagar R$ 1.269,90 com PIX',
        'Li e aceito os termos e condições.',
      ])

    expect(await pay(screen).isDisabled()).toBe(true)
    const rest = [{ ...items[0]!, max: 2 }]

    screen.replies.unshift(
      on(api.cart.remove, {
        success: true,
        cart: { ...ids(90), items: rest, currency: 'BRL', total: 1250.1 },
        ...ids(90),
        items: rest,
      }),
      cartOf(rest),
    )

    const notice = screen.page.getByRole('alert').filter({ hasText: 'Tire do carrinho' })
    await screen.press('Tirar do carrinho', notice)
    const quantityNotice = screen.page.getByText('Ajuste as quantidades marcadas para continuar.')
    await quantityNotice.waitFor()
    expect(await screen.lines()).not.toContain('Lápis Mini')
    expect(
      screen.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path),
    ).toEqual([removed])
    const both = cartOf([{ ...items[0]!, max: 0 }, offSale({ ...items[1]!, max: 0 })])
    const other = await open(english, [both])

    await expect
      .poll(() => other.lines(other.page.getByRole('alert')))
      .toEqual([
        'Lápis Mini is no longer for sale. Remove it from the cart to continue.',
        'Pincel Pro has just sold out. Remove it from the cart to continue.',
        'Remove from cart',
      ])

    await other.press('Remove from cart', other.page.getByRole('alert'))
    const gone = () => other.calls.filter(({ method }) => method === 'DELETE')
    await expect.poll(() => gone().map(({ path }) => path.at(-1))).toEqual(['1', '2'])
  })

  it('disables the pay button, and requests no price, until the shop has saved the changed cart [P114]', async () => {
    const screen = await open()
    await accept(screen)
    expect(await pay(screen).isEnabled()).toBe(true)
    screen.replies.unshift(pending(api.cart.update))
    await screen.press('Aumentar Pincel Pro')
    await expect.poll(() => pay(screen).isEnabled()).toBe(false)
    await expect.poll(() => screen.sent('PATCH', changed)).toEqual([{ quantity: 4 }])
    expect(screen.sent('POST', '/api/product/cart/validate')).toHaveLength(1)
  })

  it('says that the price changed, and shows the new price, in both languages [P375]', async () => {
    const words = async (given: Given, text: string) => {
      const screen = await open(given)
      await accept(screen)
      await screen.page.getByLabel('CPF', { exact: true }).fill('529.982.247-25')

      screen.replies.unshift(
        refused(api.payments.startPix, text, 409, 'payment.total_changed'),
        cartOf([{ ...items[0]!, product: { ...items[0]!.product, price: 400 } }, items[1]!]),
        priced({ subtotal: 1219.8, finalTotal: 1219.8 }),
      )

      await pay(screen).click()
      await screen.page.getByRole('alert').first().waitFor()
      await expect.poll(() => pay(screen).innerText()).toMatch(/1[.,]219[.,]80/)
      expect(await screen.lines(screen.page.getByRole('alert'))).toEqual([text])
      expect(sent(screen)).toHaveLength(1)

      return (await screen.lines()).filter((line) => /400|1[.,]2\d\d/.test(line))
    }

    expect(await words({}, 'O total mudou para R$ 1.219,80.')).toEqual([
      '3 × R$ 400,00',
      'R$ 1.200,00',
      'R$ 1.219,80',
      'R$ 1.219,80',
      'O total mudou para R$ 1.219,80.',
      'Pagar R$ 1.219,80 com PIX',
    ])

    expect(await words(english, 'The total is now R$1,219.80.')).toEqual([
      '3 × R$400.00',
      'R$1,200.00',
      'R$1,219.80',
      'R$1,219.80',
      'The total is now R$1,219.80.',
      'Pay R$1,219.80 with PIX',
    ])
  })

  it('has texts for an empty cart, a failed load and loading [S077]', async () => {
    expect(await (await open({}, [cartOf([])])).lines()).toEqual([
      'Finalizar compra',
      'Seu carrinho está vazio.',
      'Ver produtos',
    ])

    expect(await (await open(english, [cartOf([])])).lines()).toEqual([
      'Checkout',
      'Your cart is empty.',
      'See products',
    ])

    const broken = [refused(api.cart.read, 'A conta não bate.', 400)]

    expect(await (await open({}, broken)).lines()).toEqual([
      'Finalizar compra',
      'O carrinho não pôde ser carregado. Seus itens continuam guardados.',
      'Tentar novamente',
    ])

    expect(await (await open(english, broken)).lines()).toEqual([
      'Checkout',
      "We couldn't load your cart. Your items are safe.",
      'Try again',
    ])

    const waiting = await open({}, [pending(api.payments.pending)])
    await expect.poll(() => waiting.lines()).toEqual(['Finalizar compra'])
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
  })
})

describe('a coupon', () => {
  it('is checked by the shop, and its discount lowers the total [S078, S196]', async () => {
    const screen = await open()
    const box = screen.page.getByLabel('Cupom de desconto')
    await box.fill(' verao ')
    screen.replies.unshift(withCoupon)
    await screen.press('Aplicar')
    await screen.page.getByText('Cupom aplicado').waitFor()

    await expect
      .poll(async () => (await screen.lines()).slice(-7))
      .toEqual([
        'Desconto',
        '− R$ 35,34',
        'Total',
        'R$ 1.234,56',
        'Pagar R$ 1.234,56 com PIX',
        'Li e aceito os termos e condições.',
        'Você deve aceitar os termos e condições para prosseguir.',
      ])

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Subtotal', 'R$ 1.270,02'],
        ['Desconto', '− R$ 35,34'],
        ['Total', 'R$ 1.234,56'],
      ])

    expect(screen.calls.findLast(({ path }) => path.endsWith('validate'))!.body).toEqual({
      cartId: '11111111-0000-4000-8000-000000000090',
      cupomCode: 'VERAO',
    })

    await expect
      .poll(() => screen.lines(screen.page.locator('#coupon-outcome')))
      .toEqual(['Cupom aplicado com sucesso!'])
    screen.replies.unshift(priced())
    await screen.press('Remover o cupom VERAO')
    await box.waitFor()

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Subtotal', 'R$ 1.270,02'],
        ['Total', 'R$ 1.269,90'],
      ])

    expect(screen.calls.findLast(({ path }) => path.endsWith('validate'))!.body).toEqual({
      cartId: '11111111-0000-4000-8000-000000000090',
    })
  })

  it('that is refused says why [S268, Q58]', async () => {
    const refusals = {
      invalid: priced(),
      firstPurchase: refused(
        api.cart.validate,
        'Só na primeira compra.',
        400,
        'coupon.first_purchase',
      ),
      unknown: refused(api.cart.validate, '', 400),
    }

    const apply = async (
      [language, label, button]: ['pt-BR' | 'en-US', string, string],
      words: Record<keyof typeof refusals, string>,
    ) => {
      const screen = await open({ language })
      for (const refusal of ['invalid', 'firstPurchase', 'unknown'] as const) {
        await screen.page.getByLabel(label).fill('NADA')
        screen.replies.unshift(refusals[refusal])
        await screen.press(button)
        // The outcome of the previous coupon stays until the next answer arrives.
        await expect
          .poll(() => screen.lines(screen.page.locator('#coupon-outcome')))
          .toEqual([words[refusal]])
        screen.replies.shift()
      }
    }

    await apply(['pt-BR', 'Cupom de desconto', 'Aplicar'], {
      invalid: 'Cupom inválido ou expirado.',
      firstPurchase: 'Só na primeira compra.',
      unknown: 'Erro ao validar cupom.',
    })

    await apply(['en-US', 'Coupon', 'Apply'], {
      invalid: 'Invalid or expired coupon.',
      firstPurchase: 'Só na primeira compra.',
      unknown: "We couldn't check the coupon.",
    })
  })

  it('that leaves nothing to pay needs no payment method [decision Q59]', async () => {
    const free = priced({ discount: 1270.02, finalTotal: 0 })
    const screen = await open({}, [free])
    await accept(screen)

    screen.replies.unshift(
      on(api.payments.startCard, {
        success: true,
        url: 'https://loja.test/success',
        paymentId: 'pay-3',
        status: 'completed',
      }),
    )

    await screen.press('Pegar grátis')
    await screen.page.waitForURL('**/success?payment_id=pay-3')
    const other = await open(english, [free])
    await other.page.getByRole('button', { name: 'Get it free' }).waitFor()
  })
})

describe('the card', () => {
  it('sends the URL to return to, and says why the payment could not start [S084, S236, S270, S271]', async () => {
    const words = async (given: Given, method: string) => {
      const screen = await open(given)
      await choose(screen, method)
      await accept(screen)
      const said: string[][] = []

      for (const answer of [
        refused(api.payments.startCard, 'O cartão está fora do ar.', 400),
        refused(api.payments.startCard, '', 400),
        on(api.payments.startCard, {
          success: true,
          url: '',
          paymentId: 'pay-3',
          status: 'pending',
        }),
      ]) {
        screen.replies.unshift(answer)
        const before = sent(screen).length
        await pay(screen).click()
        await expect.poll(() => sent(screen).length).toBe(before + 1)
        await screen.page.getByRole('alert').first().waitFor()
        await screen.atRest()
        said.push(await screen.lines(screen.page.getByRole('alert')))
      }

      return { said, first: sent(screen)[0] }
    }

    const { said, first } = await words({}, 'Cartão de crédito')

    expect(said).toEqual([
      ['O cartão está fora do ar.'],
      ['Erro ao iniciar o pagamento.'],
      ['Não foi possível obter a URL de pagamento. Tente novamente.'],
    ])

    expect(first).toEqual([
      '/api/payment/stripe/create-checkout',
      {
        cartId: '11111111-0000-4000-8000-000000000090',
        termsAccepted: true,
        recaptchaToken: token,
        expectedTotal: 1269.9,
        successUrl: expect.stringMatching(
          /^http:\/\/localhost:\d+\/status\?session_id=\{CHECKOUT_SESSION_ID\}$/,
        ),
        cancelUrl: expect.stringMatching(/^http:\/\/localhost:\d+\/checkout$/),
        customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
      },
    ])

    expect((await words(english, 'Credit card')).said).toEqual([
      ['O cartão está fora do ar.'],
      ["We couldn't start the payment."],
      ["We couldn't get the payment page. Please try again."],
    ])
  })
})
