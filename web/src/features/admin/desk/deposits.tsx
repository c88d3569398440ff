import type { AdminApi } from '@chaveiro/contracts/admin'
import { lengths } from '@chaveiro/contracts/lengths'
import { ArrowLeft, Check, Coins, Link2, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { ListPage } from '../components/list-page.tsx'
import { useChange } from '../components/use-change.ts'
import { useList } from '../components/use-list.ts'
import { When } from '../components/when.tsx'

type Deposit = Reply<AdminApi['desk']['deposits']>['deposits'][number]
type Near = Deposit['near'][number]
type Act = { deposit: Deposit; act: 'match' | 'close'; near?: Near }
type Values = { paymentId: string; reference: string; reason: string }

function DepositForm({ deposit, act, near, onClose }: Act & { onClose(): void }) {
  const { t } = useTranslation('admin')

  const depositForm = useForm<Values>({
    defaultValues: {
      paymentId: near?.paymentId ?? '',
      reference: '',
      reason: near ? t('desk.nearReason', near) : '',
    },
  })

  const deskChange = useChange(adminApi.desk.deposits, adminApi.desk.list)
  const { errors } = depositForm.formState

  async function saveDeposit({ paymentId, reference, reason }: Values): Promise<void> {
    const pathParams = { id: deposit.id }

    if (act === 'match')
      await call(adminApi.desk.match, {
        params: pathParams,
        body: { paymentId: paymentId.trim(), reason: reason.trim() },
      })
    else
      await call(adminApi.desk.closeDeposit, {
        params: pathParams,
        body: {
          reason: reason.trim(),
          ...(reference.trim() && { reference: reference.trim() }),
        },
      })

    void deskChange.reload()
  }

  return (
    <FormModal
      title={t(`desk.${act}DepositTitle`)}
      form={depositForm}
      onSave={saveDeposit}
      onClose={onClose}
      failed={t('desk.errorAct')}
      saveLabel={t(`desk.act.${act}Deposit`)}
    >
      <p className="text-sm text-muted">
        {t(`desk.${act}DepositText`, {
          amount: deposit.amount,
          coin: deposit.coin,
          network: deposit.network,
        })}
      </p>

      {act === 'match' && (
        <Field
          label={t('desk.paymentId')}
          maxLength={32}
          mono
          error={errors.paymentId?.message}
          {...depositForm.register('paymentId', {
            validate: (text) => /^[0-9a-f]{32}$/.test(text.trim()) || t('desk.paymentIdWrong'),
          })}
        />
      )}

      {act === 'close' && (
        <Field
          label={t('desk.returnReferenceOptional')}
          maxLength={lengths.reference}
          {...depositForm.register('reference')}
        />
      )}

      <TextAreaField
        label={t('desk.reason')}
        rows={2}
        maxLength={lengths.reason}
        error={errors.reason?.message}
        {...depositForm.register('reason', {
          validate: (text) => text.trim() !== '' || t('kit.required'),
        })}
      />
    </FormModal>
  )
}

const depositActions = [
  { act: 'match', icon: <Link2 aria-hidden /> },
  { act: 'close', icon: <Check aria-hidden /> },
] as const

/** Unpaid orders whose amount is close to a deposit's. */
function NearPayments({ near }: Pick<Deposit, 'near'>) {
  const { t } = useTranslation('admin')
  if (near.length === 0) return <span className="text-muted">{t('desk.nearNone')}</span>

  return near.map(({ paymentId, orderNumber, customer, amount }) => (
    <p key={paymentId}>{`${orderNumber} · ${customer} · ${amount}`}</p>
  ))
}

/** Crypto deposits that match no payment: assign them, keep them, or record a return by hand. */
export function DepositList({ onBack }: { onBack(): void }) {
  const { t } = useTranslation('admin')
  const [asked, setAsked] = useState<Act | null>(null)

  const depositList = useList(adminApi.desk.deposits, {
    filters: {},
    limit: 20,
    rows: (answer) => answer.deposits,
    total: (answer) => answer.total,
  })

  return (
    <ListPage
      title={t('desk.deposits')}
      text={t('desk.depositsText')}
      list={depositList}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.amount} ${row.coin}`}
      failed={t('desk.errorLoad')}
      actions={
        <Button size="sm" icon={<ArrowLeft size={15} aria-hidden />} onClick={onBack}>
          {t('desk.toPayments')}
        </Button>
      }
      columns={[
        {
          key: 'amount',
          head: t('desk.depositAmount'),
          lead: true,
          cell: (row: Deposit) => `${row.amount} ${row.coin}`,
        },
        { key: 'network', head: t('desk.network'), cell: (row: Deposit) => row.network },
        {
          key: 'tx',
          head: t('desk.tx'),
          cell: (row: Deposit) => (
            <span className="font-mono text-xs wrap-anywhere">{row.txId}</span>
          ),
        },
        {
          key: 'near',
          head: t('desk.near'),
          cell: ({ near }) => <NearPayments near={near} />,
        },
        {
          key: 'at',
          head: t('desk.since'),
          cell: (row: Deposit) => <When at={row.insertedAt} />,
        },
      ]}
      rowActions={(row) => [
        ...row.near.map((near) => ({
          label: t('desk.act.matchNear', near),
          icon: <UserRoundCheck aria-hidden />,
          run: () => setAsked({ deposit: row, act: 'match' as const, near }),
        })),
        ...depositActions.map(({ act, icon }) => ({
          label: t(`desk.act.${act}Deposit`),
          icon,
          run: () => setAsked({ deposit: row, act }),
        })),
      ]}
      empty={{ title: t('desk.noDeposits'), text: t('desk.noDepositsText'), icon: <Coins /> }}
    >
      {asked && (
        <DepositForm
          key={asked.deposit.id + asked.act + (asked.near?.paymentId ?? '')}
          {...asked}
          onClose={() => setAsked(null)}
        />
      )}
    </ListPage>
  )
}
