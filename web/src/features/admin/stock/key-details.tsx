import { lengths } from '@chaveiro/contracts/lengths'
import { stockStatuses, type StockStatus } from '@chaveiro/contracts/states'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { confirm } from '../components/confirm.tsx'
import { Facts } from '../components/facts.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { Modal } from '../components/modal.tsx'
import { StatusSelect } from '../components/status-select.tsx'
import { failureText, useChange } from '../components/use-change.ts'
import { SingleKey } from '../shared/key-cell.tsx'
import { RevealDialog } from '../shared/reveal-dialog.tsx'
import type { StockKey } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'
import { stockKeyName } from './shelf.ts'
import { mayStaffMove } from './stock-moves.ts'
import { StockState } from './stock-status.tsx'
import { stockViews } from './use-stock-acts.ts'

/** User of a key. For sold keys it is the order's buyer and read-only. */
function UsedByFields({
  delivered,
  email,
  onEmail,
  name,
  onName,
}: {
  delivered: boolean
  email: string
  onEmail(email: string): void
  name: string
  onName(name: string): void
}) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field
        label={t('adminStock.usedEmail')}
        type="email"
        maxLength={lengths.email}
        readOnly={delivered}
        hint={delivered ? t('adminStock.soldTo') : undefined}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />

      <Field
        label={t('adminStock.usedName')}
        maxLength={lengths.person}
        readOnly={delivered}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  )
}

/** Changes a key's status; `used` asks for the user (B052). A refusal keeps the typed values. */
function StatusEditor({ row }: { row: StockKey }) {
  const { t } = useTranslation('admin')
  const stockChange = useChange(...stockViews)
  const [status, setStatus] = useState<StockStatus>(row.status)
  const [email, setEmail] = useState(row.usedBy?.email ?? '')
  const [name, setName] = useState(row.usedBy?.name ?? '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isUsedStatus = status === 'used'
  const delivered = row.usedBy !== null && row.sold

  async function saveStatus(): Promise<void> {
    const isRevoking = status === 'revoked' && row.status !== 'revoked'

    const confirmQuestion = {
      title: t('adminStock.revokeTitle', { key: row.maskedKey }),
      text: t('adminStock.revokeText'),
      act: t('adminStock.revokeAct'),
    }

    if (isRevoking && !(await confirm(confirmQuestion))) return

    setBusy(true)
    setError(null)

    try {
      await call(adminApi.stock.status, {
        params: { licenseKey: row.id },
        body: {
          status,
          ...(isUsedStatus && { usedBy: { email: email.trim(), name: name.trim() } }),
        },
      })

      toast(t('adminStock.updated', { key: row.maskedKey }), 'good')
      // Busy until the new status has loaded: the editor then remounts and would lose a choice made
      // meanwhile.
      await stockChange.reload()
    } catch (failure) {
      console.error('stock', failure)
      setError(failureText(t('adminStock.errorUpdate'), failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void saveStatus()
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <StatusSelect<StockStatus>
          label={t('adminStock.statusOf', { key: row.maskedKey })}
          value={status}
          options={stockStatuses.map((one) => [one, t(`adminStock.status.${one}`)] as const)}
          thing="stock"
          from={row.status}
          may={(to) => mayStaffMove(row, to)}
          disabled={busy}
          onChange={setStatus}
        />

        <Button
          type="submit"
          size="sm"
          look="primary"
          busy={busy}
          disabled={status === row.status && (!isUsedStatus || delivered)}
        >
          {t('kit.save')}
        </Button>
      </div>

      {isUsedStatus && (
        <UsedByFields
          delivered={delivered}
          email={email}
          onEmail={setEmail}
          name={name}
          onName={setName}
        />
      )}

      {error && <Notice tone="bad">{error}</Notice>}
    </form>
  )
}

/** Key, product, status, user and order. */
function KeyFacts({ row, onReveal }: { row: StockKey; onReveal(): void }) {
  const { t } = useTranslation('admin')
  return (
    <Facts
      items={[
        [t('adminStock.key'), <SingleKey key="key" row={row} onReveal={onReveal} />],
        [t('adminStock.product'), stockKeyName(row) ?? t('adminStock.noProduct')],
        [t('adminStock.statusHead'), <StockState key="status" status={row.status} />],
        [t('adminStock.usedBy'), row.usedBy && `${row.usedBy.name} · ${row.usedBy.email}`],
        [t('adminStock.usedAt'), row.usedBy?.usedAt && date(row.usedBy.usedAt, 'moment')],
        [
          t('adminStock.order'),
          row.orderNumber && (
            <Link
              key="order"
              className="underline"
              to={paths.adminSection('orders', { search: row.orderNumber })}
            >
              {row.orderNumber}
            </Link>
          ),
        ],
        [t('adminStock.created'), date(row.createdAt, 'moment')],
        [t('adminStock.changed'), date(row.updatedAt, 'moment')],
      ]}
    />
  )
}

/** Details of a key; staff can change its status and reveal the key. */
export function KeyDetails({
  id,
  masked,
  onClose,
}: {
  id: string
  masked: string
  onClose(): void
}) {
  const { t } = useTranslation(['admin', 'common'])
  const stockQuery = useQuery(
    ask(adminApi.stock.read, { params: { licenseKey: id } }, { staleTime: 0 }),
  )
  const [revealing, setRevealing] = useState(false)
  useEffect(() => {
    if (stockQuery.error) console.error('stock details', stockQuery.error)
  }, [stockQuery.error])

  if (revealing)
    return (
      <RevealDialog
        masked={masked}
        read={() => call(adminApi.stock.reveal, { params: { licenseKey: id } })}
        onClose={() => setRevealing(false)}
      />
    )

  return (
    <Modal wide title={t('adminStock.detailsOf', { key: masked })} onClose={onClose}>
      <QueryResult
        answer={stockQuery}
        failed={t('adminStock.errorDetails')}
        retry={t('common:action.retry')}
        waiting={<DialogLoading />}
      >
        {({ license: row }) => (
          <div className="grid gap-6">
            <KeyFacts row={row} onReveal={() => setRevealing(true)} />
            <StatusEditor key={`${row.status}${row.updatedAt}`} row={row} />
          </div>
        )}
      </QueryResult>
    </Modal>
  )
}
