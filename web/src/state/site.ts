import type { Api } from '@chaveiro/contracts'
import { siteDefaults } from '@chaveiro/contracts/defaults'
import { languages, timings } from '@chaveiro/contracts/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { api, call } from '../api/call.ts'
import type { Reply } from '../api/http.ts'
import { queryClient } from '../api/queries.ts'
import { paths } from '../routing/paths.ts'

export type SiteSettings = Reply<Api['settings']['publicSettings']>

/** Defaults until the settings have loaded (Q98). */
export const defaultSettings: SiteSettings = {
  success: true,
  ...siteDefaults,
  store: {
    demo: false,
    languages: [...languages],
    usdRate: 5,
    timeZone: 'America/Sao_Paulo',
    maintenance: false,
    keysByMail: false,
    methods: { pix: true, card: true, crypto: true },
    discordLogin: false,
    coinNetworks: null,
    captcha: { provider: 'altcha', siteKey: '' },
  },
}

async function loadSettings(): Promise<SiteSettings> {
  try {
    return await call(api.settings.publicSettings)
  } catch (error) {
    console.error('Erro ao carregar configurações do site', error)
    throw error
  }
}

/** A failed load shows the defaults meanwhile and is retried soon (S019). */
export const settingsQuery = queryOptions<SiteSettings>({
  queryKey: [api.settings.publicSettings.path],
  queryFn: loadSettings,
  staleTime: 5 * 60_000,
  retry: false,
  refetchInterval: ({ state }) => (state.status === 'error' ? timings.cryptoRetry : false),
})

/** Public settings; the defaults until they have loaded or if they cannot be loaded (S019). */
export function useSite(): SiteSettings {
  return useQuery(settingsQuery).data ?? defaultSettings
}

/** Public settings outside of React. */
export function siteSettings(): Promise<SiteSettings> {
  return queryClient.ensureQueryData(settingsQuery).catch(() => defaultSettings)
}

/**
 * URL of support: support link or chat (Q88), else the sandbox's chat in demo mode or the contact
 * mail in production (Q124).
 */
export function supportLink(site: SiteSettings): string {
  return chatLink(site) ?? (site.store.demo ? sandboxChat : `mailto:${site.contactEmail}`)
}

/** The support link, else the chat of the settings. Only http(s) URLs count. */
export const chatLink = (site: SiteSettings): string | undefined =>
  [site.discordSupportLink, site.supportDiscord].find((given) => /^https?:\/\//i.test(given))

const sandboxChat = `${paths.sandbox}/chat`

/** The shop's description, or the built-in sentence in the reader's language. */
export function descriptionOf(site: SiteSettings, builtIn: string): string {
  const ownDescription = site.siteDescription.trim()
  if (ownDescription && ownDescription !== siteDefaults.siteDescription) return ownDescription

  return builtIn
}
