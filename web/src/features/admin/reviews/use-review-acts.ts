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

/** What gives a review a state: with it goes the text that was read. */
const bodyOf = (row: Review, to: Stand) => ({
  status: to.status,
  editedAt: row.editedAt,
  ...(to.status === 'rejected' ? { reason: to.rejectReason ?? '' } : {}),
})

/**
 * Publish, or reject with a reason that the author reads. What is sent with it is the text that was
 * read, so that one its author changed meanwhile is refused, and shown anew (L069).
 */
function useMoves(change: Change) {
  const { t } = useTranslation('admin')

  const move = async (row: Review, to: Stand, undo?: Undo) => {
    const body = bodyOf(row, to)

    const done = await change.run(
      () => call(adminApi.reviews.setStatus, { params: { id: row.id }, body }),
      {
        failed: t('adminReviews.errorStatus'),
        done: t(`adminReviews.done.${to.status}`),
        undo,
      },
    )

    if (!done) void change.reload()
  }

  const withUndo = (row: Review, to: Stand) =>
    move(row, to, { label: t('kit.undo'), run: () => move(row, row) })

  async function reject(row: Review): Promise<void> {
    const rejectReason = await askReason({
      title: t('adminReviews.rejectTitle', { name: row.authorName }),
      text: t('adminReviews.rejectText'),
      label: t('adminReviews.reason'),
      act: t('adminReviews.reject'),
    })
    if (rejectReason !== null) await withUndo(row, { status: 'rejected', rejectReason })
  }

  const publish = (row: Review) => withUndo(row, { status: 'published', rejectReason: null })

  return { publish, reject }
}

/** Publish many that wait or were rejected, and lead back from it (P665). */
function usePublishMany(change: Change) {
  const { t } = useTranslation('admin')

  async function give(rows: readonly Review[], to: (row: Review) => Stand, undo?: boolean) {
    let moved: Review[] = []

    const worked = await change.run(
      async () => {
        moved = await eachRow(
          rows,
          (row) => `${row.productName}, ${row.authorName}`,
          (row) =>
            call(adminApi.reviews.setStatus, {
              params: { id: row.id },
              body: bodyOf(row, to(row)),
            }),
        )
      },
      { failed: t('adminReviews.errorStatus') },
    )

    if (moved.length)
      toast(
        t(undo ? 'kit.bulkDone' : 'kit.bulkUndone', { count: moved.length }),
        'good',
        undo ? { label: t('kit.undo'), run: () => give(moved, (row) => row) } : undefined,
      )

    return worked
  }

  return (rows: readonly Review[]) =>
    give(
      rows.filter(({ status }) => status !== 'published'),
      () => ({ status: 'published', rejectReason: null }),
      true,
    )
}

/** What staff do with a review; a deletion is confirmed, since nothing brings it back. */
export function useReviewActs() {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.reviews.list)
  const moves = useMoves(change)
  const publishMany = usePublishMany(change)

  async function remove(row: Review): Promise<void> {
    if (
      !(await confirm({
        title: t('adminReviews.deleteTitle', { name: row.authorName, product: row.productName }),
        text: t('adminReviews.deleteText'),
        act: t('adminReviews.deleteAct'),
      }))
    )
      return

    const done = await change.run(() => call(adminApi.reviews.remove, { params: { id: row.id } }), {
      failed: t('adminReviews.errorDelete'),
      done: t('adminReviews.deleted'),
    })

    if (!done) void change.reload()
  }

  return { ...moves, publishMany, remove }
}
