import { lifetimes } from '@chaveiro/contracts/limits'
import { expect, it } from 'vitest'

import { writeLetter } from './mails.words.ts'
import { templates, type TemplateName } from './templates/index.ts'

const site = { siteName: 'Loja', contactEmail: '', discordSupportLink: '', supportDiscord: '' }
const shop = { publicUrl: 'https://loja.exemplo', timeZone: 'America/Sao_Paulo', site }
const code = lifetimes.mailCode / 60

/** For how many minutes the code or link of a mail is valid. */
const minutes: Partial<Record<TemplateName, number>> = {
  recovery: lifetimes.passwordReset / 60,
  loginCode: code,
  firstCode: code,
  proofCode: code,
  removalCode: code,
  newMailCode: code,
}

it.each(['pt-BR', 'en-US'] as const)('%s: mails say how long their codes are valid', (language) => {
  const names = Object.keys(templates) as TemplateName[]

  const said = names.flatMap((name) => {
    const to = { name: 'Ana', email: 'ana@exemplo.test', language }
    const { letter } = writeLetter({ shop, name, to, values: templates[name].sample as never })
    const found = JSON.stringify(letter).match(/\d+(?= minut)/g) ?? []

    return found.length ? [[name, [...new Set(found.map(Number))]]] : []
  })

  const expected = Object.entries(minutes).map(([name, number]) => [name, [number]])
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected))
})
