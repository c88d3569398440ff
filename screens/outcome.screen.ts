import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Answer } from './answers.ts'
import { publicSettings } from './every-page.ts'
import { client, ownStatus, stranger, units, withUnits, type Status } from './outcome-samples.ts'
import { show, type Given } from './show.ts'

const success = (answer: Status, given: Given = {}) =>
  show('/success?payment_id=pay-1', {
    ...client,
    ...given,
    replies: [on(api.payments.status, answer), ...(given.replies ?? [])],
  })

const failure = (answer: Status, given: Given = {}) =>
  show('/failed?payment_id=pay-1&reason=Compre%20em%20outro.test', {
    ...client,
    ...given,
    replies: [on(api.payments.status, answer)],
  })

const payment = (part: Partial<Status['payment']>) => ({ ...stranger.payment, ...part })

/** Settings of a shop that sends keys by mail. */
const byMail = (): Answer => publicSettings({}, { keysByMail: true })

describe('the page of a paid order', () => {
  it('shows its owner each key with its state, and what it cost [S086, S090]', async () => {
    const screen = await success(ownStatus)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Obrigado, Bia Prado. Pagamento confirmado.',
        'Pedido ORD-000017. O recibo vai para bia@exemplo.test.',
        'Compra pelo site',
        'Aqui estão as suas chaves',
        'Copiar todas',
        'Baixar como texto',
        'Pincel Pro',
        'AAAA-BBBB-1111',
        'Copiar',
        'Válida até 5 de mar. de 2027',
        'Pincel Solto',
        'CCCC-DDDD-2222',
        'Copiar',
        'Pincel Velho',
        'EEEE-FFFF-3333',
        'Copiar',
        'Expirou em 1 de fev. de 2026',
        'Lápis Mini',
        'Esta licença está suspensa. Fale com o suporte.',
        'Tinta Azul',
        'Preparando a sua chave. Ela aparece aqui e na sua conta assim que estiver pronta.',
        'Algo deu errado?',
        'Se uma chave não funciona ou não é o que você esperava, fale com a gente sobre o pedido ORD-000017.',
        'Ver pedidos',
        'Baixar recibo',
        'Pedir ajuda com este pedido',
        'Continuar comprando',
        'Resumo',
        'Pincel Pro 3 × R$ 416,70',
        'R$ 1.250,10',
        'Lápis Mini 2 × R$ 9,90',
        'R$ 19,80',
        'Subtotal',
        'R$ 1.269,90',
        'Desconto (VERAO)',
        '− R$ 35,34',
        'Total',
        'R$ 1.234,56',
      ])

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Subtotal', 'R$ 1.269,90'],
        ['Desconto (VERAO)', '− R$ 35,34'],
        ['Total', 'R$ 1.234,56'],
      ])

    await expect.poll(() => screen.page.title()).toEqual('Pagamento confirmado · Chaveiro')
    expect(
      screen.calls.filter(({ path }) => path.includes('status')).map(({ path }) => path),
    ).toEqual(['/api/payment/efybank/status/pay-1'])

    await expect
      .poll(() => screen.unread(ownStatus))
      .toEqual([
        'status',
        'payment.paymentId',
        'payment.cartId',
        'payment.currency',
        'payment.paymentMethod',
        'payment.createdAt',
        'payment.expiresAt',
        'owner.orderId',
        'owner.units[].status',
      ])

    screen.expectAnswered()
  })

  it('announces a single key, and the mail that also contains it, in both languages', async () => {
    const replies = [byMail()]
    const one = withUnits([units[4]!])

    expect((await (await success(one, { replies })).lines()).slice(0, 6)).toEqual([
      'Obrigado, Bia Prado. Pagamento confirmado.',
      'Pedido ORD-000017. Enviamos também uma cópia para bia@exemplo.test.',
      'Compra pelo site',
      'Aqui está a sua chave',
      'Tinta Azul',
      'Preparando a sua chave. Ela aparece aqui e chega por e-mail assim que estiver pronta.',
    ])

    expect(
      (await (await success(one, { replies, language: 'en-US' })).lines()).slice(0, 6),
    ).toEqual([
      'Thank you, Bia Prado. Payment confirmed.',
      "Order ORD-000017. We've sent a copy to bia@exemplo.test too.",
      'Bought on the site',
      'Here is your key',
      'Tinta Azul',
      "We're preparing your key. It appears here and arrives by email as soon as it's ready.",
    ])
  })

  it('promises no key and no date if all units are suspended, in both languages [S086]', async () => {
    const takenUnit = { ...units[3]!, expirationDate: '2027-03-05T12:00:00.000Z' }

    expect((await (await success(withUnits([takenUnit]))).lines()).slice(3, 6)).toEqual([
      'A sua licença',
      'Lápis Mini',
      'Esta licença está suspensa. Fale com o suporte.',
    ])

    expect(
      (
        await (await success(withUnits([takenUnit, takenUnit]), { language: 'en-US' })).lines()
      ).slice(3, 7),
    ).toEqual([
      'Your licences',
      'Lápis Mini',
      'This licence is suspended. Talk to support.',
      'This licence is suspended. Talk to support.',
    ])
  })

  it('shows a stranger no key and no order, in the currency of the payment [S091]', async () => {
    const dollars: Status = {
      ...stranger,
      payment: payment({
        currency: 'USD',
        origin: 'discord',
        discount: { applied: true, cupomCode: null, amount: 35.34 },
      }),
    }

    const screen = await success(dollars)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Obrigado, Bia Prado. Pagamento confirmado.',
        'Entre na sua conta para ver as chaves deste pedido.',
        'Compra pelo Discord',
        'Falar com o suporte',
        'Criar conta',
        'Resumo',
        'Pincel Pro 3 × US$ 416,70',
        'US$ 1.250,10',
        'Lápis Mini 2 × US$ 9,90',
        'US$ 19,80',
        'Subtotal',
        'US$ 1.269,90',
        'Desconto',
        '− US$ 35,34',
        'Total',
        'US$ 1.234,56',
      ])

    const english = await success(dollars, { language: 'en-US', width: 360 })

    await expect
      .poll(() => english.lines())
      .toEqual([
        'Thank you, Bia Prado. Payment confirmed.',
        'Log in to see the keys in this order.',
        'Bought on Discord',
        'Talk to support',
        'Create account',
        'Summary',
        'Pincel Pro 3 × $416.70',
        '$1,250.10',
        'Lápis Mini 2 × $9.90',
        '$19.80',
        'Subtotal',
        '$1,269.90',
        'Discount',
        '− $35.34',
        'Total',
        '$1,234.56',
      ])
  })

  it('leaves the discount out where there is none [S090]', async () => {
    const discount = { applied: false, cupomCode: null, amount: 0 }
    const screen = await success({ ...stranger, payment: payment({ discount }) })

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Subtotal', 'R$ 1.269,90'],
        ['Total', 'R$ 1.234,56'],
      ])
  })

  it('says that a payment is pending, with the shop’s message, or that it was refunded', async () => {
    const waits: Status = { ...stranger, status: 'pending', message: 'Faltam R$ 5,00.' }
    const back: Status = { ...stranger, status: 'refunded' }

    expect((await (await success(waits)).lines()).slice(0, 5)).toEqual([
      'Aguardando o pagamento',
      'Sua chave aparece aqui assim que o pagamento cair.',
      'Compra pelo site',
      'Faltam R$ 5,00.',
      'Ver pedidos',
    ])

    expect((await (await success(waits, { language: 'en-US' })).lines()).slice(0, 5)).toEqual([
      'Waiting for payment',
      'Your key appears here the moment we get it.',
      'Bought on the site',
      'Faltam R$ 5,00.',
      'View orders',
    ])

    expect((await (await success(back)).lines()).slice(0, 4)).toEqual([
      'Pagamento devolvido',
      'O valor deste pagamento voltou para você pelo mesmo meio em que foi pago.',
      'Compra pelo site',
      'Ver pedidos',
    ])

    expect((await (await success(back, { language: 'en-US' })).lines()).slice(0, 4)).toEqual([
      'Payment refunded',
      'Your money went back to you the same way you paid.',
      'Bought on the site',
      'View orders',
    ])
  })

  it('requests the status by the card’s session id, without the part after the colons [S088, S089]', async () => {
    const replies = [on(api.payments.status, ownStatus)]
    const screen = await show('/success?session_id=cs_77::1', { ...client, replies })
    expect(
      screen.calls.filter(({ path }) => path.includes('status')).map(({ path }) => path),
    ).toEqual(['/api/payment/stripe/status/cs_77'])
  })

  it('has texts for a missing id, a failed load and loading [S283]', async () => {
    const missing = await show('/success', client)
    await expect
      .poll(() => missing.lines())
      .toEqual(['Seu pagamento', 'ID do pagamento não encontrado.', 'Voltar aos produtos'])
    const replies = [refused(api.payments.status, 'A conta não bate.', 400)]
    const broken = await show('/success?payment_id=pay-1', { ...client, replies })

    await expect
      .poll(() => broken.lines())
      .toEqual([
        'Seu pagamento',
        'Os detalhes do pagamento não puderam ser carregados.',
        'Tentar novamente',
      ])

    const english = await show('/failed?payment_id=pay-1', {
      ...client,
      replies,
      language: 'en-US',
    })

    await expect
      .poll(() => english.lines())
      .toEqual(['Your payment', "We couldn't load the payment details.", 'Try again'])

    expect(await (await show('/failed', { ...client, language: 'en-US' })).lines()).toEqual([
      'Your payment',
      'Payment id not found.',
      'Back to the shop',
    ])

    const waiting = await show('/failed?payment_id=pay-1', {
      ...client,
      replies: [pending(api.payments.status)],
    })

    await expect.poll(() => waiting.lines()).toEqual(['Seu pagamento'])
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
  })
})

