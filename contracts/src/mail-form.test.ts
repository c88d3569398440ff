import { expect, it } from 'vitest'

import { email } from './shared.ts'

it('a mail address may contain every character that needs no quotes, and any top-level domain', () => {
  const read = (text: string) => email.safeParse(text).data ?? null

  const taken = {
    ' Ana.Souza+loja@Sub.Exemplo.com.br ': 'ana.souza+loja@sub.exemplo.com.br',
    'joao&maria@exemplo.com': 'joao&maria@exemplo.com',
    'c=br/a=x@exemplo.com': 'c=br/a=x@exemplo.com',
    'ana%loja@exemplo.com': 'ana%loja@exemplo.com',
    "o'neil@exemplo.ie": "o'neil@exemplo.ie",
    'ivan@xn--e1afmkfd.xn--p1ai': 'ivan@xn--e1afmkfd.xn--p1ai',
  }

  for (const [typed, kept] of Object.entries(taken)) expect(read(typed), typed).toBe(kept)

  for (const refused of [
    'ana',
    'ana@loja',
    '.ana@exemplo.com',
    'ana.@exemplo.com',
    'a..b@exemplo.com',
    'ana souza@exemplo.com',
    'josé@exemplo.com',
    'ana@açaí.com',
    'ana@exemplo.com, bia@exemplo.com',
    'ana@exemplo.com\r\nBcc: bia@exemplo.com',
    'Ana <ana@exemplo.com>',
    'ana@-exemplo.com',
    'ana@exemplo.c',
    'ana@exemplo.123',
    `${'a'.repeat(250)}@exemplo.com`,
  ])
    expect(read(refused), refused).toBe(null)
})
