import { useQuery } from '@tanstack/react-query'

import { queryClient } from '../api/queries.ts'
import { defaultSettings, settingsQuery, type SiteSettings } from './site.ts'

// Only the checkout and the back office need this, so the first load leaves it out.

/** Longest delay in milliseconds before a buyer sees that a method fails. */
const refetchInterval = 15_000

/** Public settings, refetched while a buyer is about to pay (P563). */
export function useWatchedSite(): SiteSettings {
  const settingsResult = useQuery({
    ...settingsQuery,
    staleTime: refetchInterval,
    refetchInterval: refetchInterval,
  })
  return settingsResult.data ?? defaultSettings
}

/** Refetches the settings after a refusal that contradicts them. */
export const refreshSite = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })

/** Known public settings, outside of React. */
export const knownSite = (): SiteSettings =>
  queryClient.getQueryData<SiteSettings>(settingsQuery.queryKey) ?? defaultSettings
