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
 * Changes a status in its row at once and reverts it when the server refuses. The list is not
 * reloaded (Q89).
 */
function useStatus(query: Record<string, string | number>) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const { list } = adminApi.licences
  const inPlaceChange = useChange()

  const patchRows = (id: string, values: Partial<Licence>) =>
    queryClient.setQueryData<Answer>(
      queryKeyOf(list, { query }),
      (answer) =>
        answer && {
          ...answer,
          licenses: answer.licenses.map((listedLicence) =>
            listedLicence.id === id ? { ...listedLicence, ...values } : listedLicence,
          ),
        },
    )

  async function changeStatus(row: Licence, status: LicenceStatus, undo?: Undo): Promise<void> {
    patchRows(row.id, { status })

    const succeeded = await inPlaceChange.run(
      async () =>
        patchRows(
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

    if (!succeeded) patchRows(row.id, { status: row.status })
    // Cached pages and filters hold the old status: reload them when they are opened again.
    void queryClient.invalidateQueries({ queryKey: [list.path], refetchType: 'none' })
  }

  /** Activation has an undo; every other status needs a confirmation by name (Q113). */
  async function setStatus(row: Licence, status: LicenceStatus): Promise<void> {
    const textValues = { key: row.maskedKey, customer: row.customerName, product: row.product.name }

    if (status === 'active')
      return changeStatus(row, status, {
        label: t('kit.undo'),
        run: () => changeStatus({ ...row, status }, row.status),
      })

    const confirmQuestion = {
      title: t(`licenses.${status}Title`, textValues),
      text: t(`licenses.${status}Text`, textValues),
      act: t(`licenses.${status}Act`),
    }

    if (await confirm(confirmQuestion)) await changeStatus(row, status)
  }

  return { busy: inPlaceChange.busy, setStatus }
}

/** Deletes licences after a confirmation that says how many of them are active. */
function useRemove(change: Change) {
  const { t } = useTranslation('admin')
  return async function removeLicences(rows: readonly Licence[]): Promise<boolean> {
    const [only] = rows

    const questionTitle =
      rows.length === 1
        ? t('licenses.deleteTitle', { key: only!.maskedKey, customer: only!.customerName })
        : t('licenses.deleteMany', { count: rows.length })

    const activeCount = rows.filter((row) => row.status === 'active').length
    const questionText = activeCount
      ? `${t('licenses.deleteActive', { count: activeCount })} ${t('licenses.deleteText')}`
      : t('licenses.deleteText')
    if (
      !(await confirm({ title: questionTitle, text: questionText, act: t('licenses.deleteAct') }))
    )
      return false

    const removeOne = (row: Licence) => call(adminApi.licences.remove, { params: { id: row.id } })

    return change.run(
      () =>
        rows.length === 1 ? removeOne(only!) : eachRow(rows, (row) => row.maskedKey, removeOne),
      {
        failed: t('licenses.errorDelete'),
        ...(rows.length === 1 && { done: t('licenses.deleted') }),
      },
    )
  }
}

/** Changes the status of many licences. */
function useManyStatuses(change: Change) {
  const { t } = useTranslation('admin')

  /** Sets the status that `to` returns for each row and reports how many changed. */
  async function setEachStatus(
    rows: readonly Licence[],
    to: (row: Licence) => LicenceStatus,
    undo?: (movedLicences: readonly Licence[]) => Undo,
  ): Promise<boolean> {
    let moved: Licence[] = []

    const succeeded = await change.run(
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

    return succeeded
  }

  const activateAll = (rows: readonly Licence[]) =>
    setEachStatus(
      rows.filter(({ status }) => status !== 'active'),
      () => 'active',
      (movedLicences) => ({
        label: t('kit.undo'),
        run: () => setEachStatus(movedLicences, ({ status }) => status),
      }),
    )

  async function revokeAll(rows: readonly Licence[]): Promise<boolean> {
    const isConfirmed = await confirm({
      title: t('licenses.revokeMany', { count: rows.length }),
      text: t('licenses.revokeText'),
      act: t('licenses.revoke'),
    })

    const revocable = rows.filter(({ status }) => status !== 'revoked')

    return isConfirmed && setEachStatus(revocable, () => 'revoked')
  }

  return { activateAll, revokeAll }
}

/** Staff actions on licences. A status changes in its row; other actions reload the list. */
export function useLicenceActs(query: Record<string, string | number>) {
  const { t } = useTranslation('admin')
  const { busy, setStatus } = useStatus(query)
  const licenceChange = useChange(adminApi.licences.list)
  const removeLicence = useRemove(licenceChange)
  const { activateAll, revokeAll } = useManyStatuses(licenceChange)

  const bulkActions: BulkAction<Licence>[] = [
    { label: t('licenses.activate'), run: activateAll },
    { label: t('licenses.revoke'), danger: true, run: revokeAll },
    { label: t('kit.delete'), danger: true, run: removeLicence },
  ]

  return { busy: busy || licenceChange.busy, setStatus, remove: removeLicence, bulk: bulkActions }
}
