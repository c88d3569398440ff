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
 * The options in the order that was pressed, which is saved at once: presses that come while one is
 * being saved are saved together after it. An order that is refused goes back to the shop's.
 */
export function useOptionOrder(productId: string, options: readonly Option[]) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const given = { params: { id: productId } }
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const latest = useRef<readonly string[] | null>(null)
  const saving = useRef(false)

  const want = (ids: readonly string[] | null) => {
    latest.current = ids
    setWanted(ids)
  }

  async function save(): Promise<void> {
    if (saving.current) return

    saving.current = true
    clearBanner()

    try {
      for (let sent: readonly string[] | null = null; latest.current && sent !== latest.current;) {
        sent = latest.current
        const answer = await call(adminApi.variants.order, { ...given, body: { ids: [...sent] } })
        if (sent === latest.current)
          client.setQueryData(queryKeyOf(adminApi.variants.list, given), answer)
      }
    } catch (error) {
      console.error('options', error)
      showBanner(failureText(t('adminOptions.errorOrder'), error), 'bad')
      await client.invalidateQueries({ queryKey: [adminApi.variants.list.path] })
    } finally {
      saving.current = false
      want(null)
    }

    void client.invalidateQueries({ queryKey: [adminApi.products.list.path] })
  }

  const shown = inOrder(options, wanted)

  return {
    shown,
    move(from: number, to: number): void {
      want(moveItem(shown, from, to).map(({ id }) => id))
      void save()
    },
  }
}

function inOrder(options: readonly Option[], ids: readonly string[] | null): readonly Option[] {
  if (!ids) return options

  const found = ids.flatMap((id) => options.find((option) => option.id === id) ?? [])

  return found.length === options.length ? found : options
}
