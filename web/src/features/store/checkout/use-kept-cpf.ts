import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ownApi } from 'virtual:own-api'

import { ask, queryKeyOf } from '../../../api/queries.ts'
import { useSite } from '../../../state/site.ts'

const keptCpfCall = ownApi.ownAccount.keptCpf

export type KeptCpf = ReturnType<typeof useKeptCpf>

/**
 * The account's stored CPF, masked, if the shop takes PIX. If the CPF cannot be read, the field
 * asks for one. No copy from an earlier visit is used.
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
    /** Called when the CPF was removed in another tab or on another device. */
    forget: useCallback(
      () => queryClient.setQueryData(queryKeyOf(keptCpfCall), { success: true, kept: null }),
      [queryClient],
    ),
    askAgain: () => queryClient.invalidateQueries({ queryKey: queryKeyOf(keptCpfCall) }),
  }
}
