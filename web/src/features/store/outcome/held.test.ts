import { expect, it } from 'vitest'

import type { defaultSettings } from '../../../state/site.ts'
import { renderOutcome, paidReply } from '../../../testing/outcome.ts'
import type { PaymentStatusReply } from '../shared/payment.ts'
import { Page } from './failed-page.tsx'

const held: PaymentStatusReply = {
  ...paidReply,
  status: 'failed',
  message: 'Recebemos o seu pagamento.',
  payment: { ...paidReply.payment, held: true },
}

/** The page's first external link: its URL and its text. */
function wayToTheTeam(language: 'pt-BR' | 'en-US', settings: Partial<typeof defaultSettings>) {
  const page = renderOutcome(Page, held, language, settings)
  const [, tag, text] = /(<a [^>]*target="_blank"[^>]*>)([^<]*)<\/a>/.exec(page) ?? []

  return { href: /href="([^"]*)"/.exec(tag ?? '')?.[1], text }
}

it('the page of a held payment offers no second payment, but a link to the team [decision Q124]', () => {
  for (const [language, text, title] of [
    ['pt-BR', 'Falar com o suporte', 'Seu pagamento está com a nossa equipe'],
    ['en-US', 'Talk to support', 'Your payment is with our team'],
  ] as const) {
    const page = renderOutcome(Page, held, language)
    expect(page).toContain(`>${title}</h1>`)
    expect(page).not.toContain('href="/checkout"')

    expect(wayToTheTeam(language, { discordSupportLink: 'https://discord.gg/bia' })).toEqual({
      href: 'https://discord.gg/bia',
      text,
    })

    expect(wayToTheTeam(language, { contactEmail: 'ajuda@loja.example' })).toEqual({
      href: 'mailto:ajuda@loja.example',
      text,
    })
  }
})
