import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { english, open, pay, pix, pixOf, ready, sheet, under } from './checkout-samples.ts'
import { readerTree } from './reader.ts'
import type { Given } from './show.ts'

// The accessibility tree of the checkout, written by hand in both languages.

const formPt = `- main:
  - heading "Finalizar compra" [level=1]
  - paragraph: As chaves aparecem aqui e ficam salvas em bia@exemplo.test
  - group "Forma de pagamento":
    - text: Forma de pagamento
    - radio "PIX Código na hora, confirmação em segundos." [checked]
    - text: PIX Código na hora, confirmação em segundos. CPF
    - textbox "CPF":
      - /placeholder: 000.000.000-00
    - paragraph: O banco pede o CPF de quem paga. Ele é guardado cifrado e só serve para este pagamento.
    - checkbox "Lembrar meu CPF para a próxima compra"
    - text: Lembrar meu CPF para a próxima compra
    - radio "Cartão de crédito Você paga no ambiente seguro da Stripe e volta para cá."
    - text: Cartão de crédito Você paga no ambiente seguro da Stripe e volta para cá.
    - radio "Cripto USDT, BTC, ETH ou LTC, com o valor exato na tela."
    - text: Cripto USDT, BTC, ETH ou LTC, com o valor exato na tela.
  - region "Resumo do pedido":
    - heading "Resumo do pedido" [level=2]
    - list:
      - listitem:
        - paragraph:
          - link "Pincel Pro":
            - /url: /products/produto-1
        - paragraph: 3 × R$ 416,70
        - text: R$ 1.250,10
        - group "Quantidade de Pincel Pro":
          - button "Diminuir Pincel Pro"
          - text: "3"
          - button "Aumentar Pincel Pro"
        - button "Remover Pincel Pro"
      - listitem:
        - paragraph:
          - link "Lápis Mini":
            - /url: /products/produto-2
        - paragraph: 2 × R$ 9,90
        - text: R$ 19,80
        - group "Quantidade de Lápis Mini":
          - button "Diminuir Lápis Mini"
          - text: "2"
          - button "Aumentar Lápis Mini"
        - button "Remover Lápis Mini"
    - text: Cupom de desconto
    - textbox "Cupom de desconto"
    - button "Aplicar" [disabled]
    - status
    - term: Subtotal
    - definition: R$ 1.270,02
    - term: Total
    - definition: R$ 1.269,90
    - button "Pagar R$ 1.269,90 com PIX" [disabled]
    - checkbox "Li e aceito os termos e condições."
    - text: Li e aceito os
    - link "termos e condições":
      - /url: /terms
    - text: .
    - paragraph: Você deve aceitar os termos e condições para prosseguir.`

const formEn = `- main:
  - heading "Checkout" [level=1]
  - paragraph: Keys appear here and are saved to bia@exemplo.test
  - group "Payment method":
    - text: Payment method
    - radio "PIX Instant code, confirmed in seconds." [checked]
    - text: PIX Instant code, confirmed in seconds. CPF
    - textbox "CPF":
      - /placeholder: 000.000.000-00
    - paragraph: The bank asks for the payer's CPF. It's stored encrypted and used for this payment only.
    - checkbox "Remember my CPF for next time"
    - text: Remember my CPF for next time
    - radio "Credit card You'll pay on Stripe's secure page and come right back."
    - text: Credit card You'll pay on Stripe's secure page and come right back.
    - radio "Crypto USDT, BTC, ETH or LTC, with the exact amount on screen."
    - text: Crypto USDT, BTC, ETH or LTC, with the exact amount on screen.
  - region "Order summary":
    - heading "Order summary" [level=2]
    - list:
      - listitem:
        - paragraph:
          - link "Pincel Pro":
            - /url: /products/produto-1
        - paragraph: 3 × R$416.70
        - text: R$1,250.10
        - group "Quantity of Pincel Pro":
          - button "One less Pincel Pro"
          - text: "3"
          - button "One more Pincel Pro"
        - button "Remove Pincel Pro"
      - listitem:
        - paragraph:
          - link "Lápis Mini":
            - /url: /products/produto-2
        - paragraph: 2 × R$9.90
        - text: R$19.80
        - group "Quantity of Lápis Mini":
          - button "One less Lápis Mini"
          - text: "2"
          - button "One more Lápis Mini"
        - button "Remove Lápis Mini"
    - text: Coupon
    - textbox "Coupon"
    - button "Apply" [disabled]
    - status
    - term: Subtotal
    - definition: R$1,270.02
    - term: Total
    - definition: R$1,269.90
    - button "Pay R$1,269.90 with PIX" [disabled]
    - checkbox "I have read and accept the terms and conditions."
    - text: I have read and accept the
    - link "terms and conditions":
      - /url: /terms
    - text: .
    - paragraph: You must accept the terms and conditions to proceed.`

const sheetPt = `- region "Pagar com PIX":
  - heading "Pagar com PIX" [level=2]
  - button "Mudar a forma de pagamento"
  - img "QR code do PIX"
  - paragraph: R$ 1.269,90
  - paragraph: Pague até 03/02/2026, 14:44
  - list:
    - listitem:
      - paragraph: Copie o código
      - button "Copiar código PIX"
      - textbox "Código PIX copia e cola": 00020126BR.GOV.BCB.PIX6304ABCD
    - listitem:
      - paragraph: Pague no app do seu banco
      - paragraph: Abra o app do seu banco, escolha PIX e leia o QR code ou cole o código.
    - listitem:
      - paragraph: Sua chave aparece aqui assim que o pagamento cair.
  - status: Aguardando o pagamento.
  - timer: 24:31
  - button "Já paguei"`

const sheetEn = `- region "Pay with PIX":
  - heading "Pay with PIX" [level=2]
  - button "Change payment method"
  - img "PIX QR code"
  - paragraph: R$1,269.90
  - paragraph: Pay by 03/02/2026, 14:44
  - list:
    - listitem:
      - paragraph: Copy the code
      - button "Copy PIX code"
      - textbox "PIX copy-and-paste code": 00020126BR.GOV.BCB.PIX6304ABCD
    - listitem:
      - paragraph: Pay in your bank's app
      - paragraph: Open your bank's app, choose PIX, and scan the QR code or paste the code.
    - listitem:
      - paragraph: Your key appears here the moment we get it.
  - status: Waiting for payment.
  - timer: 24:31
  - button "I've paid"`

for (const [language, given, form, charge, until] of [
  ['pt-BR', {}, formPt, sheetPt, 'Pague até 03/02/2026, 14:44'],
  ['en-US', english, formEn, sheetEn, 'Pay by 03/02/2026, 14:44'],
] satisfies [string, Given, string, string, string][])
  describe(`a screen reader at the checkout, ${language}`, () => {
    it('reads methods, order, button and consent by role and name, in their order [P644]', async () => {
      const screen = await open(given)
      await expect.poll(() => readerTree(screen.page.getByRole('main'))).toBe(form)
    })

    it('reads the steps of a PIX payment, its code, the time left and its state [P644]', async () => {
      const screen = await open(given)
      await ready(screen, 'PIX')
      await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
      const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
      screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
      await pay(screen).click()
      await screen.page.getByText(until).waitFor()
      await expect.poll(() => readerTree(sheet(screen))).toBe(charge)
    })
  })
