import type { StockStatus } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { confirm } from '../components/confirm.tsx'
import type { BulkAction } from '../components/list-page.tsx'
import { useChange } from '../components/use-change.ts'
import { tellRefused } from '../shared/each-row.ts'
import type { StockKey } from '../shared/rows.ts'

/** Everything that shows the stock; a change reloads it. */
export const stockViews = [
  adminApi.stock.list,
  adminApi.stock.stats,
  adminApi.stock.products,
  adminApi.stock.read,
  adminApi.licences.list,
] as const

const ids = (rows: readonly StockKey[]) => rows.map(({ id }) => id)

/** The keys that were refused, named as the list names them. */
const tell = (
  { refused }: { refused: readonly { id: string; error: string }[] },
  rows: readonly StockKey[],
) =>
  tellRefused(
    refused.map(
      (one) => `${rows.find(({ id }) => id === one.id)?.maskedKey ?? one.id}: ${one.error}`,
    ),
  )

/** What staff do with keys from the list: delete, and set the state of many. */
export function useStockActs() {
  const { t } = useTranslation('admin')
  const change = useChange(...stockViews)

  async function remove(rows: readonly StockKey[]): Promise<boolean> {
    const [only] = rows

    const title =
      rows.length === 1
        ? t('adminStock.deleteTitle', { key: only!.maskedKey })
        : t('adminStock.deleteMany', { count: rows.length })

    if (
      !(await confirm({ title, text: t('adminStock.deleteText'), act: t('adminStock.deleteAct') }))
    )
      return false

    if (rows.length === 1)
      return change.run(() => call(adminApi.stock.remove, { params: { licenseKey: only!.id } }), {
        failed: t('adminStock.errorDelete'),
        done: t('adminStock.deleted'),
      })

    return change.run(
      async () => tell(await call(adminApi.stock.bulkDelete, { body: { ids: ids(rows) } }), rows),
      { failed: t('adminStock.errorDelete') },
    )
  }

  const setAll = (rows: readonly StockKey[], status: StockStatus) =>
    change.run(
      async () =>
        tell(await call(adminApi.stock.bulkStatus, { body: { ids: ids(rows), status } }), rows),
      { failed: t('adminStock.errorUpdate') },
    )

  async function revoke(rows: readonly StockKey[]): Promise<boolean> {
    const sure = await confirm({
      title: t('adminStock.revokeMany', { count: rows.length }),
      text: t('adminStock.revokeText'),
      act: t('adminStock.revoke'),
    })
    return sure && setAll(rows, 'revoked')
  }

  /** What is on the shelf may be sold in the same minute, so that nothing leads back from there. */
  async function release(rows: readonly StockKey[]): Promise<boolean> {
    const sure = await confirm({
      title: t('adminStock.releaseMany', { count: rows.length }),
      text: t('adminStock.releaseText'),
      act: t('adminStock.release'),
      danger: false,
    })
    return sure && setAll(rows, 'available')
  }

  const bulk: BulkAction<StockKey>[] = [
    { label: t('adminStock.release'), run: release },
    { label: t('adminStock.revoke'), danger: true, run: revoke },
    { label: t('kit.delete'), danger: true, run: remove },
  ]

  return { remove, bulk }
}
