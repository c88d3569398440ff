import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'

import { Providers } from '../../../app/providers.tsx'
import { serverTexts } from '../../../i18n/i18n.ts'
import { setCurrentLanguage } from '../../../i18n/language.ts'
import { textFiles } from '../../../testing/text-files.ts'
import { Keys } from './keys.tsx'

const base = {
  productName: 'Espada',
  variantId: 'v1',
  licenseId: null,
  licenseKey: null,
  expirationDate: null,
}

const units: Parameters<typeof Keys>[0]['owner']['units'] = [
  { ...base, status: 'pending' },
  { ...base, status: 'suspended' },
  { ...base, licenseKey: 'ESP-1', status: 'suspended' },
  {
    ...base,
    licenseKey: 'ESP-2',
    status: 'active',
    expirationDate: '2027-03-05T12:00:00.000Z',
  },
  {
    ...base,
    licenseKey: 'ESP-3',
    status: 'expired',
    expirationDate: '2026-03-05T12:00:00.000Z',
  },
]

/** The product's name, and the text beside each of its keys on the success page. */
function beside(language: 'pt-BR' | 'en-US', some = units): string[] {
  setCurrentLanguage(language)
  const paid = { orderId: 'o', orderNumber: 'ORD-1', pix: null, crypto: null, card: null }
  const owner = { ...paid, units: some }

  const page = renderToString(
    createElement(Providers, {
      texts: serverTexts(language, textFiles(language, 'common', 'result')),
      client: new QueryClient(),
      children: createElement(Keys, { owner: { ...owner, replacedBy: null }, items: [] }),
    }),
  )

  return [...page.matchAll(/<h3.*?<\/h3>|<li class="grid gap-2">.*?<\/li>/g)].map(([unit]) =>
    unit
      .replace(/<button.*?<\/button>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'")
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

it('only a pending key is shown as being prepared; a suspended one says so [decision Q37]', () => {
  expect(beside('pt-BR')).toEqual([
    'Espada',
    'Preparando a sua chave. Ela aparece aqui e na sua conta assim que estiver pronta.',
    'Esta licença está suspensa. Fale com o suporte.',
    'ESP-1 Esta licença está suspensa. Fale com o suporte.',
    'ESP-2 Válida até 5 de mar. de 2027',
    'ESP-3 Expirou em 5 de mar. de 2026',
  ])

  expect(beside('en-US')).toEqual([
    'Espada',
    "We're preparing your key. It appears here and in your account as soon as it's ready.",
    'This licence is suspended. Talk to support.',
    'ESP-1 This licence is suspended. Talk to support.',
    'ESP-2 Valid until Mar 5, 2027',
    'ESP-3 Expired on Mar 5, 2026',
  ])
})

it('two variants of one product have their own keys beneath, each under both names [L014]', () => {
  const bought = (variantId: string, name: string, licenseKey: string) => ({
    ...base,
    variantId,
    productName: `Editor · ${name}`,
    licenseKey,
    status: 'active' as const,
  })

  const two = [
    bought('a', '30 dias', 'MES-0001'),
    bought('v', 'Vitalícia', 'VIDA-0001'),
    bought('v', 'Vitalícia', 'VIDA-0002'),
  ]

  for (const language of ['pt-BR', 'en-US'] as const)
    expect(beside(language, two)).toEqual([
      'Editor · 30 dias',
      'MES-0001',
      'Editor · Vitalícia',
      'VIDA-0001',
      'VIDA-0002',
    ])
})
