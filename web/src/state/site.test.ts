import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'

import { useCaptcha } from '../api/captcha.ts'
import { queryClient } from '../api/queries.ts'
import { defaultSettings, descriptionOf, siteSettings, supportLink, useSite } from './site.ts'

describe('hooks outside of their provider', () => {
  it('throw without a provider: the settings, the captcha [S266]', () => {
    const Reads = ({ by }: { by: () => unknown }) => {
      by()
      return null
    }

    expect(() => renderToString(createElement(Reads, { by: useSite }))).toThrow(
      'No QueryClient set',
    )
    expect(() => renderToString(createElement(Reads, { by: useCaptcha }))).toThrow(
      'must be used within',
    )
  })
})

describe('the public settings', () => {
  it('a failed call logs its error; the defaults show and it is retried [S019] [F132]', async () => {
    queryClient.clear()
    const recorded = vi.spyOn(console, 'error').mockImplementation(() => {})

    const answers = [
      new Response('{}', { status: 500 }),
      new Response(JSON.stringify({ ...defaultSettings, siteName: 'Loja da Bia' })),
    ]

    vi.stubGlobal('fetch', async () => answers.shift()!)

    try {
      expect((await siteSettings()).siteName).toBe('Chaveiro')
      expect(recorded.mock.calls[0]![0]).toBe('Erro ao carregar configurações do site')
      expect((await siteSettings()).siteName).toBe('Loja da Bia')
    } finally {
      vi.unstubAllGlobals()
      recorded.mockRestore()
    }
  })

  it('without a link help is the sandbox’s chat in a demo, the contact address in production [Q124, F147]', () => {
    const at = (demo: boolean, links: object = {}) =>
      supportLink({
        ...defaultSettings,
        contactEmail: 'oi@loja.example',
        ...links,
        store: { ...defaultSettings.store, demo },
      })

    expect(at(true)).toBe('/sandbox/chat')
    expect(at(false)).toBe('mailto:oi@loja.example')
    expect(at(false, { supportDiscord: 'https://chat.loja.example' })).toBe(
      'https://chat.loja.example',
    )
    expect(at(false, { discordSupportLink: 'javascript:alert(1)' })).toBe('mailto:oi@loja.example')
    expect(JSON.stringify(defaultSettings)).not.toContain('discord.gg')
  })

  it('the shop’s own description shows, the built-in one in the reader’s language [S018] [F147]', () => {
    const said = (siteDescription: string) =>
      descriptionOf({ ...defaultSettings, siteDescription }, 'Digital licences, delivered at once.')
    expect(said('Chaves da Bia')).toBe('Chaves da Bia')
    expect(said('Licenças digitais com entrega na hora.')).toBe(
      'Digital licences, delivered at once.',
    )
    expect(said('  ')).toBe('Digital licences, delivered at once.')
  })
})
