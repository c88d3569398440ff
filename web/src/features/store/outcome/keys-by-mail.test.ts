import { expect, it } from 'vitest'

import { defaultSettings } from '../../../state/site.ts'
import { renderOutcome, paidReply } from '../../../testing/outcome.ts'
import { Page } from './success-page.tsx'

it('the page of a paid order promises the key by mail only while the shop sends it [F126]', () => {
  for (const [language, own, mailed] of [
    [
      'pt-BR',
      [
        'Pedido ORD-000007. O recibo vai para o seu e-mail.',
        'Preparando a sua chave. Ela aparece aqui e na sua conta assim que estiver pronta.',
      ],
      [
        'Pedido ORD-000007. Enviamos também uma cópia por e-mail.',
        'Preparando a sua chave. Ela aparece aqui e chega por e-mail assim que estiver pronta.',
      ],
    ],
    [
      'en-US',
      [
        "Order ORD-000007. We're emailing you the receipt.",
        "We're preparing your key. It appears here and in your account as soon as it's ready.",
      ],
      [
        "Order ORD-000007. We've emailed you a copy too.",
        "We're preparing your key. It appears here and arrives by email as soon as it's ready.",
      ],
    ],
  ] as const)
    for (const keysByMail of [false, true]) {
      const page = renderOutcome(Page, paidReply, language, {
        store: { ...defaultSettings.store, keysByMail },
      })
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&#x27;', "'")

      expect(
        [own, mailed].map((texts) => texts.map((text) => page.includes(text))),
        `${language} ${keysByMail}`,
      ).toEqual(
        keysByMail
          ? [
              [false, false],
              [true, true],
            ]
          : [
              [true, true],
              [false, false],
            ],
      )
    }
})
