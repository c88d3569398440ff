import { useTranslation } from 'react-i18next'

import { toast } from '../../../ui/toast.tsx'
import type { useChange } from '../components/use-change.ts'
import { tellRefused } from './each-row.ts'

type Rows<S> = { id: string; to: S; version?: string }[]

type Answer<S> = {
  done: { id: string; name: string; from: S; version: string }[]
  left: {
    id: string
    name: string | null
    why: 'changed' | 'gone' | 'refused'
    reason?: string | undefined
  }[]
}

/**
 * Changes many rows in one call, with an undo. The undo skips rows that another person changed
 * meanwhile and reports them (P409).
 */
export function useBulkRows<S>(
  change: ReturnType<typeof useChange>,
  send: (rows: Rows<S>) => Promise<Answer<S>>,
  failed: string,
): (rows: Rows<S>) => Promise<boolean> {
  const { t } = useTranslation('admin')

  async function changeRows(rows: Rows<S>, leadsBack: boolean): Promise<boolean> {
    let bulkAnswer: Answer<S> = { done: [], left: [] }

    const succeeded = await change.run(
      async () => {
        bulkAnswer = rows.length > 0 ? await send(rows) : bulkAnswer
      },
      { failed },
    )

    const { done, left } = bulkAnswer

    tellRefused(
      left.map(({ id, name, why, reason = '' }) =>
        t(`kit.left.${why}`, { name: name ?? `…${id.slice(-4)}`, reason }),
      ),
    )

    if (!succeeded) return false

    const rowsToRestore = done.map(({ id, from, version }) => ({ id, to: from, version }))

    if (leadsBack)
      toast(
        t('kit.bulkDone', { count: done.length }),
        'good',
        done.length > 0
          ? { label: t('kit.undo'), run: () => changeRows(rowsToRestore, false) }
          : undefined,
      )
    else if (done.length > 0) toast(t('kit.bulkUndone', { count: done.length }), 'good')

    return true
  }

  return (rows) => changeRows(rows, true)
}

/** Like useBulkRows, with one status for all rows. */
export function useBulk<S>(
  ...given: Parameters<typeof useBulkRows<S>>
): (rows: readonly { id: string }[], to: S) => Promise<boolean> {
  const changeRows = useBulkRows<S>(...given)
  return (rows, to) => changeRows(rows.map(({ id }) => ({ id, to })))
}
