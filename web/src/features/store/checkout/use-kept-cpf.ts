import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ownApi } from 'virtual:own-api'

import { ask, queryKeyOf } from '../../../api/queries.ts'
import { useSite } from '../../../state/site.ts'

const route = ownApi.ownAccount.keptCpf

export type KeptCpf = ReturnType<typeof useKeptCpf>

/**
 * The CPF that the account keeps, masked, for a shop that takes PIX. Where it cannot be told, it is
 * asked for: nobody waits for it, and it is never that of an earlier visit.
 */
export function useKeptCpf() {
  const client = useQueryClient()
  const { pix } = useSite().store.methods

  const { data, isError } = useQuery({
    ...ask(route, {}, { staleTime: 0, enabled: pix }),
    retry: false,
    gcTime: 0,
  })

  return {
    ready: !pix || data !== undefined || isError,
    masked: data?.kept?.masked ?? null,
    /** It was forgotten elsewhere. */
    forget: useCallback(
      () => client.setQueryData(queryKeyOf(route), { success: true, kept: null }),
      [client],
    ),
    askAgain: () => client.invalidateQueries({ queryKey: queryKeyOf(route) }),
  }
}
