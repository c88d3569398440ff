import { api } from '@chaveiro/contracts'
import { expect, it } from 'vitest'

import { on } from './answers.ts'
import { client, ownStatus } from './outcome-samples.ts'
import { readerTree } from './reader.ts'
import { show } from './show.ts'

// The accessibility tree of the page with the keys, written by hand in both languages.

const keysPt = `- main:
  - heading "Obrigado, Bia Prado. Pagamento confirmado." [level=1]
  - paragraph: Pedido ORD-000017. O recibo vai para bia@exemplo.test.
  - text: Compra pelo site
  - region "Aqui estão as suas chaves":
    - heading "Aqui estão as suas chaves" [level=2]
    - button "Copiar todas"
    - button "Baixar como texto"
    - list:
      - listitem:
        - heading "Pincel Pro" [level=3]
        - list:
          - listitem:
            - code: AAAA-BBBB-1111
            - button "Copiar a chave de Pincel Pro": Copiar
            - paragraph: Válida até 5 de mar. de 2027
      - listitem:
        - heading "Pincel Solto" [level=3]
        - list:
          - listitem:
            - code: CCCC-DDDD-2222
            - button "Copiar a chave de Pincel Solto": Copiar
      - listitem:
        - heading "Pincel Velho" [level=3]
        - list:
          - listitem:
            - code: EEEE-FFFF-3333
            - button "Copiar a chave de Pincel Velho": Copiar
            - paragraph: Expirou em 1 de fev. de 2026
      - listitem:
        - heading "Lápis Mini" [level=3]
        - list:
          - listitem:
            - paragraph: Esta licença está suspensa. Fale com o suporte.
      - listitem:
        - heading "Tinta Azul" [level=3]
        - list:
          - listitem:
            - status: Preparando a sua chave. Ela aparece aqui e na sua conta assim que estiver pronta.
  - heading "Algo deu errado?" [level=2]
  - paragraph: Se uma chave não funciona ou não é o que você esperava, fale com a gente sobre o pedido ORD-000017.
  - link "Ver pedidos":
    - /url: /dashboard/orders
  - button "Baixar recibo"
  - link "Pedir ajuda com este pedido":
    - /url: https://chat.exemplo.test/ajuda
  - link "Continuar comprando":
    - /url: /products
  - heading "Resumo" [level=2]
  - list:
    - listitem: Pincel Pro 3 × R$ 416,70 R$ 1.250,10
    - listitem: Lápis Mini 2 × R$ 9,90 R$ 19,80
  - term: Subtotal
  - definition: R$ 1.269,90
  - term: Desconto (VERAO)
  - definition: − R$ 35,34
  - term: Total
  - definition: R$ 1.234,56`

const keysEn = `- main:
  - heading "Thank you, Bia Prado. Payment confirmed." [level=1]
  - paragraph: Order ORD-000017. The receipt is on its way to bia@exemplo.test.
  - text: Bought on the site
  - region "Here are your keys":
    - heading "Here are your keys" [level=2]
    - button "Copy all"
    - button "Download as text"
    - list:
      - listitem:
        - heading "Pincel Pro" [level=3]
        - list:
          - listitem:
            - code: AAAA-BBBB-1111
            - button "Copy the key of Pincel Pro": Copy
            - paragraph: Valid until Mar 5, 2027
      - listitem:
        - heading "Pincel Solto" [level=3]
        - list:
          - listitem:
            - code: CCCC-DDDD-2222
            - button "Copy the key of Pincel Solto": Copy
      - listitem:
        - heading "Pincel Velho" [level=3]
        - list:
          - listitem:
            - code: EEEE-FFFF-3333
            - button "Copy the key of Pincel Velho": Copy
            - paragraph: Expired on Feb 1, 2026
      - listitem:
        - heading "Lápis Mini" [level=3]
        - list:
          - listitem:
            - paragraph: This licence is suspended. Talk to support.
      - listitem:
        - heading "Tinta Azul" [level=3]
        - list:
          - listitem:
            - status: We're preparing your key. It appears here and in your account as soon as it's ready.
  - heading "Something wrong?" [level=2]
  - paragraph: If a key doesn't work or isn't what you expected, talk to us about order ORD-000017.
  - link "View orders":
    - /url: /dashboard/orders
  - button "Download receipt"
  - link "Get help with this order":
    - /url: https://chat.exemplo.test/ajuda
  - link "Continue shopping":
    - /url: /products
  - heading "Summary" [level=2]
  - list:
    - listitem: Pincel Pro 3 × R$416.70 R$1,250.10
    - listitem: Lápis Mini 2 × R$9.90 R$19.80
  - term: Subtotal
  - definition: R$1,269.90
  - term: Discount (VERAO)
  - definition: − R$35.34
  - term: Total
  - definition: R$1,234.56`

for (const [language, tree] of [
  ['pt-BR', keysPt],
  ['en-US', keysEn],
] as const)
  it(`a screen reader reads each key with its product, the copy and its failure, ${language} [P644]`, async () => {
    const replies = [on(api.payments.status, ownStatus)]
    const screen = await show('/success?payment_id=pay-1', { ...client, language, replies })
    await expect.poll(() => readerTree(screen.page.getByRole('main'))).toBe(tree)
  })
