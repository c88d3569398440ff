import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { open } from './checkout-samples.ts'
import { publicSettings, type Site } from './every-page.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show } from './show.ts'

const now = '2026-02-03T17:20:00.000Z'
const line = 'Casa da Chave Ltda. · CNPJ 12.345.678/0001-95 · Rua das Chaves, 7, Recife, PE'

describe('the seller', () => {
  it('is in the foot of every page with the address to write to, in both languages [P301]', async () => {
    const foot = async (path: string, language: Language, width: number) => {
      const replies = [publicSettings({ seller: line })]
      const screen = await show(path, { now, language, width, replies })
      const part = screen.page.getByRole('contentinfo')
      await expect.poll(() => screen.lines(part)).toContain(line)
      const wide = await screen.page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(width)

      return screen.lines(part)
    }

    expect(await foot('/terms', 'pt-BR', 320)).toEqual([
      '© 2026 Chaveiro. Todos os direitos reservados.',
      line,
      'Termos',
      'Suporte',
      'ajuda@exemplo.test',
      'Português',
      'Tema do sistema',
      'Música',
    ])

    expect((await foot('/terms', 'en-US', 1280)).slice(0, 5)).toEqual([
      '© 2026 Chaveiro. All rights reserved.',
      line,
      'Terms',
      'Support',
      'ajuda@exemplo.test',
    ])
  })

  it('is named under the order before it is paid, and only where it is set [P302]', async () => {
    const last = async (language: Language, part: Partial<Site>) => {
      const screen = await open({ language }, [publicSettings(part)])
      await screen.page.getByTestId('checkout-total').waitFor()

      return (await screen.lines()).at(-1)
    }

    expect(await last('pt-BR', { seller: line })).toBe(`Vendido por ${line} · ajuda@exemplo.test`)
    expect(await last('en-US', { seller: line, contactEmail: '' })).toBe(`Sold by ${line}`)
    expect(await last('pt-BR', {})).toBe('Você deve aceitar os termos e condições para prosseguir.')
  })
})

describe('the form of the seller’s data', () => {
  const answer = toldSettings({ ...untouched, siteName: 'Casa' })

  const form = (language: Language, width = 1280) =>
    show('/admin/settings?tab=legal', {
      language,
      width,
      as: { role: 'admin' },
      replies: [on(adminApi.settings.read, answer), on(adminApi.settings.save, answer)],
    })

  it('names the error in a CPF or CNPJ, and sends the typed values once they are valid [P300]', async () => {
    const readErrors = async (language: Language, label: string, save: string, width: number) => {
      const screen = await form(language, width)
      const said: string[] = []

      for (const typed of ['123', '529.982.247-26', '99.999.999/0001-92']) {
        await screen.page.getByLabel(label).fill(typed)
        await screen.press(save)
        const alert = screen.page.getByRole('tabpanel').getByRole('alert')
        await expect.poll(() => alert.allInnerTexts()).not.toEqual(said.slice(-1))
        said.push(...(await alert.allInnerTexts()))
      }

      expect(screen.sent('PUT', '/api/admin/system/site-settings')).toEqual([])
      await screen.page.getByLabel(label).fill('99.999.999/0001-91')
      await screen.press(save)
      await expect
        .poll(() => screen.sent('PUT', '/api/admin/system/site-settings'))
        .toMatchObject([{ sellerTaxId: '99.999.999/0001-91' }])

      return said
    }

    expect(await readErrors('pt-BR', 'CNPJ ou CPF', 'Salvar', 360)).toEqual([
      'Informe um CNPJ (14 caracteres) ou um CPF (11 dígitos).',
      'Este CPF não existe: os dígitos finais não conferem.',
      'Este CNPJ não existe: os dígitos finais não conferem.',
    ])

    expect(await readErrors('en-US', 'CNPJ or CPF', 'Save', 1280)).toEqual([
      'Enter a CNPJ (14 characters) or a CPF (11 digits).',
      'This CPF doesn’t exist: its check digits don’t match.',
      'This CNPJ doesn’t exist: its check digits don’t match.',
    ])
  })
})
