import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'
import { on, refused } from './answers.ts'
import {
  cartOf,
  now,
  english,
  pix,
  crypto,
  under,
  pixOf,
  cryptoOf,
  found,
  token,
  sent,
  open,
  panel,
  type Status,
  type Owner,
} from './checkout-samples.ts'
import type { Given } from './show.ts'

describe('PIX', () => {
  it('asks for the CPF, and shows amount, code and time [S080, S081, S234]', async () => {
    const screen = await open()
    await panel(screen, 'PIX')
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pagar com PIX',
        'O banco pede o CPF de quem paga. Ele é guardado cifrado e só serve para este pagamento.',
        'CPF',
        'Formato 000.000.000-00',
        'Gerar PIX de R$ 1.269,90',
      ])
    await expect
      .poll(() => screen.page.getByLabel('CPF').getAttribute('placeholder'))
      .toEqual('000.000.000-00')
    await screen.page.getByLabel('CPF').fill('52998224725')
    await expect.poll(() => screen.fields(screen.dialog())).toEqual([['CPF', '529.982.247-25']])
    const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
    await screen.press(/^Gerar PIX/)
    await screen.page.getByText('Pague até').waitFor()
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pagar com PIX',
        'R$ 1.269,90',
        'Pague até 03/02/2026, 14:44',
        '24:31',
        'Copiar código PIX',
        'Abra o app do seu banco, escolha PIX e leia o QR code ou cole o código.',
        'Aguardando o pagamento. A chave aparece sozinha assim que ele for confirmado.',
        'Já paguei',
      ])
    await expect
      .poll(() => screen.fields(screen.dialog()))
      .toEqual([['Código PIX copia e cola', '00020126BR.GOV.BCB.PIX6304ABCD']])
    await screen.press('Copiar código PIX')
    await expect
      .poll(() => screen.page.evaluate(() => navigator.clipboard.readText()))
      .toEqual('00020126BR.GOV.BCB.PIX6304ABCD')
    await expect
      .poll(() => screen.dialog().getByRole('img', { name: 'QR code do PIX' }).count())
      .toBe(1)
    expect(sent(screen)).toEqual([
      [
        '/api/payment/efybank/checkout',
        {
          cartId: '11111111-0000-4000-8000-000000000090',
          termsAccepted: true,
          recaptchaToken: token,
          customer: { name: 'Bia Prado', email: 'bia@exemplo.test', cpf: '529.982.247-25' },
        },
      ],
    ])
    await screen.press('Já paguei')
    await screen.page.getByText('Seu pagamento ainda não').waitFor()
    await expect
      .poll(() => screen.lines(screen.page.getByText('Seu pagamento ainda não')))
      .toEqual(['Seu pagamento ainda não apareceu. Continuamos verificando a cada 5 segundos.'])
  })

  it('shows the same in English, its moment as the bank says it (Q100)', async () => {
    const screen = await open(english)
    await panel(screen, 'PIX')
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pay by PIX',
        "The bank asks for the payer's CPF. It is stored encrypted and serves this payment only.",
        'CPF',
        'Format 000.000.000-00',
        'Make a PIX code for R$1,269.90',
      ])
    await screen.page.getByLabel('CPF').fill('52998224725')
    const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
    await screen.dialog().getByRole('button', { name: '1,269.90' }).click()
    await screen.dialog().getByRole('timer').waitFor()
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pay by PIX',
        'R$1,269.90',
        'Pay by 03/02/2026, 14:44',
        '24:31',
        'Copy PIX code',
        "Open your bank's app, choose PIX, and scan the QR code or paste the code.",
        'Waiting for the payment. The key shows by itself as soon as it is confirmed.',
        'I have paid',
      ])
  })

  it('that is refused says it in the words of the shop, and what can be done [S269, S270]', async () => {
    const screen = await open()
    await panel(screen, 'PIX')
    const said: string[][] = []
    for (const [words, status, code] of [
      ['O CPF não confere.', 400, 'payment.cpf_invalid'],
      ['Só resta 1 de Pincel Pro.', 409, 'stock.short'],
    ] as const) {
      await screen.page.getByLabel('CPF').fill('52998224725')
      screen.replies.unshift(refused(api.payments.startPix, words, status, code))
      await screen.press(/^Gerar PIX/)
      await screen.dialog().getByText(words).waitFor()
      said.push(await screen.lines(screen.dialog()))
    }
    expect(said).toEqual([
      [
        'Pagar com PIX',
        'O banco pede o CPF de quem paga. Ele é guardado cifrado e só serve para este pagamento.',
        'CPF',
        'O CPF não confere.',
        'Gerar PIX de R$ 1.269,90',
      ],
      [
        'Pagar com PIX',
        'Só resta 1 de Pincel Pro.',
        'Seu carrinho continua guardado.',
        'Mudar o pedido',
      ],
    ])
    await screen.press('Mudar o pedido')
    await expect.poll(() => screen.page.getByRole('dialog').count()).toEqual(0)
  })

  it('that is refused without a word says its own, and offers another try [S269, S270]', async () => {
    const words = async (given: Given, ...errors: string[]) => {
      const said: string[][] = []
      for (const error of errors) {
        const screen = await open(given, [refused(api.payments.startPix, error, 400)])
        await panel(screen, 'PIX')
        await screen.page.getByLabel('CPF').fill('52998224725')
        await screen.dialog().getByRole('button', { name: /269/ }).click()
        await screen.dialog().getByRole('alert').waitFor()
        said.push(await screen.lines(screen.dialog()))
      }
      return said
    }
    expect(await words({}, '', 'reCAPTCHA inválido')).toEqual([
      [
        'Pagar com PIX',
        'Erro ao gerar PIX.',
        'Seu carrinho continua guardado.',
        'Tentar novamente',
      ],
      [
        'Pagar com PIX',
        'Erro na verificação de segurança. Tente novamente.',
        'Seu carrinho continua guardado.',
        'Tentar novamente',
      ],
    ])
    expect(await words(english, '', 'reCAPTCHA inválido')).toEqual([
      ['Pay by PIX', 'The PIX code could not be made.', 'Your cart is kept.', 'Try again'],
      ['Pay by PIX', 'Security check failed. Please try again.', 'Your cart is kept.', 'Try again'],
    ])
  })

  it('that fails while one waits says why, and makes a new code [S272] (Q63)', async () => {
    const screen = await open()
    await panel(screen, 'PIX')
    await screen.page.getByLabel('CPF').fill('52998224725')
    const over: Status = {
      ...under({ pix: pixOf }, { paymentId: 'pay-1', reason: 'expired' }),
      status: 'failed',
      message: 'O prazo terminou.',
    }
    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, over))
    await screen.press(/^Gerar PIX/)
    await screen.dialog().getByText('O prazo terminou.').waitFor()
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pagar com PIX',
        'O prazo terminou.',
        'Seu carrinho continua guardado.',
        'Gerar novo código',
        'Tentar novamente',
      ])
  })
})

