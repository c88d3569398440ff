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
 * Gives many rows each its state in one call, and leads back from it: the server puts back what
 * was, and leaves alone what somebody else has changed since, which is told (P409).
 */
export function useBulkRows<S>(
  change: ReturnType<typeof useChange>,
  send: (rows: Rows<S>) => Promise<Answer<S>>,
  failed: string,
): (rows: Rows<S>) => Promise<boolean> {
  const { t } = useTranslation('admin')

  async function run(rows: Rows<S>, leadsBack: boolean): Promise<boolean> {
    let answer: Answer<S> = { done: [], left: [] }

    const worked = await change.run(
      async () => {
        answer = rows.length > 0 ? await send(rows) : answer
      },
      { failed },
    )

    const { done, left } = answer

    tellRefused(
      left.map(({ id, name, why, reason = '' }) =>
        t(`kit.left.${why}`, { name: name ?? `…${id.slice(-4)}`, reason }),
      ),
    )

    if (!worked) return false

    const back = done.map(({ id, from, version }) => ({ id, to: from, version }))

    if (leadsBack)
      toast(
        t('kit.bulkDone', { count: done.length }),
        'good',
        done.length > 0 ? { label: t('kit.undo'), run: () => run(back, false) } : undefined,
      )
    else if (done.length > 0) toast(t('kit.bulkUndone', { count: done.length }), 'good')

    return true
  }

  return (rows) => run(rows, true)
}

/** The same for rows that are all to have one state. */
export function useBulk<S>(
  ...given: Parameters<typeof useBulkRows<S>>
): (rows: readonly { id: string }[], to: S) => Promise<boolean> {
  const run = useBulkRows<S>(...given)
  return (rows, to) => run(rows.map(({ id }) => ({ id, to })))
}
