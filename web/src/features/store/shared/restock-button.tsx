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
 * For a product that is sold out: hear once, by mail, when it is back; a visitor logs in first,
 * since the mail goes to his account.
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
  const client = useQueryClient()
  const params = { productId: variantId ?? productId }
  const { data } = useQuery({ ...ask(ownApi.restock.list), enabled: loggedIn })
  const waiting =
    (variantId ? data?.variantIds.includes(variantId) : data?.productIds.includes(productId)) ??
    false

  const change = useMutation({
    mutationFn: () => call(waiting ? ownApi.restock.cancel : ownApi.restock.ask, { params }),
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: [ownApi.restock.list.path] })
      toast(t(answer.waiting ? 'restock.asked' : 'restock.cancelled', { name }), 'good')
    },
    onError: (error) => {
      console.error('restock', error)
      toast(t('restock.error'), 'bad')
    },
  })

  const label = waiting ? 'restock.cancel' : 'restock.ask'

  return (
    <Button
      className="relative max-sm:col-span-2"
      busy={change.isPending}
      aria-pressed={waiting}
      icon={waiting ? <BellOff size={17} aria-hidden /> : <BellRing size={17} aria-hidden />}
      aria-label={`${t(label)}: ${name}`}
      onClick={() => {
        if (loggedIn) change.mutate()
        else void navigate(paths.login)
      }}
    >
      {t(label)}
    </Button>
  )
}