describe('the page of an unpaid order', () => {
  const failed = (reason: Status['payment']['reason'], message?: string): Status => ({
    ...stranger,
    status: 'failed',
    ...(message === undefined ? {} : { message }),
    payment: payment({ reason }),
  })

  it('shows the shop’s reason, the order, and links onward [S092, S093]', async () => {
    const screen = await failure(failed('expired', 'O prazo do pagamento terminou.'))

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'O pagamento não foi concluído',
        'Seu carrinho continua guardado. Você pode tentar de novo ou escolher outra forma de pagamento.',
        'Já pagou? Fique nesta página: assim que o valor chegar, ela mostra a sua chave.',
        'Compra pelo site',
        'O prazo do pagamento terminou.',
        'Tentar novamente',
        'Voltar aos produtos',
        'Ver pedidos',
        'Resumo',
        'Pincel Pro 3 × R$ 416,70',
        'R$ 1.250,10',
        'Lápis Mini 2 × R$ 9,90',
        'R$ 19,80',
        'Subtotal',
        'R$ 1.269,90',
        'Desconto (VERAO)',
        '− R$ 35,34',
        'Total',
        'R$ 1.234,56',
      ])

    await expect.poll(() => screen.page.title()).toEqual('Pagamento não concluído · Chaveiro')
    screen.expectAnswered()
    const english = await failure(failed('declined', 'The card was declined.'), {
      language: 'en-US',
    })

    await expect
      .poll(() => english.lines())
      .toEqual([
        'The payment was not completed',
        'Your cart is saved. You can try again or choose another payment method.',
        'Already paid? Stay on this page: your key appears as soon as the money arrives.',
        'Bought on the site',
        'The card was declined.',
        'Try again',
        'Back to the shop',
        'View orders',
        'Summary',
        'Pincel Pro 3 × R$416.70',
        'R$1,250.10',
        'Lápis Mini 2 × R$9.90',
        'R$19.80',
        'Subtotal',
        'R$1,269.90',
        'Discount (VERAO)',
        '− R$35.34',
        'Total',
        'R$1,234.56',
      ])

    await expect.poll(() => english.page.title()).toEqual('Payment not completed · Chaveiro')
  })

  it('accepts only known reasons from the URL, and asks no refused buyer to wait [decision Q123]', async () => {
    const answer = failed('refused')

    expect((await (await failure(answer)).lines()).slice(0, 4)).toEqual([
      'O pagamento não foi concluído',
      'Seu carrinho continua guardado. Você pode tentar de novo ou escolher outra forma de pagamento.',
      'Compra pelo site',
      'Pagamento falhou',
    ])

    const ownReason = 'O pagamento foi recusado. Nada foi cobrado.'

    const knownScreen = await show(
      `/failed?payment_id=pay-1&reason=${encodeURIComponent(ownReason)}`,
      {
        ...client,
        replies: [on(api.payments.status, answer)],
      },
    )

    await expect
      .poll(async () => (await knownScreen.lines()).slice(0, 4))
      .toEqual([
        'O pagamento não foi concluído',
        'Seu carrinho continua guardado. Você pode tentar de novo ou escolher outra forma de pagamento.',
        'Compra pelo site',
        'O pagamento foi recusado. Nada foi cobrado.',
      ])

    expect((await (await failure(answer, { language: 'en-US' })).lines()).slice(0, 4)).toEqual([
      'The payment was not completed',
      'Your cart is saved. You can try again or choose another payment method.',
      'Bought on the site',
      'Payment failed',
    ])
  })

  it('no longer mentions money that may arrive once its time is over', async () => {
    const screen = await failure(failed('cancelled', 'O pagamento foi cancelado.'), {
      now: '2026-02-05T18:06:00.000Z',
    })

    await expect
      .poll(async () => (await screen.lines()).slice(0, 4))
      .toEqual([
        'O pagamento não foi concluído',
        'Seu carrinho continua guardado. Você pode tentar de novo ou escolher outra forma de pagamento.',
        'Compra pelo site',
        'O pagamento foi cancelado.',
      ])
  })

  it('says that money arrived and waits, and that the buyer must not pay again [decision Q114]', async () => {
    const held: Status = {
      ...failed('cancelled', 'Recebemos R$ 1.234,56 e estamos vendo.'),
      payment: payment({ reason: 'cancelled', held: true, received: 1234.56 }),
    }

    expect(await (await failure(held)).lines()).toEqual([
      'Seu pagamento está com a nossa equipe',
      'Não pague de novo: o valor chegou e nada foi entregue. A equipe decide o que acontece com ele.',
      'Compra pelo site',
      'Recebemos R$ 1.234,56 e estamos vendo.',
      'Falar com o suporte',
      'Voltar aos produtos',
      'Resumo',
      'Pincel Pro 3 × R$ 416,70',
      'R$ 1.250,10',
      'Lápis Mini 2 × R$ 9,90',
      'R$ 19,80',
      'Subtotal',
      'R$ 1.269,90',
      'Desconto (VERAO)',
      '− R$ 35,34',
      'Total',
      'R$ 1.234,56',
    ])

    expect((await (await failure(held, { language: 'en-US' })).lines()).slice(0, 5)).toEqual([
      'Your payment is with our team',
      "Don't pay again: the money arrived and nothing was delivered. Our team decides what happens next.",
      'Bought on the site',
      'Recebemos R$ 1.234,56 e estamos vendo.',
      'Talk to support',
    ])
  })

  it('shows a buyer from Discord links to support and registration [S093]', async () => {
    const answer = { ...failed('expired', 'Terminou.'), payment: payment({ origin: 'discord' }) }
    expect(await (await failure(answer)).lines()).toEqual([
      'O pagamento não foi concluído',
      'Seu carrinho continua guardado. Você pode tentar de novo ou escolher outra forma de pagamento.',
      'Já pagou? Fique nesta página: assim que o valor chegar, ela mostra a sua chave.',
      'Compra pelo Discord',
      'Terminou.',
      'Falar com o suporte',
      'Criar conta',
      'Resumo',
      'Pincel Pro 3 × R$ 416,70',
      'R$ 1.250,10',
      'Lápis Mini 2 × R$ 9,90',
      'R$ 19,80',
      'Subtotal',
      'R$ 1.269,90',
      'Desconto (VERAO)',
      '− R$ 35,34',
      'Total',
      'R$ 1.234,56',
    ])
  })

  it('leads from a replaced payment to its successor, and from a paid one to its keys', async () => {
    const replaced: Status = {
      ...ownStatus,
      ...failed('replaced', 'Substituído.'),
      owner: { ...ownStatus.owner!, units: [], replacedBy: 'pay-2' },
    }

    const screen = await show('/failed?payment_id=pay-1', {
      ...client,
      replies: [
        {
          ...on(api.payments.status, ownStatus),
          route: { ...api.payments.status, path: '/api/payment/efybank/status/pay-2' },
        },
        on(api.payments.status, replaced),
      ],
    })

    await screen.page.getByText('AAAA-BBBB-1111').waitFor()
    expect(new URL(screen.page.url()).search).toEqual('?payment_id=pay-2')
    const paid = await failure(ownStatus)
    await paid.page.getByText('AAAA-BBBB-1111').waitFor()
    expect(new URL(paid.page.url()).pathname).toEqual('/success')
  })
})
