import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ownApi } from 'virtual:own-api'

import { ask, queryKeyOf } from '../../../api/queries.ts'
import { useSite } from '../../../state/site.ts'

const keptCpfCall = ownApi.ownAccount.keptCpf

export type KeptCpf = ReturnType<typeof useKeptCpf>

/**
 * The account's stored CPF, masked, if the shop takes PIX. If it cannot be read, the field asks for
 * one. It is never cached from an earlier visit.
 */
export function useKeptCpf() {
  const queryClient = useQueryClient()
  const { pix } = useSite().store.methods

  const { data, isError } = useQuery({
    ...ask(keptCpfCall, {}, { staleTime: 0, enabled: pix }),
    retry: false,
    gcTime: 0,
  })

  return {
    ready: !pix || data !== undefined || isError,
    masked: data?.kept?.masked ?? null,
    /** Called when it was removed elsewhere. */
    forget: useCallback(
      () => queryClient.setQueryData(queryKeyOf(keptCpfCall), { success: true, kept: null }),
      [queryClient],
    ),
    askAgain: () => queryClient.invalidateQueries({ queryKey: queryKeyOf(keptCpfCall) }),
  }
}
