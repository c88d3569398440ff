import type { LicenceStatus } from '@chaveiro/contracts/states'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { queryKeyOf } from '../../../api/queries.ts'
import { toast, type Undo } from '../../../ui/toast.tsx'
import { confirm } from '../components/confirm.tsx'
import type { BulkAction } from '../components/list-page.tsx'
import { useChange } from '../components/use-change.ts'
import { eachRow } from '../shared/each-row.ts'
import type { Licence } from '../shared/rows.ts'

type Answer = Reply<typeof adminApi.licences.list>

type Change = ReturnType<typeof useChange>

/**
 * A status changes in its row alone, which shows it at once and takes the old one back when the
 * server refuses; the list is not loaded again (Q89).
 */
function useStatus(query: Record<string, string | number>) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const { list } = adminApi.licences
  const inPlace = useChange()

  const put = (id: string, values: Partial<Licence>) =>
    client.setQueryData<Answer>(
      queryKeyOf(list, { query }),
      (answer) =>
        answer && {
          ...answer,
          licenses: answer.licenses.map((one) => (one.id === id ? { ...one, ...values } : one)),
        },
    )

  async function move(row: Licence, status: LicenceStatus, undo?: Undo): Promise<void> {
    put(row.id, { status })

    const done = await inPlace.run(
      async () =>
        put(
          row.id,
          (await call(adminApi.licences.status, { params: { id: row.id }, body: { status } }))
            .license,
        ),
      {
        failed: t('licenses.errorUpdate'),
        done: t('licenses.updated', { key: row.maskedKey }),
        undo,
      },
    )

    if (!done) put(row.id, { status: row.status })
    // Other pages and filters that were seen before hold the old state: they are asked again when
    // they are next opened.
    void client.invalidateQueries({ queryKey: [list.path], refetchType: 'none' })
  }

  /**
   * What takes something away from a customer is confirmed by name, everything else has a way back
   * (Q113).
   */
  async function setStatus(row: Licence, status: LicenceStatus): Promise<void> {
    const named = { key: row.maskedKey, customer: row.customerName, product: row.product.name }

    if (status === 'active')
      return move(row, status, {
        label: t('kit.undo'),
        run: () => move({ ...row, status }, row.status),
      })

    const question = {
      title: t(`licenses.${status}Title`, named),
      text: t(`licenses.${status}Text`, named),
      act: t(`licenses.${status}Act`),
    }

    if (await confirm(question)) await move(row, status)
  }

  return { busy: inPlace.busy, setStatus }
}

/** Delete, once it was confirmed; licences that are active are counted in the question. */
function useRemove(change: Change) {
  const { t } = useTranslation('admin')
  return async function remove(rows: readonly Licence[]): Promise<boolean> {
    const [only] = rows

    const title =
      rows.length === 1
        ? t('licenses.deleteTitle', { key: only!.maskedKey, customer: only!.customerName })
        : t('licenses.deleteMany', { count: rows.length })

    const active = rows.filter((row) => row.status === 'active').length
    const text = active
      ? `${t('licenses.deleteActive', { count: active })} ${t('licenses.deleteText')}`
      : t('licenses.deleteText')
    if (!(await confirm({ title, text, act: t('licenses.deleteAct') }))) return false

    const one = (row: Licence) => call(adminApi.licences.remove, { params: { id: row.id } })

    return change.run(
      () => (rows.length === 1 ? one(only!) : eachRow(rows, (row) => row.maskedKey, one)),
      {
        failed: t('licenses.errorDelete'),
        ...(rows.length === 1 ? { done: t('licenses.deleted') } : {}),
      },
    )
  }
}

/** Another status for many at once. */
function useMany(change: Change) {
  const { t } = useTranslation('admin')

  /** Give each row the state that `to` names, and tell how many took it. */
  async function setEach(
    rows: readonly Licence[],
    to: (row: Licence) => LicenceStatus,
    undo?: (moved: readonly Licence[]) => Undo,
  ): Promise<boolean> {
    let moved: Licence[] = []

    const done = await change.run(
      async () => {
        moved = await eachRow(
          rows,
          (row) => row.maskedKey,
          (row) =>
            call(adminApi.licences.status, { params: { id: row.id }, body: { status: to(row) } }),
        )
      },
      { failed: t('licenses.errorUpdate') },
    )

    if (moved.length)
      toast(t('licenses.updatedMany', { count: moved.length }), 'good', undo?.(moved))

    return done
  }

  const activateAll = (rows: readonly Licence[]) =>
    setEach(
      rows.filter(({ status }) => status !== 'active'),
      () => 'active',
      (moved) => ({ label: t('kit.undo'), run: () => setEach(moved, ({ status }) => status) }),
    )

  async function revokeAll(rows: readonly Licence[]): Promise<boolean> {
    const sure = await confirm({
      title: t('licenses.revokeMany', { count: rows.length }),
      text: t('licenses.revokeText'),
      act: t('licenses.revoke'),
    })

    const standing = rows.filter(({ status }) => status !== 'revoked')

    return sure && setEach(standing, () => 'revoked')
  }

  return { activateAll, revokeAll }
}

/** What staff do with licences: a status from its row; everything else reloads the list. */
export function useLicenceActs(query: Record<string, string | number>) {
  const { t } = useTranslation('admin')
  const { busy, setStatus } = useStatus(query)
  const change = useChange(adminApi.licences.list)
  const remove = useRemove(change)
  const { activateAll, revokeAll } = useMany(change)

  const bulk: BulkAction<Licence>[] = [
    { label: t('licenses.activate'), run: activateAll },
    { label: t('licenses.revoke'), danger: true, run: revokeAll },
    { label: t('kit.delete'), danger: true, run: remove },
  ]

  return { busy: busy || change.busy, setStatus, remove, bulk }
}
