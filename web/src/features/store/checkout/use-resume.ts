import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../lib/call.ts'
import { ask } from '../../../lib/queries.ts'
import type { CryptoPayment, PixPayment } from './use-start.ts'

type Given = {
  ready: boolean
  total: number
  resumePix(open: PixPayment): void
  resumeCrypto(open: CryptoPayment): void
}

/** After a reload the open payment of the cart shows again, once; one for another amount belongs to an older cart and is left to the next start, which replaces it. */
export function useResume({ ready, total, resumePix, resumeCrypto }: Given): void {
  const { data } = useQuery(ask(api.payments.pending, {}, { staleTime: 0 }))
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !ready || !data) return
    done.current = true
    const open = data.payment
    if (!open?.owner || open.status !== 'pending' || open.payment.amount !== total) return
    if (open.owner.pix) resumePix({ success: true, ...open.owner.pix })
    else if (open.owner.crypto) resumeCrypto({ success: true, ...open.owner.crypto })
  })
}