describe('crypto', () => {
  it('asks for the coin, and shows network, exact amount, address and tag [S082, S083, S238, S288]', async () => {
    const screen = await open()
    await panel(screen, 'Cripto')
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pagar com cripto',
        'Escolha a moeda. A cotação fica travada enquanto o pagamento estiver aberto.',
        'Moeda',
        'USDT',
        'Tether',
        'BTC',
        'Bitcoin',
        'ETH',
        'Ethereum',
        'LTC',
        'Litecoin',
        'Pagar R$ 1.269,90 em USDT',
      ])
    await screen.dialog().getByRole('radio', { name: /LTC/ }).check({ force: true })
    const waits = under({ crypto: cryptoOf }, { paymentId: 'pay-2' })
    screen.replies.unshift(on(api.payments.startCrypto, crypto), on(api.payments.status, waits))
    await screen.press(/em LTC$/)
    await screen.dialog().getByRole('timer').waitFor()
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pagar com cripto',
        'Envie somente LTC e somente pela rede Litecoin. Por outra rede o valor se perde.',
        'Pague até 03/02/2026, 15:21',
        '1:01:05',
        'Valor exato a enviar',
        '253.98001700',
        'Copiar',
        'LTC · ≈ US$ 253,98 · R$ 1.269,90 · taxa US$ 1,25',
        'Endereço',
        'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
        'Copiar',
        'Memo / tag (obrigatório)',
        '77881',
        'Copiar',
        'Na sua carteira, escolha enviar pela rede Litecoin.',
        'Cole o endereço e o valor exato: é o valor que identifica o seu pedido.',
        'Deixe esta página aberta ou volte depois: o pagamento continua sendo acompanhado.',
        'Aguardando o pagamento. A chave aparece sozinha assim que ele for confirmado.',
        'Já enviei',
      ])
    expect(sent(screen)).toEqual([
      [
        '/api/payment/binance/checkout',
        {
          cartId: '11111111-0000-4000-8000-000000000090',
          termsAccepted: true,
          recaptchaToken: token,
          cryptoType: 'LTC',
          customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
        },
      ],
    ])
    const copied: string[] = []
    for (const name of ['Copiar o valor', 'Copiar o endereço', 'Copiar o memo']) {
      await screen.press(new RegExp(name), screen.dialog())
      copied.push(await screen.page.evaluate(() => navigator.clipboard.readText()))
    }
    expect(copied).toEqual(['253.98001700', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', '77881'])
  })

  it('shows the same in English, without fee and tag where there are none [S083]', async () => {
    const screen = await open({ language: 'en-US', width: 360 })
    await panel(screen, 'Crypto')
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pay in crypto',
        'Choose the coin. The rate is locked while the payment is open.',
        'Coin',
        'USDT',
        'Tether',
        'BTC',
        'Bitcoin',
        'ETH',
        'Ethereum',
        'LTC',
        'Litecoin',
        'Pay R$1,269.90 in USDT',
      ])
    const { cryptoFee: _fee, cryptoTag: _tag, ...plain } = cryptoOf
    const waits = under({ crypto: cryptoOf }, { paymentId: 'pay-2' })
    screen.replies.unshift(
      on(api.payments.startCrypto, { success: true, ...plain, paymentId: 'pay-2', amount: 1269.9 }),
      on(api.payments.status, waits),
    )
    await screen.dialog().getByRole('button', { name: /USDT$/ }).click()
    await screen.dialog().getByRole('timer').waitFor()
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pay in crypto',
        'Send only LTC and only over the Litecoin network. Over another network the money is lost.',
        'Pay by 2/3/26, 3:21 PM',
        '1:01:05',
        'Exact amount to send',
        '253.98001700',
        'Copy',
        'LTC · ≈ $253.98 · R$1,269.90',
        'Address',
        'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
        'Copy',
        'In your wallet, choose to send over the Litecoin network.',
        'Paste the address and the exact amount: the amount identifies your order.',
        'Keep this page open or come back later: the payment is still being watched.',
        'Waiting for the payment. The key shows by itself as soon as it is confirmed.',
        'I have sent it',
      ])
  })

  it('that is refused without a word says its own [S274]', async () => {
    const words = async (given: Given, method: string) => {
      const screen = await open(given, [refused(api.payments.startCrypto, '', 400)])
      await panel(screen, method)
      await screen.dialog().getByRole('button', { name: /USDT$/ }).click()
      await screen.dialog().getByRole('alert').waitFor()
      return screen.lines(screen.dialog())
    }
    expect(await words({}, 'Cripto')).toEqual([
      'Pagar com cripto',
      'Erro no pagamento com criptomoeda. Tente novamente.',
      'Seu carrinho continua guardado.',
      'Tentar novamente',
    ])
    expect(await words(english, 'Crypto')).toEqual([
      'Pay in crypto',
      'The crypto payment failed. Please try again.',
      'Your cart is kept.',
      'Try again',
    ])
  })
})

