import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import {
  crypto,
  cryptoOf,
  english,
  open,
  pay,
  ready,
  sent,
  sheet,
  token,
  under,
} from './checkout-samples.ts'
import { readQr } from './qr.ts'
import type { Screen } from './screen.ts'
import type { Given } from './show.ts'

describe('crypto', () => {
  const deposit = [
    'Endereço',
    'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    'Copiar',
    'Valor exato a enviar',
    '253.98001700',
    'Copiar',
    'Memo / tag (obrigatório)',
    '77881',
    'Copiar',
    'LTC · ≈ US$ 253,98 · R$ 1.269,90 · taxa US$ 1,25',
    'Envie em uma única transação. Se o valor for outro, conferimos à mão e a entrega demora mais.',
    'Pague até 03/02/2026, 15:21',
    'Na sua carteira, escolha enviar pela rede Litecoin.',
    'Cole o endereço e o valor exato: é o valor que identifica o seu pedido.',
    'Deixe esta página aberta ou volte depois: o pagamento continua sendo acompanhado.',
  ]

  const coins = (screen: Screen) =>
    screen.page.getByRole('group').filter({ hasText: 'Tether' }).last()

  it('asks for coin and network, then shows exact amount, address and tag beside a QR code [S082, S083, S238, S288] [P646]', async () => {
    const screen = await open()
    await ready(screen, 'Cripto')

    await expect
      .poll(() => screen.lines(coins(screen)))
      .toEqual([
        'Moeda',
        'USDT',
        'Tether · TRC-20 (Tron)',
        'BTC',
        'Bitcoin',
        'ETH',
        'ERC-20 (Ethereum)',
        'LTC',
        'Litecoin',
      ])

    await screen.page
      .getByText(
        'Escolha a moeda. A cotação fica travada enquanto o pagamento estiver aberto. A taxa de saque da sua corretora ou carteira é à parte: o que chega precisa ser o valor exato.',
      )
      .waitFor()

    await coins(screen).getByRole('radio', { name: /LTC/ }).check({ force: true })
    const waits = under({ crypto: cryptoOf }, { paymentId: 'pay-2' })
    screen.replies.unshift(on(api.payments.startCrypto, crypto), on(api.payments.status, waits))
    await pay(screen).click()
    await screen.page.getByRole('timer').waitFor()

    await expect
      .poll(() => screen.lines(sheet(screen)))
      .toEqual([
        'Pagar com cripto',
        'Mudar a forma de pagamento',
        'Envie somente LTC e somente pela rede Litecoin. Por outra rede o valor se perde.',
        ...deposit,
        'Aguardando o pagamento.',
        '1:01:05',
        'Já enviei',
      ])

    // A desktop shows the QR code beside the copy buttons.
    const code = sheet(screen).getByRole('img', { name: 'QR code do endereço' })
    expect(await readQr(code)).toBe('litecoin:TQn9')
    const qr = (await code.boundingBox())!
    const amount = (await sheet(screen).getByText('253.98001700').boundingBox())!
    expect(qr.x).toBeGreaterThan(amount.x + amount.width)
    expect(qr.y).toBeLessThan(amount.y + amount.height)

    expect(sent(screen)).toEqual([
      [
        '/api/payment/binance/checkout',
        {
          cartId: '11111111-0000-4000-8000-000000000090',
          termsAccepted: true,
          recaptchaToken: token,
          expectedTotal: 1269.9,
          cryptoType: 'LTC',
          customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
        },
      ],
    ])

    const copied: string[] = []

    for (const name of ['Copiar o valor', 'Copiar o endereço', 'Copiar o memo']) {
      await screen.press(new RegExp(name), sheet(screen))
      copied.push(await screen.page.evaluate(() => navigator.clipboard.readText()))
    }

    expect(copied).toEqual(['253.98001700', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', '77881'])
  })

  it('shows it in English, without fee and tag where none exist; a phone has a small footer [S083] [P111, P316, P317]', async () => {
    const screen = await open({ language: 'en-US', width: 360 })
    await ready(screen, 'Crypto')

    await expect
      .poll(() => screen.lines(coins(screen)))
      .toEqual([
        'Coin',
        'USDT',
        'Tether · TRC-20 (Tron)',
        'BTC',
        'Bitcoin',
        'ETH',
        'ERC-20 (Ethereum)',
        'LTC',
        'Litecoin',
      ])

    const name = screen.page.getByText('ERC-20', { exact: true })
    expect(await name.evaluate((one) => one.getClientRects().length)).toBe(1)
    const { cryptoFee: _fee, cryptoTag: _tag, ...plain } = cryptoOf
    const waits = under({ crypto: cryptoOf }, { paymentId: 'pay-2' })

    screen.replies.unshift(
      on(api.payments.startCrypto, { success: true, ...plain, paymentId: 'pay-2', amount: 1269.9 }),
      on(api.payments.status, waits),
    )

    await pay(screen).click()
    await screen.page.getByRole('timer').waitFor()

    await expect
      .poll(() => screen.lines(sheet(screen)))
      .toEqual([
        'Pay with crypto',
        'Change payment method',
        'Send only LTC, and only on the Litecoin network. On any other network the money is lost.',
        'Address',
        'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
        'Copy',
        'Exact amount to send',
        '253.98001700',
        'Copy',
        'LTC · ≈ $253.98 · R$1,269.90',
        'Send it in one transaction. If the amount differs, we check it manually and delivery takes longer.',
        'Pay by 2/3/26, 3:21 PM',
        'In your wallet, choose the Litecoin network.',
        'Paste the address and the exact amount: the amount identifies your order.',
        'Keep this page open or come back later: we keep watching for your payment.',
        'Waiting for payment.',
        '1:01:05',
        "I've sent it",
      ])

    await expect
      .poll(async () => {
        const { y, height } = (await screen.page
          .getByRole('button', { name: "I've sent it" })
          .boundingBox())!
        return y > 0 && y + height <= 740
      })
      .toBe(true)

    const foot = sheet(screen).locator('> div').last()
    // One line of 56 px, and a border of 1 px.
    expect((await foot.boundingBox())!.height).toBe(57)
  })

  it('shows the network’s confirmations of the coins as they arrive [P113]', async () => {
    const words = async (given: Given, method: string) => {
      const screen = await open(given)
      await ready(screen, method)

      const seen = (confirmations?: string) =>
        on(
          api.payments.status,
          under(
            { crypto: { ...cryptoOf, ...(confirmations ? { confirmations } : {}) } },
            { paymentId: 'pay-2' },
          ),
        )

      screen.replies.unshift(on(api.payments.startCrypto, crypto), seen())
      await pay(screen).click()
      await screen.page.getByRole('timer').waitFor()
      const state = screen.page.getByRole('timer').locator('xpath=../p')
      const said: string[][] = []

      for (const confirmations of ['1/6', '4/6']) {
        screen.replies.unshift(seen(confirmations))
        await screen.press(/^(Já enviei|I've sent it)$/)
        await expect.poll(async () => (await screen.lines(state))[0]).toContain(confirmations[0])
        said.push(await screen.lines(state))
      }

      return said
    }

    expect(await words({}, 'Cripto')).toEqual([
      ['Na rede: 1 de 6 confirmações.'],
      ['Na rede: 4 de 6 confirmações.'],
    ])

    expect(await words(english, 'Crypto')).toEqual([
      ['On the network: 1 of 6 confirmations.'],
      ['On the network: 4 of 6 confirmations.'],
    ])
  })

  it('a refusal without a message shows the page’s own message [S274]', async () => {
    const words = async (given: Given, method: string) => {
      const screen = await open(given, [refused(api.payments.startCrypto, '', 400)])
      await ready(screen, method)
      await pay(screen).click()
      await sheet(screen).getByRole('alert').waitFor()

      return screen.lines(sheet(screen))
    }

    expect(await words({}, 'Cripto')).toEqual([
      'Erro no pagamento com criptomoeda. Tente novamente.',
      'Seu carrinho continua guardado.',
      'Tentar novamente',
    ])

    expect(await words(english, 'Crypto')).toEqual([
      'The crypto payment failed. Please try again.',
      'Your cart is saved.',
      'Try again',
    ])
  })
})
