import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { toast, type Undo } from '../../../ui/toast.tsx'
import { askReason, confirm } from '../components/confirm.tsx'
import { useChange } from '../components/use-change.ts'
import { eachRow } from '../shared/each-row.ts'
import type { Review } from '../shared/rows.ts'

type Change = ReturnType<typeof useChange>
type Stand = Pick<Review, 'status' | 'rejectReason'>

/** Request body of a status change; `editedAt` is the version of the review that staff read. */
const statusBody = (row: Review, to: Stand) => ({
  status: to.status,
  editedAt: row.editedAt,
  ...(to.status === 'rejected' && { reason: to.rejectReason ?? '' }),
})

/**
 * Publishes, or rejects with a reason for the author. If the author edited the review meanwhile,
 * the server refuses the change and the list reloads (L069).
 */
function useStatusMoves(change: Change) {
  const { t } = useTranslation('admin')

  const changeStatus = async (row: Review, to: Stand, undo?: Undo) => {
    const requestBody = statusBody(row, to)

    const succeeded = await change.run(
      () => call(adminApi.reviews.setStatus, { params: { id: row.id }, body: requestBody }),
      {
        failed: t('adminReviews.errorStatus'),
        done: t(`adminReviews.done.${to.status}`),
        undo,
      },
    )

    if (!succeeded) void change.reload()
  }

  const changeWithUndo = (row: Review, to: Stand) =>
    changeStatus(row, to, { label: t('kit.undo'), run: () => changeStatus(row, row) })

  async function rejectReview(row: Review): Promise<void> {
    const rejectReason = await askReason({
      title: t('adminReviews.rejectTitle', { name: row.authorName }),
      text: t('adminReviews.rejectText'),
      label: t('adminReviews.reason'),
      act: t('adminReviews.reject'),
    })
    if (rejectReason !== null) await changeWithUndo(row, { status: 'rejected', rejectReason })
  }

  const publishReview = (row: Review) =>
    changeWithUndo(row, { status: 'published', rejectReason: null })

  return { publish: publishReview, reject: rejectReview }
}

/** Publishes many pending or rejected reviews, with an undo (P665). */
function usePublishMany(change: Change) {
  const { t } = useTranslation('admin')

  async function setStatuses(rows: readonly Review[], to: (row: Review) => Stand, undo?: boolean) {
    let movedReviews: Review[] = []

    const succeeded = await change.run(
      async () => {
        movedReviews = await eachRow(
          rows,
          (row) => `${row.productName}, ${row.authorName}`,
          (row) =>
            call(adminApi.reviews.setStatus, {
              params: { id: row.id },
              body: statusBody(row, to(row)),
            }),
        )
      },
      { failed: t('adminReviews.errorStatus') },
    )

    if (movedReviews.length)
      toast(
        t(undo ? 'kit.bulkDone' : 'kit.bulkUndone', { count: movedReviews.length }),
        'good',
        undo
          ? { label: t('kit.undo'), run: () => setStatuses(movedReviews, (row) => row) }
          : undefined,
      )

    return succeeded
  }

  return (rows: readonly Review[]) =>
    setStatuses(
      rows.filter(({ status }) => status !== 'published'),
      () => ({ status: 'published', rejectReason: null }),
      true,
    )
}

/** Staff actions on a review; deletion is confirmed because it cannot be undone. */
export function useReviewActs() {
  const { t } = useTranslation('admin')
  const reviewChange = useChange(adminApi.reviews.list)
  const statusMoves = useStatusMoves(reviewChange)
  const publishMany = usePublishMany(reviewChange)

  async function removeReview(row: Review): Promise<void> {
    if (
      !(await confirm({
        title: t('adminReviews.deleteTitle', { name: row.authorName, product: row.productName }),
        text: t('adminReviews.deleteText'),
        act: t('adminReviews.deleteAct'),
      }))
    )
      return

    const succeeded = await reviewChange.run(
      () => call(adminApi.reviews.remove, { params: { id: row.id } }),
      {
        failed: t('adminReviews.errorDelete'),
        done: t('adminReviews.deleted'),
      },
    )

    if (!succeeded) void reviewChange.reload()
  }

  return { ...statusMoves, publishMany, remove: removeReview }
}
