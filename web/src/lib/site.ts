import type { Api } from '@chaveiro/contracts'
import { siteDefaults } from '@chaveiro/contracts/defaults'
import { discordInviteDefault, languages } from '@chaveiro/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { api, call } from './call.ts'
import type { Reply } from './http.ts'
import { queryClient } from './queries.ts'

export type SiteSettings = Reply<Api['settings']['publicSettings']>

/** What the shop calls itself until its settings are there (Q98). */
export const defaultSettings: SiteSettings = {
  success: true,
  ...siteDefaults,
  store: {
    demo: false,
    languages: [...languages],
    usdRate: 5,
    timeZone: 'America/Sao_Paulo',
    maintenance: false,
    methods: { pix: true, card: true, crypto: true },
    captcha: { provider: 'altcha', siteKey: '' },
  },
}

async function load(): Promise<SiteSettings> {
  try {
    return await call(api.settings.publicSettings)
  } catch (error) {
    console.error('Erro ao carregar configurações do site', error)
    return defaultSettings
  }
}

const settingsQuery = {
  queryKey: [api.settings.publicSettings.path],
  queryFn: load,
  staleTime: 5 * 60_000,
}

/** Public settings, with the built-in defaults until they are there or when they cannot be had (S019). */
export function useSite(): SiteSettings {
  return useQuery(settingsQuery).data ?? defaultSettings
}

/** Public settings from outside React. */
export function siteSettings(): Promise<SiteSettings> {
  return queryClient.ensureQueryData(settingsQuery)
}

/** Where help is: the support link, else the chat, else the default invite (Q88); only http(s) addresses count. */
export function supportLink(site: SiteSettings): string {
  return (
    [site.discordSupportLink, site.supportDiscord].find((link) => /^https?:\/\//i.test(link)) ??
    discordInviteDefault
  )
}
