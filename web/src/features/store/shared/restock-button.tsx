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

type RestockProps = {
  productId: string
  variantId?: string | undefined
  name: string
  /** Classes of a button with only an icon. */
  squareClass?: string | undefined
}

/**
 * Notifies once by mail when a sold-out product is back. Visitors log in first, because the mail
 * goes to their account.
 */
export function RestockButton({ productId, variantId, name, squareClass }: RestockProps) {
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

  const labelText = t(isWaiting ? 'restock.cancel' : 'restock.ask')
  const Mark = isWaiting ? BellOff : BellRing

  const act = {
    'aria-pressed': isWaiting,
    'aria-label': `${labelText}: ${name}`,
    onClick: () => {
      if (loggedIn) restockChange.mutate()
      else void navigate(paths.login)
    },
  }

  if (squareClass)
    return (
      <button
        type="button"
        title={labelText}
        disabled={restockChange.isPending}
        className={squareClass}
        {...act}
      >
        <Mark size={20} aria-hidden />
      </button>
    )

  return (
    <Button
      className="min-h-13"
      busy={restockChange.isPending}
      icon={<Mark size={17} aria-hidden />}
      {...act}
    >
      {labelText}
    </Button>
  )
}
