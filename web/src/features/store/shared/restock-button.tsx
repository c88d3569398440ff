import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { useSession } from '../../../state/session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'

/**
 * Notifies once by mail when a sold-out product is back. Visitors log in first, because the mail
 * goes to their account.
 */
export function RestockButton({
  productId,
  variantId,
  name,
}: {
  productId: string
  variantId?: string | undefined
  name: string
}) {
  const { t } = useTranslation('store')
  const { loggedIn } = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const callParams = { productId: variantId ?? productId }
  const { data } = useQuery({ ...ask(ownApi.restock.list), enabled: loggedIn })
  const isWaiting =
    (variantId ? data?.variantIds.includes(variantId) : data?.productIds.includes(productId)) ??
    false

  const restockChange = useMutation({
    mutationFn: () =>
      call(isWaiting ? ownApi.restock.cancel : ownApi.restock.ask, { params: callParams }),
    onSuccess: (answer) => {
      void queryClient.invalidateQueries({ queryKey: [ownApi.restock.list.path] })
      toast(t(answer.waiting ? 'restock.asked' : 'restock.cancelled', { name }), 'good')
    },
    onError: (error) => {
      console.error('restock', error)
      toast(t('restock.error'), 'bad')
    },
  })

  const labelKey = isWaiting ? 'restock.cancel' : 'restock.ask'

  return (
    <Button
      className="relative max-sm:col-span-2"
      busy={restockChange.isPending}
      aria-pressed={isWaiting}
      icon={isWaiting ? <BellOff size={17} aria-hidden /> : <BellRing size={17} aria-hidden />}
      aria-label={`${t(labelKey)}: ${name}`}
      onClick={() => {
        if (loggedIn) restockChange.mutate()
        else void navigate(paths.login)
      }}
    >
      {t(labelKey)}
    </Button>
  )
}
