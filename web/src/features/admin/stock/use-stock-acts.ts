import type { StockStatus } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { confirm } from '../components/confirm.tsx'
import type { BulkAction } from '../components/list-page.tsx'
import { useChange } from '../components/use-change.ts'
import { tellRefused } from '../shared/each-row.ts'
import type { StockKey } from '../shared/rows.ts'

/** Calls to reload after a change of the stock. */
export const stockViews = [
  adminApi.stock.list,
  adminApi.stock.stats,
  adminApi.stock.products,
  adminApi.stock.read,
  adminApi.licences.list,
] as const

const idsOfRows = (rows: readonly StockKey[]) => rows.map(({ id }) => id)

/** Reports refused keys by their masked text, as the list shows them. */
const reportRefusals = (
  { refused }: { refused: readonly { id: string; error: string }[] },
  rows: readonly StockKey[],
) =>
  tellRefused(
    refused.map(
      (one) => `${rows.find(({ id }) => id === one.id)?.maskedKey ?? one.id}: ${one.error}`,
    ),
  )

/** Staff actions on keys: delete, and change the status of many. */
export function useStockActs() {
  const { t } = useTranslation('admin')
  const stockChange = useChange(...stockViews)

  async function removeKeys(rows: readonly StockKey[]): Promise<boolean> {
    const [only] = rows

    const questionTitle =
      rows.length === 1
        ? t('adminStock.deleteTitle', { key: only!.maskedKey })
        : t('adminStock.deleteMany', { count: rows.length })

    if (
      !(await confirm({
        title: questionTitle,
        text: t('adminStock.deleteText'),
        act: t('adminStock.deleteAct'),
      }))
    )
      return false

    if (rows.length === 1)
      return stockChange.run(
        () => call(adminApi.stock.remove, { params: { licenseKey: only!.id } }),
        {
          failed: t('adminStock.errorDelete'),
          done: t('adminStock.deleted'),
        },
      )

    return stockChange.run(
      async () =>
        reportRefusals(
          await call(adminApi.stock.bulkDelete, { body: { ids: idsOfRows(rows) } }),
          rows,
        ),
      { failed: t('adminStock.errorDelete') },
    )
  }

  const setStatusOfAll = (rows: readonly StockKey[], status: StockStatus) =>
    stockChange.run(
      async () =>
        reportRefusals(
          await call(adminApi.stock.bulkStatus, { body: { ids: idsOfRows(rows), status } }),
          rows,
        ),
      { failed: t('adminStock.errorUpdate') },
    )

  async function revokeKeys(rows: readonly StockKey[]): Promise<boolean> {
    const isConfirmed = await confirm({
      title: t('adminStock.revokeMany', { count: rows.length }),
      text: t('adminStock.revokeText'),
      act: t('adminStock.revoke'),
    })
    return isConfirmed && setStatusOfAll(rows, 'revoked')
  }

  /** No undo: an available key may be sold within the same minute. */
  async function releaseKeys(rows: readonly StockKey[]): Promise<boolean> {
    const isConfirmed = await confirm({
      title: t('adminStock.releaseMany', { count: rows.length }),
      text: t('adminStock.releaseText'),
      act: t('adminStock.release'),
      danger: false,
    })
    return isConfirmed && setStatusOfAll(rows, 'available')
  }

  const bulkActions: BulkAction<StockKey>[] = [
    { label: t('adminStock.release'), run: releaseKeys },
    { label: t('adminStock.revoke'), danger: true, run: revokeKeys },
    { label: t('kit.delete'), danger: true, run: removeKeys },
  ]

  return { remove: removeKeys, bulk: bulkActions }
}
