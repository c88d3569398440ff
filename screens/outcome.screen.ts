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
        'Pedir ajuda com este pedido',
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
        'Ver pedidos',
        'Continuar comprando',
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

  it('says one key, and where the mail brings it too, in both languages', async () => {
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
      'Order ORD-000017. We have sent a copy to bia@exemplo.test too.',
      'Bought on the site',
      'Here is your key',
      'Tinta Azul',
      'Your key is being prepared. It shows here and arrives by email as soon as it is ready.',
    ])
  })

  it('promises no key and no date where all of it is suspended, in both languages [S086]', async () => {
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
        'Falar com o suporte',
        'Criar conta',
      ])

    const english = await success(dollars, { language: 'en-US', width: 360 })

    await expect
      .poll(() => english.lines())
      .toEqual([
        'Thank you, Bia Prado. Payment confirmed.',
        'Log in to see the keys of this order.',
        'Bought on Discord',
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
        'Talk to support',
        'Create account',
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

  it('says what still waits, with the words of the shop, and what was paid back', async () => {
    const waits: Status = { ...stranger, status: 'pending', message: 'Faltam R$ 5,00.' }
    const back: Status = { ...stranger, status: 'refunded' }

    expect((await (await success(waits)).lines()).slice(0, 5)).toEqual([
      'Aguardando o pagamento',
      'Assim que o pagamento for confirmado, a chave aparece nesta página.',
      'Compra pelo site',
      'Faltam R$ 5,00.',
      'Resumo',
    ])

    expect((await (await success(waits, { language: 'en-US' })).lines()).slice(0, 5)).toEqual([
      'Waiting for the payment',
      'As soon as the payment is confirmed, the key shows on this page.',
      'Bought on the site',
      'Faltam R$ 5,00.',
      'Summary',
    ])

    expect((await (await success(back)).lines()).slice(0, 4)).toEqual([
      'Pagamento devolvido',
      'O valor deste pagamento voltou para você pelo mesmo meio em que foi pago.',
      'Compra pelo site',
      'Resumo',
    ])

    expect((await (await success(back, { language: 'en-US' })).lines()).slice(0, 4)).toEqual([
      'Payment returned',
      'The money of this payment went back to you the way it came.',
      'Bought on the site',
      'Summary',
    ])
  })

  it('requests the status by the card’s session id, without the part after the colons [S088, S089]', async () => {
    const replies = [on(api.payments.status, ownStatus)]
    const screen = await show('/success?session_id=cs_77::1', { ...client, replies })
    expect(
      screen.calls.filter(({ path }) => path.includes('status')).map(({ path }) => path),
    ).toEqual(['/api/payment/stripe/status/cs_77'])
  })

  it('says that the id is missing or the details could not be loaded, and waits [S283]', async () => {
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
      .toEqual(['Your payment', 'The payment details could not be loaded.', 'Try again'])

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

  it('says why in the shop’s own message, what it was about, and how to go on [S092, S093]', async () => {
    const screen = await failure(failed('expired', 'O prazo do pagamento terminou.'))

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'O pagamento não foi concluído',
        'Seu carrinho continua guardado. Você pode tentar de novo ou escolher outra forma de pagamento.',
        'Já pagou? Fique nesta página: assim que o valor chegar, ela mostra a sua chave.',
        'Compra pelo site',
        'O prazo do pagamento terminou.',
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
        'Tentar novamente',
        'Voltar aos produtos',
        'Ver pedidos',
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
        'Your cart is kept. You can try again or choose another payment method.',
        'Have you paid already? Stay on this page: as soon as the money comes, it shows your key.',
        'Bought on the site',
        'The card was declined.',
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
        'Try again',
        'Back to the shop',
        'View orders',
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
      'Your cart is kept. You can try again or choose another payment method.',
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
      'Falar com o suporte',
      'Voltar aos produtos',
    ])

    expect((await (await failure(held, { language: 'en-US' })).lines()).slice(0, 5)).toEqual([
      'Your payment is with our team',
      'Do not pay again: the money came and nothing was delivered. The team decides what happens with it.',
      'Bought on the site',
      'Recebemos R$ 1.234,56 e estamos vendo.',
      'Summary',
    ])
  })

  it('sends a buyer from the chat to the team [S093]', async () => {
    const answer = { ...failed('expired', 'Terminou.'), payment: payment({ origin: 'discord' }) }
    expect(await (await failure(answer)).lines()).toEqual([
      'O pagamento não foi concluído',
      'Seu carrinho continua guardado. Você pode tentar de novo ou escolher outra forma de pagamento.',
      'Já pagou? Fique nesta página: assim que o valor chegar, ela mostra a sua chave.',
      'Compra pelo Discord',
      'Terminou.',
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
      'Falar com o suporte',
      'Criar conta',
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