describe('a payment that is under way', () => {
  const card = { card: { url: 'https://cartao.test/pagina' } }
  const ways = [{ pix: pixOf }, { crypto: cryptoOf }, card]

  it('of other goods is told with its amount and its way (Q62)', async () => {
    const words = async (language: 'pt-BR' | 'en-US', text: RegExp) => {
      const said: string[][] = []
      for (const way of ways) {
        const screen = await open({ language }, found(under(way)))
        if (await screen.dialog().count()) await screen.page.keyboard.press('Escape')
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
    expect(await words('en-US', /under way\./)).toEqual([
      ['A payment of R$77.70 by PIX is under way. It is cancelled when you start another one.'],
      ['A payment of R$77.70 in crypto is under way. It is cancelled when you start another one.'],
      ['A payment of R$77.70 by card is under way. It is cancelled when you start another one.'],
    ])
  })

  it('for what the cart holds shows by itself, and can be opened again (Q62)', async () => {
    const same: Status = {
      ...under({ pix: { ...pixOf, amount: 1269.9 } }, { amount: 1269.9 }),
      message: 'Faltam R$ 5,00.',
      cartItems: [
        { product: { name: 'Pincel Pro', price: 416.7, image: null }, quantity: 3 },
        { product: { name: 'Lápis Mini', price: 9.9, image: null }, quantity: 2 },
      ],
    }
    const screen = await open({}, found(same))
    await screen.holdClock(now)
    await expect.poll(() => screen.lines(screen.dialog())).toContain('24:31')
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Pagar com PIX',
        'R$ 1.269,90',
        'Pague até 03/02/2026, 14:44',
        '24:31',
        'Copiar código PIX',
        'Abra o app do seu banco, escolha PIX e leia o QR code ou cole o código.',
        'Aguardando o pagamento. A chave aparece sozinha assim que ele for confirmado.',
        'Já paguei',
        'Faltam R$ 5,00.',
      ])
    await screen.page.keyboard.press('Escape')
    await screen.press('Abrir o pagamento em andamento')
    await screen.dialog().waitFor()
  })

  it('stands alone where its cart is gone', async () => {
    const alone = async (given: Given, way: Partial<Owner>) => {
      const screen = await open(given, [cartOf([]), ...found(under(way))])
      return screen.lines()
    }
    expect(await alone({}, card)).toEqual([
      'Finalizar compra',
      'Seu pagamento em andamento',
      'R$ 77,70',
      'O pagamento continua aberto na página do cartão.',
      'Voltar à página do cartão',
      'Aguardando o pagamento. A chave aparece sozinha assim que ele for confirmado.',
      'Já paguei',
    ])
    expect(await alone(english, card)).toEqual([
      'Checkout',
      'Your payment under way',
      'R$77.70',
      'The payment is still open on the card page.',
      'Back to the card page',
      'Waiting for the payment. The key shows by itself as soon as it is confirmed.',
      'I have paid',
    ])
    const screen = await open({}, [cartOf([]), ...found(under({ crypto: cryptoOf }))])
    await screen.holdClock(now)
    await expect.poll(() => screen.lines()).toContain('1:01:05')
    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Finalizar compra',
        'Seu pagamento em andamento',
        'Envie somente LTC e somente pela rede Litecoin. Por outra rede o valor se perde.',
        'Pague até 03/02/2026, 15:21',
        '1:01:05',
        'Valor exato a enviar',
        '253.98001700',
        'Copiar',
        'LTC · ≈ US$ 253,98 · R$ 77,70 · taxa US$ 1,25',
        'Endereço',
        'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
        'Copiar',
        'Memo / tag (obrigatório)',
        '77881',
        'Copiar',
        'Na sua carteira, escolha enviar pela rede Litecoin.',
        'Cole o endereço e o valor exato: é o valor que identifica o seu pedido.',
        'Deixe esta página aberta ou volte depois: o pagamento continua sendo acompanhado.',
        'Aguardando o pagamento. A chave aparece sozinha assim que ele for confirmado.',
        'Já enviei',
      ])
  })
})
