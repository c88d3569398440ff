import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { queryKeyOf } from '../../../../api/queries.ts'
import { clearBanner, showBanner } from '../../components/banner.tsx'
import { moveItem } from '../../components/moved.ts'
import { failureText } from '../../components/use-change.ts'
import type { Option } from './option-fields.ts'

/**
 * Saves a new order of options at once. Moves made during a save are sent together after it; a
 * refusal restores the shop's order.
 */
export function useOptionOrder(productId: string, options: readonly Option[]) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const callInput = { params: { id: productId } }
  const [wantedOrder, setWanted] = useState<readonly string[] | null>(null)
  const latestOrder = useRef<readonly string[] | null>(null)
  const isSaving = useRef(false)

  const setOrder = (ids: readonly string[] | null) => {
    latestOrder.current = ids
    setWanted(ids)
  }

  async function saveOrder(): Promise<void> {
    if (isSaving.current) return

    isSaving.current = true
    clearBanner()

    try {
      for (
        let sentOrder: readonly string[] | null = null;
        latestOrder.current && sentOrder !== latestOrder.current;
      ) {
        sentOrder = latestOrder.current
        const optionReply = await call(adminApi.variants.order, {
          ...callInput,
          body: { ids: [...sentOrder] },
        })
        if (sentOrder === latestOrder.current)
          queryClient.setQueryData(queryKeyOf(adminApi.variants.list, callInput), optionReply)
      }
    } catch (error) {
      console.error('options', error)
      showBanner(failureText(t('adminOptions.errorOrder'), error), 'bad')
      await queryClient.invalidateQueries({ queryKey: [adminApi.variants.list.path] })
    } finally {
      isSaving.current = false
      setOrder(null)
    }

    void queryClient.invalidateQueries({ queryKey: [adminApi.products.list.path] })
  }

  const displayedOptions = sortOptions(options, wantedOrder)

  return {
    shown: displayedOptions,
    move(from: number, to: number): void {
      setOrder(moveItem(displayedOptions, from, to).map(({ id }) => id))
      void saveOrder()
    },
  }
}

function sortOptions(options: readonly Option[], ids: readonly string[] | null): readonly Option[] {
  if (!ids) return options

  const sortedOptions = ids.flatMap((id) => options.find((option) => option.id === id) ?? [])

  if (sortedOptions.length === options.length) return sortedOptions

  return options
}
